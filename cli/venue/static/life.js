/** The page of a table while less is told than all: big counters, turns, the way to all (VN-17). */
import { button, el, filled, GAME, inText, inWords, minutes, nameOf, ofGame, wonAndUsed } from "./draw.js";
import { now as time } from "./recording.js";

/** What language the page speaks, where it is not the game. */
const page = document.documentElement.lang;
/** Taps on one score within this are one entry, in ms (VN-17.8). */
const TOGETHER = 1500;
/** What is sent is among what waits by then, in ms. */
const SOON = 1000;
/** A counter's button that is held goes on by itself: after so many ms, and so often. */
const HELD = 450, AGAIN = 220;

/**
 * The light part of a table's page.
 * @param {{view: () => object, items: () => object[], t: object, draw: () => void, sayer: (sides?: string[]) => string,
 *   send: (event: object, line: string, seat: string, forced?: object[], told?: string) => void}} page
 */
export function life({ view, items, t, draw, send, sayer }) {
  const tapped = new Map();  // by counter, what it shows until it is sent
  const going = new Map();  // by counter, what was sent and is not yet among what waits
  let held = null;  // the button that is held
  let pad = null, form = null, opposite = localStorage.getItem("opposite") === "yes";
  /** Whether turns are left out, on this device; where more than two play, until somebody wants them told (VN-17.18). */
  const untold = () => (localStorage.getItem("turns") ?? (view().seats.length > 2 ? "no" : "yes")) === "no";

  const key = (each) => `${each.owner} ${each.measure}`;
  const light = () => view().light;
  const firstMeasure = () => light().counters?.[0]?.measure;
  const others = (seat) => view().seats.map((each) => each.seat).filter((each) => each !== seat);

  /** What a counter shows: what is tapped, else what waits, else what is written. */
  function shows(each) {
    const waits = items().filter(({ event }) => event?.type === "score" && event.seat === each.owner &&
      (event.measure || firstMeasure()) === each.measure).at(-1);
    if (waits || each.value === going.get(key(each))) going.delete(key(each));
    return tapped.get(key(each))?.value ?? waits?.event.value ?? going.get(key(each)) ?? each.value ?? null;
  }

  function change(each, value) {
    const before = tapped.get(key(each));
    clearTimeout(before?.timer);
    const bounded = Math.max(-9999, Math.min(9999, value));
    tapped.set(key(each), { each, value: bounded, timer: setTimeout(() => flush(key(each)), TOGETHER) });
    if (held?.shown.isConnected) held.shown.textContent = bounded;  // the button stays under the finger
    else draw();
  }

  /** A button is held: it counts on until it is let go, in one tap. */
  function hold(each, step, button) {
    release();
    const shown = button.closest(".counter").querySelector(".figure");
    const on = () => {
      held.counted = true;
      change(each, (shows(each) ?? 0) + step);
      held.timer = setTimeout(on, AGAIN);
    };
    held = { shown, button, counted: false, timer: setTimeout(on, HELD) };
  }

  function release() {
    if (!held) return;
    const { counted, timer } = held;
    clearTimeout(timer);
    held = null;
    if (counted) draw();
  }
  for (const over of ["pointerup", "pointercancel", "blur"]) addEventListener(over, release);

  /** A score goes out as the figure that it is now (VN-17.3). */
  function flush(which) {
    const { each, value, timer } = tapped.get(which) ?? {};
    if (!each) return;
    clearTimeout(timer);
    tapped.delete(which);
    const beside = each.measure === firstMeasure() ? {} : { measure: each.measure };
    if (value !== (shows(each) ?? NaN)) {
      going.set(which, value);
      setTimeout(() => going.delete(which) && draw(), SOON);
      send({ type: "score", seat: each.owner, value, ...beside }, `${each.owner} score ${value}`, each.owner, [], `${nameOf(view(), each.owner)}: ${inText(view(), each.measure)} ${value}`);
    } else draw();
  }
  const flushAll = () => [...tapped.keys()].forEach(flush);
  addEventListener("pagehide", flushAll);
  document.addEventListener("visibilitychange", () => document.hidden && flushAll());

  function begins(seat, how) {
    flushAll();
    send({ type: "begins", seat, ...how && { how } }, `${seat} begins`, seat, [], filled(t.begins, nameOf(view(), seat)));
  }

  const pads = () => el("div", { className: "answers pad" },
    [1, 2, 3, 4, 5, 6, 7, 8, 9, "−", 0, "⌫"].map((sign) => button(String(sign), () => {
      pad.text = sign === "⌫" ? pad.text.slice(0, -1) : sign === "−" ? (pad.text.startsWith("-") ? pad.text.slice(1) : `-${pad.text}`) : `${pad.text}${sign}`.slice(0, 5);
      draw();
    })),
    button(t.cancel, () => { pad = null; draw(); }, { className: "word" }),
    button(`${t.ok} ${pad.text}`, () => {
      const value = Number.parseInt(pad.text, 10), { each } = pad;
      pad = null;
      if (Number.isNaN(value)) return draw();
      change(each, value);
      flush(key(each));
    }, { className: "due word" }));

  /** What a figure turns into: one less of it and one more of the other, in one tap. */
  function turnsInto(each) {
    const other = each.into && light().counters.find(({ owner, measure }) => owner === each.owner && measure === each.into);
    return other && button(`→ ${inText(view(), each.into)}`, () => {
      change(each, shows(each) - 1);
      change(other, (shows(other) ?? 0) + 1);
    }, { disabled: !(shows(each) > 0), "aria-label": `${nameOf(view(), each.owner)}: ${inText(view(), each.measure)} → ${inText(view(), each.into)}`, ...spoken(each.measure) });
  }

  /** In whose words a measure is read out. */
  const spoken = (measure) => view().said?.[measure] === undefined ? GAME : {};

  /** A counter: its figure, which opens the pad, and how a tap changes it. */
  function counter(each, at) {
    const value = shows(each);
    const name = nameOf(view(), each.owner), measure = inText(view(), each.measure);
    const many = (view().light.counters ?? []).some((other) => other.owner === each.owner && other.measure !== each.measure);
    const by = (step) => button(step > 0 ? `+${step}` : `−${-step}`, () => change(each, (shows(each) ?? 0) + step),
      { disabled: value === null, onpointerdown: ({ button: which, currentTarget }) => which === 0 && hold(each, step, currentTarget),
        oncontextmenu: (event) => event.preventDefault(), "aria-label": `${name}: ${measure} ${step > 0 ? "+" : "−"}${Math.abs(step)}` });
    return el("section", { className: `counter ${opposite && at === 0 ? "turned" : ""} ${tapped.has(key(each)) ? "going" : ""}`, "aria-label": `${name}, ${measure}`, ...spoken(each.measure) },
      el("p", { className: "who" },
        each.owner === view().active && !untold() && el("span", { className: "sign", title: t.active }, "▶ "),
        many && [ofGame(inWords(view(), each.measure)), " · "], el("span", { className: "name" }, name),
        each.measure === firstMeasure() && [
          each.owner === light().first && el("small", { className: "first", lang: page }, ` ${filled(t.wentFirst, "").trim()}`),
          each.owner === view().active && !untold() && el("small", { lang: page }, ` ${filled(t.turn, view().turn)}`),
          wonAndUsed(view(), view().seats.find(({ seat }) => seat === each.owner), t, time()).map((mark) => mark && [" ", mark])]),
      button([el("output", { className: "figure" }, value ?? "?"), value === null && el("small", { lang: page }, t.starts)],
        () => { pad = { each, text: "" }; draw(); }, { className: "figure-button", "aria-label": `${name}, ${measure}: ${value ?? "?"}`, "aria-describedby": "pad" }),
      el("div", { className: "by" }, [...each.steps ?? []].sort((one, other) => one - other).map(by), turnsInto(each)));
  }

  /** Who goes first, then whose turn comes next. */
  function turns() {
    const { turns: told, first } = light();
    const now = view();
    if (!told) return null;
    const begun = items().filter(({ event }) => event?.type === "begins").at(-1)?.event.seat;  // told here, not yet in the view
    if (!first && !now.turn && !begun) return el("div", { className: "first-asked" },
      el("p", { className: "asked" }, t.first),
      el("div", { className: "answers" },
        now.seats.map(({ seat }) => button(nameOf(now, seat), () => begins(seat))),
        button(t.lots, () => begins(now.seats[Math.floor(Math.random() * now.seats.length)].seat, "drawn"))));
    if (untold()) return null;
    const seats = others(begun ?? now.active);
    const next = seats.length === 1 ? seats : now.seats.map((each) => each.seat);
    return el("div", { className: "answers turns" }, next.map((seat) => button(filled(t.next, nameOf(now, seat)), () => begins(seat))));
  }

  /** The result, where a figure says that the match may be over; never logged by itself. */
  function result() {
    const { won } = light();
    if (!won) return null;
    const now = view();
    const figures = (light().counters ?? []).filter((each) => each.measure === firstMeasure())
      .sort((one, other) => (other.owner === won) - (one.owner === won)).map(shows).join(" : ");
    const said = `${filled(t.won, nameOf(now, won))} ${figures}`;
    return button(said, () => { flushAll(); send({ type: "agree-result", by: now.by, winner: won }, `agree-result ${won}`, now.sits || won, [], said); }, { className: "due won" });
  }

  /** A position that the other side has declared: the same, or not so (VN-17.12). */
  function declared() {
    const { declared: sides = [], declared_at: at, changes = [] } = light();
    const now = view();
    if (!sides.length) return null;
    const who = sayer(sides), seat = now.sits || now.mine?.find((each) => !sides.includes(each));
    const own = !who || sides.includes(now.sits);
    return el("div", { className: "question" },
      el("p", { className: "asked" }, filled(own ? t.waitsFor : t.declares, sides.map((side) => nameOf(now, side)).join(", "))),
      el("ul", { className: "position", ...GAME }, changes.map((each) => el("li", {}, worded(each)))),
      !own && el("div", { className: "answers" },
        button(t.same, () => declare(changes, who), { className: "due" }),
        button(t.notSo, () => send({ type: "contest", seat, entry: at }, t.notSo, seat))));
  }

  /** A repair in the words of what was asked, where an answer makes it. */
  function worded(change) {
    for (const each of light().asks ?? []) for (const made of each.makes) {
      const [head, tail] = made.split("{}");
      if (tail !== undefined && change.startsWith(head) && change.endsWith(tail))
        return `${each.seat ? `${nameOf(view(), each.seat)}, ` : ""}${inText(view(), each.label)}: ${change.slice(head.length, change.length - tail.length)}`;
    }
    return change;
  }

  const declare = (changes, by = sayer()) => send(
    { type: "record", by, depth: "full", changes: changes.map((each) => each.split(/:(?! )/)) }, t["depth.full"], view().sits);

  /** What lies on the table, asked line by line (VN-17.13). */
  function asking() {
    const asks = light().asks ?? [];
    const answers = form.answers;
    const keep = (at, value) => (value === "" || value?.length === 0 ? answers.delete(at) : answers.set(at, value));
    const put = (at, value) => { keep(at, value); draw(); };
    const rows = asks.map((each, at) => {
      const label = `${each.seat ? `${nameOf(view(), each.seat)}: ` : ""}${inText(view(), each.label)}`;
      const said = answers.get(at);
      if (!each.answers?.length) {
        const kind = each.typed ? { type: "text", placeholder: t.names } : { type: "number", inputMode: "numeric", min: 0, max: 999 };
        const field = el("input", { ...kind, value: [said ?? ""].flat().join(", "), "aria-label": label });
        const texts = () => field.value.split(",").map((text) => text.trim()).filter(Boolean);
        field.onchange = () => keep(at, each.typed ? texts() : field.value);
        return el("label", {}, el("span", spoken(each.label), label), field);
      }
      const choice = el("select", { "aria-label": label }, el("option", { value: "" }, each.many ? t.add : "–"),
        each.answers.map((text) => el("option", { ...GAME, value: text, selected: !each.many && said === text }, text)));
      choice.onchange = () => choice.value && put(at, each.many ? [...said ?? [], choice.value] : choice.value);
      const chips = each.many ? (said ?? []).map((text, place) => button([text, " ×"],
        () => put(at, said.filter((_, other) => other !== place)), { className: "chip", "aria-label": filled(t.remove, text), ...GAME })) : [];
      return el("label", {}, el("span", spoken(each.label), label), choice, el("span", { className: "chips" }, chips));
    });
    const made = () => asks.flatMap((each, at) => [answers.get(at) ?? []].flat().flatMap((answer) =>
      each.makes.map((change) => change.replace("{}", () => answer))));
    return el("div", { className: "position-form" },
      el("p", { className: "asked" }, t.here), el("p", {}, t.hereWhy), rows,
      el("div", { className: "answers" },
        button(t.cancel, () => { form = null; draw(); }),
        button(t.declare, () => { const changes = made(); form = null; declare(changes); }, { className: "due" })));
  }

  function since() {
    const { began } = light();
    const seconds = Math.max(0, Math.floor(Date.now() / 1000 - began));
    return seconds >= 24 * 3600 ? "" : minutes(seconds);
  }
  setInterval(() => {
    const clock = document.querySelector(".since");
    if (clock && light()) clock.textContent = since();
  }, 1000);

  /** An entry in the words of the table. */
  function said(entry) {
    if (entry.event) return { ...entry, line: entry.told ?? entry.line, plain: true };  // tapped here, and told in words then
    const score = /^(\S+) score (-?\d+)(?: (?:measure=)?(\S+))?$/.exec(entry.line);
    const begun = /^(\S+) begins\b/.exec(entry.line);
    const record = /^(\S+) record (life|key-plays|result)$/.exec(entry.line);
    const line = score ? `${nameOf(view(), score[1])}: ${inText(view(), score[3] ?? firstMeasure() ?? "")} ${score[2]}`
      : begun ? filled(t.begins, nameOf(view(), begun[1]))
      : record ? `${nameOf(view(), record[1])}: ${t[`depth.${record[2]}`]}` : entry.line;
    const trusted = entry.verdict === "on trust";
    return { ...entry, line, plain: Boolean(score || begun || record), own: Boolean(begun || record || (score && view().said)), ...trusted && { verdict: "legal", why: "" } };
  }

  return {
    said,
    /** Whether an entry takes another one back, which says so itself. */
    takesBack: ({ line, event }) => event?.type === "strike" || /^\S+ strike \d+/.test(line ?? ""),
    /** What stands where the buttons of a full record do. */
    main() {
      if (pad) return [el("p", { className: "asked" }, `${nameOf(view(), pad.each.owner)}, `, ofGame(inWords(view(), pad.each.measure)), `: ${pad.text || "…"}`), pads()];
      if (form) return asking();
      const counters = light().counters ?? [];
      const place = counters.filter((each) => each.measure === firstMeasure());
      const beside = counters.filter((each) => each.measure !== firstMeasure());
      return [declared(), result(), el("span", { id: "pad", hidden: true }, t.pad),
        el("div", { className: `counters of-${place.length}` }, place.map(counter)),
        beside.length > 0 && el("div", { className: "counters beside" }, beside.map(counter)),
        turns()];
    },
    /** What the line of the state says beside; the counters say the rest. */
    head: () => [el("span", { className: "since", title: t.time }, since()),
      light().first && !light().counters?.length && el("span", {}, filled(t.wentFirst, nameOf(view(), light().first)))],
    busy: () => Boolean(pad || form || tapped.size),
    state: () => [[...tapped.values()].map(({ value }) => value), pad?.text, pad && key(pad.each), untold(), form && [...form.answers].filter(([at]) => light().asks[at]?.answers?.length), opposite, items().length],
    full() { form = { answers: new Map() }; draw(); },
    turnless: untold,
    leaveTurns() { localStorage.setItem("turns", untold() ? "yes" : "no"); draw(); },
    turn() { opposite = !opposite; localStorage.setItem("opposite", opposite ? "yes" : "no"); draw(); },
    /** What is tapped and not sent yet is dropped, and whether anything was. */
    back() {
      const was = pad || form || tapped.size;
      for (const { timer } of tapped.values()) clearTimeout(timer);
      tapped.clear();
      pad = form = null;
      if (was) draw();
      return Boolean(was);
    },
  };
}
