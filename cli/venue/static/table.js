/** The page of a table: from the view to buttons, from taps to entries (VN-7). */
import {
  ask, board, button, el, filled, GAME, inWords, line, link, minutes, named as spoken, nameOf, ofGame, score, sought, tap, told, used, worded,
} from "./draw.js";
import { now, recording } from "./recording.js";
import * as steps from "./steps.js";

const { match, mode, stream: event, light: counted } = document.body.dataset;
/** Asked for while the device reads what it keeps: a scan is followed by taps at once. */
const first = fetched("");
first.catch(() => {});
if (counted) void import("./life.js");
const t = (await import(`./texts/${document.documentElement.lang}.js`)).default;
const UNDO = 10_000, GUARD = 300, AGAIN = 10_000, SOON = 30, BEHIND = 2000;

let view = null;
let shown = { mark: "sent", key: "queue.sent", waiting: 0, online: true, items: [], dropped: [], question: null };
let others = { at: "", names: [] };
let half, menu, undo, drawn, screen, byKey = false, light, soon, behind, newest = 0, lost = false, mine = true;
const last = { x: -1, y: -1, at: 0 };

const parts = Object.fromEntries(
  ["score", "state", "board", "log", "alert", "told", "taps", "foot", "guard"].map((name) => [name, el("div", { className: name })]));
parts.score = el("header", { className: "score" });
parts.board = el("section", { className: "board", "aria-label": t.board });
const entries = el("ol", {});
parts.log = el("section", { className: "log", "aria-live": "polite", "aria-label": t.log }, entries);
parts.alert.setAttribute("role", "alert");
parts.state.setAttribute("role", "status");
parts.told.setAttribute("role", "status");
parts.taps = el("main", { className: "taps" });
parts.foot = el("footer", { className: "foot" });
parts.guard.hidden = true;
const sheet = el("dialog", { className: "sheet", "aria-label": t.board });
parts.board.addEventListener("click", open);
document.body.replaceChildren(...document.querySelectorAll(".own"), ...Object.values(parts), sheet);

const queue = await recording({
  match,
  show(now) {
    const news = now.question?.theirs && now.question.id !== shown.question?.id;
    shown = now;
    draw();
    if (news) look();
  },
  heard,
  tell: (key, values = {}) => key === "told.written" || tell(told(t[key] ?? key, Object.values(values).join(", "))),
  turn(now) { mine = now; draw(); },
});

function tell(text, lost) { parts.told.replaceChildren(...[text].flat(), ...lost ? [" ", joining()] : []); }

const joining = () => link("/", t.join);

function take(now) {
  if (view && now.at < view.at) return;
  if (now.behind) {  // what was on offer stands until what is comes, and takes no tap (VN-19.8)
    now = { ...now, buttons: view?.buttons, forced: view?.forced };
    clearTimeout(behind);
    behind = setTimeout(() => view.behind && look(), BEHIND);
  }
  const offers = JSON.stringify([now.buttons, now.forced, now.verbs]);
  if (half && !half.free && !offers.includes(JSON.stringify(half.from))) half = undefined;
  if (menu && !menu.free && menu.buttons.some((each) => !each.depth && !each.act && !offers.includes(JSON.stringify(each)))) menu = undefined;
  const [only, ...others] = (now.buttons ?? []).filter((each) => !each.more);
  if (resting() && (others.length || JSON.stringify(only) !== JSON.stringify(half?.from ?? menu?.of))) half = menu = undefined;  // not alone any more
  if (now.closed && !view?.closed) queue.closed();
  view = { ...now, named: { ...view?.named, ...now.named } };
  if (now.light && !light) lighten();
  if (now.cards) void further(now.cards);
  draw();
}

/** The counters of a light record, which a page of a full one does not load. */
async function lighten() {
  light = { main: () => [], head: () => [], state: () => 0, busy: () => false, back: () => false, said: (entry) => entry, turnless: () => false, takesBack: () => false };
  const { life } = await import("./life.js");
  light = life({ view: () => view, items: () => shown.items.filter((item) => !item.undone), t, draw, send, sayer });
  draw();
}

async function fetched(path, body) {
  const answer = await fetch(`/api/matches/${encodeURIComponent(match)}${path}`, body && {
    method: "POST", body: JSON.stringify(body),
    headers: { "Content-Type": "application/json", "X-Referee": "1" } });
  const said = await answer.json();
  if (answer.ok) return said;
  throw Object.assign(new Error(said.hint ?? said.error), { status: answer.status, lang: said.lang });
}

async function look(asked = fetched("")) {
  try {
    const now = await asked;
    lost = false;
    queue.seen(now);
    take(now);
    return true;
  } catch (error) {
    lost = !error.status;
    draw();
    tell(error.status ? (error.status === 401 ? t["ask.session"] : why(error)) : t.unreached, error.status === 401);
    return false;
  }
}

const named = (text) => spoken(view, text);

/** Why something was not answered: in the words of the venue, or that it is away. */
const why = ({ status, message, lang }) => !status ? t.unreached : lang ? ofGame(message) : message;

/** Further names that may be said, which are asked for once. */
async function further(address) {
  if (others.at === address) return;
  others = { at: address, names: [] };
  try {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(answer.status);
    others.names = (await answer.json()).names;
  } catch {
    others.at = "";  // the next view asks again
  }
}

/** The lists of names, with those further ones; the likely ones stand first. */
const lists = () => !others.names.length ? view.lists
  : { ...view.lists, names: [...new Set([...view.lists?.names ?? [], ...others.names])] };

/** Entries go out: the forced ones before a tap (VN-7.5), each an entry of its own. */
function send(event, line, seat, forced = [], told = named(line)) {
  const taps = [...forced.map((each) => ({ event: each.event, line: each.label, seat: each.seat, told: named(each.label) })), { event, line, seat, told }];
  undo = { until: Date.now() + UNDO, text: told };
  view = { ...view, forced: (view.forced ?? []).filter((each) => !forced.includes(each)) };
  half = menu = undefined;
  tell("");
  queue.tap(taps, { expected: view.at, if_legal: !view.sealed });
  setTimeout(draw, UNDO + 50);
  draw();
}

function go(each, forced = menu?.free ? [] : view.forced) {
  if (each.act) { half = menu = undefined; draw(); return each.act(); }
  if (each.depth === "full") { half = menu = undefined; return light.full(); }
  if (stale()) return;
  if (!each.opens?.length) return on({ ...steps.begin(each, lists()), forced, free: menu?.free, from: each });
  menu = { buttons: each.opens, free: menu?.free, from: menu };
  draw();
}

/** Where one button is all there is to do, what it asks or opens is shown at once. */
function goOn() {
  const [only, ...others] = (view.buttons ?? []).filter((each) => !each.more);
  if (half || menu || !only || others.length || stale() || view.sealed || !view.recording || !mine || shown.question) return;
  const begun = { ...steps.begin(only, lists()), forced: view.forced, from: only, auto: true };
  if (only.opens?.length) menu = { buttons: only.opens, of: only, auto: true };
  else if (only.steps?.length && !steps.whole(begun)) {
    half = begun;
    if (steps.onTheWay(half)) walk();
  }
}

/** A step of the half-made entry. */
function on(next) {
  half = next;
  if (steps.onTheWay(half)) walk();
  else if (half && steps.whole(half)) return sendHalf();
  draw();
}

/** The server says what is asked next of the line of an effect; where it does not, that is typed. */
async function walk() {
  const begun = half, answers = steps.chosen(half);
  if (answers.includes(undefined)) return on(steps.walked(half, { fields: {} }));
  try {
    const forced = (half.forced ?? []).map((each) => each.event);
    const next = await fetched("/way", { event: steps.eventOf(half), answers, forced });
    Object.assign(view.named, next.named);
    if (half === begun) on(steps.walked(half, next));
  } catch (error) {
    if (half !== begun) return;
    on((error.status === 422 && answers.length && steps.back(half)) || steps.inTyping(half));
    if (answers.length || !error.status) parts.alert.replaceChildren(why(error));
  }
}

const sendHalf = () => send(steps.eventOf(half), steps.lineOf(half), half.button.seat, half.forced, steps.lineOf(half, named));

async function act(what, ...values) {
  if (stale()) return;
  if (what === "send") return sendHalf();
  if (what === "set") return on(steps.answered(steps.beside(half, values[0]), ...values.slice(1)));
  if (what !== "typed") return on(steps[what](half, ...values));
  const step = steps.asked(half);
  try {
    const { value } = await fetched("/typed", { type: half.button.event.type, field: step.field, text: values[0] });
    on(steps.answered(half, value, values[0]));
  } catch (error) {
    parts.alert.replaceChildren(why(error));
  }
}

/** For whom this device speaks where nobody is asked. */
const caller = () => view.sits || view.mine?.[0] || view.seats?.[0]?.seat;

function call() {
  const seats = view.sits ? [view.sits] : view.mine?.length ? view.mine : (view.seats ?? []).map((each) => each.seat);
  const values = (all) => all.map(([value, text = value]) => ({ value, text }));
  on({ free: true, ...steps.begin({
    label: t.judge, event: { type: "call-judge" }, seat: seats[0], own: true,
    steps: [
      { ask: "pick", field: "seat", title: t.seat, values: values(seats.map((seat) => [seat])) },
      { ask: "pick", field: "about", title: t.about, values: values(t.reasons.map((text) => [text])) },
    ],
  }) });
}

/** The own hand is told whole, for statistics: card by card (REF-2.2, 2.3). */
function tellHand() {
  const { hand } = view, all = hand.steps.map((step) => ({ ...step, title: t.cards }));
  on({ free: true, ...steps.begin({ ...hand, label: t[hand.event.type], steps: all, own: "label" }) });
}

function open() {
  const lines = [...(view.entries ?? []), ...shown.items].map((each) => line(each, view, t));
  const kept = shown.dropped.map((each) => el("li", { className: "dropped" },
    el("p", {}, told(t.yours, worded(each, view, t))), each.theirs && el("p", {}, told(t.theirs, `${each.theirs.seq} ${worded(each.theirs, view, t)}`)),
    button(t.again, () => { queue.again(each.id); sheet.close(); })));
  const unseen = el("div", {});
  sheet.replaceChildren(
    button(t.close, () => sheet.close(), { className: "close" }), ...board(view),
    ...view.sealed ? [] : [button(t.hidden, () => showUnseen(unseen)), unseen],
    ...kept.length ? [el("h3", {}, t.kept), el("ol", {}, kept), button(t.show, showJudge, { className: "judge" })] : [],
    el("h3", {}, t.log), el("ol", { className: "log" }, lines));
  if (!sheet.open) sheet.showModal();
}

/** What all at the table know of hidden cards. */
const showUnseen = (place) => fetched("/hidden").then(
  ({ places, named }) => place.replaceChildren(...board({ ...view, named, board: places, own: [] })),
  (error) => place.replaceChildren(why(error)));

/** Both versions of what was dropped here go to a judge with a call (VN-10.3). */
function showJudge() {
  const both = shown.dropped.map(({ line: ours, theirs }) =>
    theirs ? `number ${theirs.seq}: theirs ${theirs.line}, ours ${ours}` : `ours ${ours}`);
  const event = { type: "call-judge", seat: caller(), about: `dropped: ${both.join("; ")}`.slice(0, 2000) };
  queue.tap([{ event, line: event.about, seat: event.seat }], { expected: view.at, if_legal: false });
  sheet.close();
}

/** What can be taken back: what was tapped here, or the newest entry, where it is one's own. */
function takeBack() {
  const entry = view.entries?.at(-1);
  undo = undefined;
  if (shown.undoable) queue.undo(view.by);
  else queue.undo(view.by, entry.seq, entry.line);
}

const undoable = () => shown.undoable ||
  (view.recording && view.entries?.at(-1)?.by === view.by && !view.entries.at(-1).undone && view.at > 1);

// -- drawing -------------------------------------------------------------------------------------

function draw() {
  if (!view) return parts.state.replaceChildren(t.loading);
  parts.score.replaceChildren(el("h1", { className: "hidden-but-read" }, document.title), ...score(view, t, now()));
  parts.state.replaceChildren(
    el("span", { className: `mark ${shown.mark}` }, filled(t[shown.key] ?? shown.key, shown.waiting)),
    el("span", { className: view.recording ? "records" : "" }, view.recording ? t.recording : `${t.watching} – ${filled(t.records, view.recorder)}`),
    el("span", { className: "mode" }, mode === "secure" ? t.secure : t.plain),
    ...queue.others.map((each) =>
      el("a", { href: `/t/${each.match}` }, filled(t.elsewhere, each.waiting, each.match))));
  parts.board.replaceChildren(
    button("⤢", open, { className: "open", "aria-label": t.open }), ...board(view));
  drawLog();
  document.body.classList.toggle("light", isLight());
  if (isLight()) parts.state.append(...light.head().filter(Boolean));
  else goOn();
  parts.taps.classList.toggle("unchecked", unheard());
  parts.taps.classList.toggle("stale", stale());
  const stands = JSON.stringify([isLight() && [light.state(), view], shown.question, half, menu, mine, resting() && [view.at, view.recording, view.over, view.closed,
    view.following, view.agreed, view.ended, shown.dropped.length, view.calls, called(), undoable()], !half && [view.buttons, view.forced, view.verbs, undo?.until > Date.now(), unheard()]]);
  if (stands === drawn) return;
  drawn = stands;
  drawTaps();
}

function drawLog() {
  const all = [...(view.entries ?? []), ...shown.items.filter((item) => !item.undone)];
  const wanted = all.filter((each) => !isLight() || !light.takesBack(each)).slice(-2);
  const old = new Map([...entries.children].map((each) => [each.dataset.id, each]));
  entries.replaceChildren(...wanted.map((entry) => {
    const fresh = line(isLight() ? light.said(entry) : entry, view, t);
    fresh.dataset.id = entry.id;
    const before = old.get(entry.id);
    return before?.isEqualNode(fresh) ? before : fresh;
  }));
}

function drawTaps() {
  const focus = document.activeElement;
  const inside = parts.taps.contains(focus) && focus.textContent;
  const { question } = shown;
  parts.alert.textContent = question ? filled(t[question.key] ?? question.key, question.number ?? question.count ?? "") : "";
  const content = question ? asking(question) : !mine ? [notice(t.tab, [t.take, () => queue.take()])]
    : half ? [half.auto && [above(), beside()], ask(half, view, t, act)] : menu ? [menu.auto && [above(), beside()], list(menu.buttons)] : usual();
  const before = screen, high = parts.taps.scrollTop;
  screen = JSON.stringify([question?.key, half?.button.label, half?.said.length, menu?.buttons.map((each) => each.label)]);
  parts.taps.replaceChildren(el("div", { className: "inner" }, content));
  parts.taps.scrollTop = screen === before ? high : 0;  // what is tapped stays where it is (VN-19.10)
  parts.foot.replaceChildren(...foot());
  if (!question && resting()) placeUndo();
  guard();
  if (byKey && inside !== false && !parts.taps.contains(document.activeElement)) {
    const all = [...parts.taps.querySelectorAll("button")];
    (all.find((each) => each.textContent === inside) ?? all.find((each) => !each.matches(".undo")) ?? parts.foot.firstChild)?.focus();
  }
}

const list = (buttons) => {
  const seats = new Set((view.buttons ?? []).map((each) => each.seat)).size;
  const all = el("div", { className: "answers" });
  all.append(...sought(buttons.length, () => all, t), ...buttons.map((each) => tap(each, view, seats, go)));
  return all;
};

const notice = (text, ...choices) => el("div", {},
  el("p", { className: "asked" }, text),
  el("div", { className: "answers" }, choices.map(([name, onclick]) => button(name, onclick))));

/** What has to be done, and what comes with the next tap. */
function above() {
  const owed = (view.owed ?? []).slice(0, 2).map(({ seat, text, must = true }) =>
    el("p", { className: "owed" }, told(must ? t.must : t.may, [`${nameOf(view, seat)}: `, inWords(view, text)])));
  const forced = view.forced ?? [];
  const whose = new Set([...forced, ...view.buttons ?? []].map((each) => each.seat));
  return el("div", { className: "above" }, owed, unheard() && el("p", { className: "owed" }, t.unchecked),
    forced.length > 0 && el("div", { className: "forced" }, el("span", {}, t.by), forced.map((each, at) =>
      button([whose.size > 1 && `${nameOf(view, each.seat)}: `, named(each.label)].filter(Boolean), () => go(each, forced.slice(0, at)), GAME))));
}

const isLight = () => Boolean(light && view.light && !view.over);

function usual() {
  if (view.over) return [beside(), ending()];
  if (isLight()) return [light.main(), shown.dropped.length > 0 && beside(), view.light.depth === "key-plays" && list((view.verbs ?? []).filter((each) => !each.more))];
  if (!view.recording) return [notice(filled(t.records, view.recorder), [t.take, () => fetched("/recorder", {}).then(take, (e) => tell(why(e)))]), beside()];
  const all = view.sealed ? view.verbs ?? [] : (view.buttons ?? []).filter((each) => !each.more);
  return [starting(), above(), beside(), all.length || view.forced?.length ? list(all) : el("p", { className: "asked" }, t.nothing)];
}

/** Before anything is logged a table says how much it tells; later that stands under *more* (VN-17.16). */
function starting() {
  const less = view.at === 1 && !shown.items.length ? depths().filter((each) => each.depth) : [];
  return less.length > 0 && el("div", { className: "starting" }, el("p", { className: "asked" }, t.howMuch),
    el("div", { className: "chips" }, less.map((each) => button(each.label, () => go(each), { className: "chip" }))));
}

/** What may be done at any time: agree to what is written, and show a judge what was dropped. */
function beside() {
  const { sits, ended = 0 } = view;
  const agreeing = sits && (view.agreed?.[sits] ?? 0) < ended && !shown.items.some((item) => item.event?.type === "confirm");
  return el("div", { className: "beside" },
    view.hand && (view.recording || view.over) && !shown.items.some((item) => item.event?.type === view.hand.event.type) &&
      button(`${t[view.hand.event.type]} …`, tellHand),
    agreeing && button(filled(t.agree, ended), () => send({ type: "confirm", seat: sits, entry: ended }, filled(t.agreed, ended), sits)),
    shown.dropped.length > 0 && button(filled(t.dropped, shown.dropped.length), open, { className: "judge" }));
}

/** The match is over: both say its result, and the next game is where it is open (TR-7.2). */
function ending() {
  const { following, table, closed } = view;
  return [el("p", { className: "asked" }, told(t.over, inWords(view, view.over)), closed && ` – ${t.closed}`),
    el("div", { className: "answers" },
      following && link(`/t/${encodeURIComponent(following)}`, t.following, "due"),
      closed && link(`/keep/${encodeURIComponent(match)}`, t.keep, following ? "" : "due"),
      table > 0 && !closed && link(`/r/${table}`, filled(t.result, table), following ? "" : "due"))];
}

/** Whether nothing was tapped that is not sent yet. */
const resting = () => half ? half.auto && !half.said.length && !half.part.length : !menu || menu.auto;

function asking(question) {
  const { theirs, item, rule, why: reason, legal, hint, field, lang } = question;
  const shown = (text) => spoken(question, text);
  const all = [
    item && told(t.yours, worded(item, view, t)), theirs && told(t.theirs, worded(theirs, view, t)), rule && filled(t.rule, rule), reason && ofGame(inWords(question, reason)),
    legal?.length && told(t.allowed, [legal].flat().map((text, at) => [at > 0 && "; ", inWords(question, text)])), field && ofGame(field), lang && hint ? ofGame(shown(hint)) : hint && shown(hint),
  ].filter(Boolean);
  return [
    el("div", { className: "question" }, el("p", { className: "asked" }, parts.alert.textContent), all.map((text) => el("p", {}, text))),
    el("div", { className: "answers" }, question.kind === "session" && joining(), mending(question),
      question.choices.filter((each) => each !== "mend").map((choice) =>
        button(t[`choice.${choice}`] ?? choice, () => queue.choose(choice, { seat: caller() })))),
  ];
}

/** The answers to what is missing in an entry; it is sent again with the one that is tapped. */
function mending({ kind, item, options = {}, named: texts }) {
  const [field, words] = Object.entries(options)[0] ?? [];
  return kind === "incomplete" && words?.map((text) => button(spoken({ named: texts }, text), async () => {
    const { value } = await fetched("/typed", { type: item.event.type, field, text });
    queue.choose("mend", { event: { ...item.event, [field]: value }, line: `${item.line} ${text}` });
  }, GAME));
}

function foot() {
  if (shown.question) return [button(t.judge, call, { className: "judge" })];
  if (!resting()) return [
    button(t.cancel, () => { half = menu = undefined; draw(); }),
    button(t.back, () => { if (half) on(steps.back(half)); else { menu = menu.from; draw(); } }),
    button(t.judge, call, { className: "judge" }),
  ].filter(Boolean);
  const more = [...(view.buttons ?? []).filter((each) => each.more && each.group !== "begins"), ...depths()];
  const pop = (buttons, free) => () => { half = undefined; menu = { buttons, free }; draw(); };
  return [
    view.recording && button(t.undo, () => (isLight() && light.back()) || takeBack(), { disabled: !undoable() && !(isLight() && light.busy()) }),
    view.recording && more.length > 0 && button(t.more, pop(more)),
    view.recording && !view.sealed && view.verbs?.length > 0 && button(t.other, pop(view.verbs, true)),
    button(called() ? t.called : t.judge, call, { className: called() ? "judge called" : "judge" }),
  ].filter(Boolean);
}

/** How much else may be told from here (VN-17.11, 17.12); to tell all is asked line by line. */
const depths = () => [
  ...isLight() ? [{ label: t.open, act: open, own: true }, { label: t.opposite, act: () => light.turn(), own: true },
    ...view.light.turns ? [{ label: light.turnless() ? t.tellTurns : t.leaveTurns, act: () => light.leaveTurns(), own: true }] : []] : [],
  ...sayer() ? (view.depths ?? []).map((depth) => ({ label: t[`depth.${depth === "key-plays" && !view.light ? "noted" : depth}`], event: { type: "record", by: sayer(), depth }, depth, own: true })) : [],
];

/** Who says how much is told: the player of this device, a judge, or side by side those for whom a scorekeeper writes (VN-19.2). */
const sayer = (sides = []) => view.sits || view.sight === "staff" ? view.by
  : sides.length && !sides.some((each) => view.mine?.includes(each)) ? view.mine?.at(-1) : view.mine?.find((each) => !sides.includes(each));

/** Whether what waits has not been heard of by the venue (VN-9.2). */
const unheard = () => shown.waiting > 0 && (!shown.online || shown.key === "queue.offline");

/** Whether the match is known to be further than what is on offer, which then takes no tap. What is
 * on offer whatever is legal, and what is tapped without a network, does (VN-19.8, VN-9.2). */
const stale = () => !(half ?? menu)?.free && !view.sealed && !view.light && shown.online && !lost &&
  Boolean(view.behind || newest > view.at);

const called = () => view.calls?.length > 0 || shown.items.some((item) => item.event?.type === "call-judge");

// -- undo in place, and the guard ----------------------------------------------------------------

/** Undo stands for 10 s where the button was (VN-7.4 c). */
function placeUndo() {
  if (!undo || Date.now() > undo.until || !shown.undoable) return;
  const made = button(el("span", { className: "clamped" }, "↶ ", told(t.undoing, undo.text)), takeBack, { className: "undo" });
  const all = [...parts.taps.querySelectorAll(".answers > button")];
  const far = (each) => {
    const { left, top, width, height } = each.getBoundingClientRect();
    return Math.hypot(left + width / 2 - last.x, top + height / 2 - last.y);
  };
  const next = last.at ? all.sort((one, other) => far(one) - far(other))[0] : all[0];
  if (next) next.before(made);
  else parts.taps.firstChild.append(el("div", { className: "answers" }, made));
}

/** No second tap hits what moved: a third of the width is free at the last tap (VN-7.7). */
function guard() {
  if (!last.at || (isLight() && resting() && !shown.question)) return;  // counters stay where they are
  const side = innerWidth / 3;
  Object.assign(parts.guard.style, {
    width: `${side}px`, height: `${side}px`, left: `${last.x - side / 2}px`, top: `${last.y - side / 2}px` });
  parts.guard.hidden = false;
  clearTimeout(parts.guard.timer);
  parts.guard.timer = setTimeout(() => { parts.guard.hidden = true; }, GUARD);
}

addEventListener("pointerdown", ({ clientX, clientY }) => {
  Object.assign(last, { x: clientX, y: clientY, at: Date.now() });
  byKey = false;  // after a tap no focus is set, as that would scroll (VN-19.10)
}, true);
addEventListener("keydown", ({ key }) => {
  byKey = true;
  if (key === "Escape" && (half || menu) && !sheet.open) { half = menu = undefined; draw(); }
});

// -- what is new ---------------------------------------------------------------------------------

/** The device moves with its player to the next game and the next table; what waits goes first. */
function onward({ verb, table: at }) {
  const next = verb === "game" ? view?.over && at === view.table : ["post", "repair", "close"].includes(verb);
  if (next && view?.mine?.length && !shown.waiting) location.assign(event ? `/here?event=${event}` : "/here");
}

/** The match is that far: what is to be seen of it then is asked for. */
function heard(at) {
  newest = Math.max(newest, at ?? 0);
  if (view && newest > view.at) news();
  draw();
}

function news() {
  soon ??= setTimeout(() => { soon = undefined; look(); }, SOON);
}

function listen() {
  const topics = [`match/${match}@${view?.at ?? 0}`, event && `tournament/${event}`].filter(Boolean);
  const stream = new EventSource(`/api/stream?topics=${encodeURIComponent(topics)}`);
  stream.onmessage = ({ data }) => {
    const one = JSON.parse(data);
    if (one.topic !== `match/${match}`) onward(one);
    else if (one.recorder || (one.offers && view?.behind)) news();
    else heard(one.n);
  };
  stream.addEventListener("resync", news);
  stream.onerror = () => { if (stream.readyState === EventSource.CLOSED) setTimeout(listen, 2000); };
}

if (!await look(first)) {
  const kept = await queue.lastView();
  if (kept && !view) take(kept);
}
listen();
setInterval(() => {
  for (const each of document.querySelectorAll(".used"))
    each.textContent = minutes(used(view, view.seats.find(({ seat }) => seat === each.dataset.seat), now()));
}, 1000);
setInterval(() => view?.over && !view.closed && !document.hidden && look(), AGAIN);
if (!queue.stored) tell(t["told.unstored"]);
