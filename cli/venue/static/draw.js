/** What the page of a table draws, from data to elements; names and remarks are text nodes only. */
import { asked, faces, number, optional, saidOf, throwing } from "./steps.js";

/** An element: properties, attributes (with a "-" or "role"), handlers, and its children. */
export function el(tag, props = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(props))
    if (/-|role/.test(name)) made.setAttribute(name, value);
    else made[name] = value;
  made.append(...children.flat(9).filter((child) => child || child === 0));
  return made;
}

/** A button with its full name. */
export const button = (text, onclick, props = {}) => el("button", { type: "button", onclick, ...props }, text);

/** A way to another page, as a button. */
export const link = (href, text, kind = "") => el("a", { href, className: `button ${kind}` }, text);

/** A text of the catalog, with what belongs into it. */
export const filled = (text, ...words) => text.replace(/\{(\d)\}/g, (_, at) => words[at]);

/** What is in the words of the game, whatever language the page speaks (VN-15.2). */
export const GAME = { lang: "en" };
export const ofGame = (text) => el("span", GAME, text);

/** A text of the catalog, with what belongs into it in the words of the game. */
export const told = (text, ...words) =>
  text.split(/(\{\d\})/).map((part) => /^\{\d\}$/.test(part) ? ofGame(words[part[1]]) : part);

/** What is tapped here and shown in the words of the page until it is written. */
const OWN = ["confirm", "record", "begins", "contest", "kept-hand", "shows-hand"];
const SOME = 60, MANY = 16, CHIPS = 8;
const SIGNS = { legal: "✓", "on trust": "◐", illegal: "✗" };

export const nameOf = (view, seat) => view.seats?.find((each) => each.seat === seat)?.name || seat;

/** A text of the view as the server has it shown: in the names of people. It is sent and typed as it is (VN-19.10). */
export const named = (view, text) => view.named?.[text] ??
  String(text ?? "").split(", ").map((each) => view.named?.[each] ?? each).join(", ");

/** A text of the view as it is read out: in the language of the page where there is one. */
export const inText = (view, text) => view.said?.[text] ?? named(view, text);

/** The same to be shown: what is in the words of the page says so. */
export const inWords = (view, text) => view.said?.[text] === undefined ? named(view, text) : el("span", { lang: document.documentElement.lang }, view.said[text]);

/** What is shown of what was tapped here, or of an entry: names and words, without ids and the signs of the notation. */
export function worded({ told, line }, view, t) {
  const text = told ?? named(view, line), all = /^opened: (.+)$/.exec(text);
  return all ? filled(t.opened, all[1]) : text;
}

/** Seconds in words of a clock: `1:05`, `1:02:03`. */
export function minutes(seconds) {
  const [hours, left] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const parts = [...hours ? [hours] : [], left, Math.floor(seconds % 60)];
  return parts.map((part, at) => (at ? String(part).padStart(2, "0") : part)).join(":");
}

const DAY = 24 * 3600;

/** The time that the turns of a seat have used, at `now` in ms by the clock of the server; none of a turn that was left alone. */
export function used(view, seat, now) {
  const on = seat.seat === view.active && view.began ? Math.max(0, now / 1000 - view.began) : 0;
  return (seat.used ?? 0) + (on < DAY ? on : 0);
}

/** The games of the contest that a seat has won, and the time that it has used. */
export const wonAndUsed = (view, seat, t, now) => [
  seat?.won > 0 && el("small", { className: "won-games", role: "img", "aria-label": filled(t.wonGames, seat.won), title: filled(t.wonGames, seat.won) }, "●".repeat(seat.won)),
  seat && used(view, seat, now) > 0 &&
    el("small", { className: "used", title: t.used, "data-seat": seat.seat }, minutes(used(view, seat, now))),
];

/** The score line: who plays, whose turn it is, how the game and the match stand, the time used. */
export const score = (view, t, now) => [
  ...(view.seats ?? []).map((seat) =>
    el("p", { className: seat.seat === view.active ? "seat active" : "seat" },
      seat.seat === view.active && el("span", { className: "sign", title: t.active }, "▶"),
      el("span", { className: "name" }, nameOf(view, seat.seat)),
      el("b", {}, seat.score ?? ""),
      wonAndUsed(view, seat, t, now))),
  (view.over || view.turn) && el("p", { className: "turn" }, view.over ? told(t.over, inWords(view, view.over)) : filled(t.turn, view.turn)),
].filter(Boolean);

/** The board: titled rows, and a map where there is one. */
export const board = (view) =>
  [...(view.board ?? []), ...(view.own ?? [])].map(({ title, rows = [], grid = [] }) =>
    el("section", { className: "panel", ...GAME },
      el("h3", { "aria-level": 2 }, inWords(view, title)),
      grid.length > 0 && el("table", { className: "map" }, grid.map((row) =>
        el("tr", {}, row.map((cell) => el("td", {}, cell))))),
      el("dl", {}, rows.map(([label, text]) => el("div", {}, el("dt", {}, inWords(view, label)), el("dd", {}, inWords(view, text)))))));

/** An entry of the log as a line. */
export function line(entry, view, t) {
  const own = entry.own || /^opened: /.test(entry.line) || OWN.includes(entry.event?.type);
  const said = entry.status ? t.entry : view.sealed && !entry.verdict ? t.recorded : t[entry.verdict] ?? entry.verdict;
  const marks = entry.undone ? t.undone : said;
  const kind = entry.status ? "waiting" : entry.undone ? "undone" : (entry.verdict ?? "").replace(" ", "-");
  return el("li", { className: `entry ${kind}` },
    el("span", { className: "number" }, entry.seq ?? "…"),
    el(entry.undone ? "s" : "span", { className: "said", ...!own && GAME }, entry.plain ? entry.line : worded(entry, view, t)),
    el("span", { className: "verdict" },
      `${entry.undone ? "↶" : entry.status ? "⋯" : SIGNS[entry.verdict] ?? "•"} ${marks || ""}`,
      entry.verdict === "illegal" && ` ${entry.rule ?? ""}`),
    entry.filled && el("span", { className: "why" }, t.filled),
    entry.why && el("span", { className: "why", ...GAME }, inWords(view, entry.why)));
}

/** Where there are many buttons, some letters find one. */
export const sought = (count, within, t) => count > MANY ? [el("input", { className: "typed", type: "search", placeholder: t.find, "aria-label": t.find,
  oninput: ({ target }) => within().querySelectorAll("button:not(.due):not(.undo)").forEach((each) => {
    each.hidden = !each.textContent.toLowerCase().includes(target.value.toLowerCase());
  }) })] : [];

/** Buttons for values of which there may be many: the first ones, which are the likely ones, or those with the letters. */
function fewOf(all, make, put, within, t) {
  if (all.length <= SOME) return put(...sought(all.length, within, t), ...all.map(make));
  let shown = [];
  const field = el("input", { className: "typed", type: "search", placeholder: t.find, "aria-label": t.find, oninput: () => draw() });
  const draw = () => {
    for (const each of shown) each.remove();
    const letters = field.value.toLowerCase();
    shown = all.filter((each) => each.text.toLowerCase().includes(letters)).slice(0, SOME).map(make);
    field.after(...shown);
  };
  put(field);
  draw();
}

/** A button of the view. */
export function tap(each, view, seats, go) {
  const { group, hint } = each;
  const label = named(view, each.label).replace(/ *\.\.\.$/, "");
  const verb = group && label.startsWith(`${group} `) ? group : "";
  const more = each.opens?.length || each.steps?.length ? " …" : "";
  return button(
    [
      seats > 1 && each.seat && el("span", { className: "whose" }, nameOf(view, each.seat)),
      verb && el("span", { className: "verb" }, verb), verb ? label.slice(verb.length) : label, more,
      hint && el("small", {}, named(view, hint)),
    ],
    () => go(each),
    { className: each.due ? "due" : label.length > 26 ? "long" : "", ...!each.own && GAME },
  );
}

/** What the open step asks, as buttons that go on; act is steps.js bound to the half entry. */
export function ask(half, view, t, act) {
  const step = asked(half);
  const game = half.button.own === true ? {} : GAME;  // `label`: its name alone is the page's
  const chips = [], shown = (text) => named(view, text);
  const beside = half.aside ? [] : optional(half).flatMap((each) => {
    const said = saidOf(half, each.field);
    const chip = (text, pressed, go) => button(text, go, { className: "chip", "aria-pressed": pressed, ...game });
    if (each.ask === "pick" && each.values?.length <= CHIPS) return each.values.map((value) => {
      const pressed = JSON.stringify(said?.value) === JSON.stringify(value.value);
      return chip(shown(value.text), pressed, () => act(pressed ? "without" : "set", each.field, value.value, value.text));
    });
    return chip(said ? shown(said.text) : `${each.title || each.field} …`, !!said, () => act(said ? "without" : "beside", each.field));
  });
  const head = el("p", { className: "asked", id: "asked", ...!half.button.own && GAME },
    el("b", {}, [half.button.label, ...half.said.filter((each) => !each.alone).map((each) => each.text)].map(shown).join(" ")),
    step && ` – ${step.title || step.field}`);
  const body = el("div", { className: "answers" });
  const put = (...children) => body.append(...children);
  const text = (kind, send) => {
    const field = el(kind, { className: "typed", "aria-labelledby": "asked", maxLength: step.most || 2000, placeholder: step.such_as ?? "" });
    put(field, button(t.ok, () => field.value.trim() && send(field.value.trim()), { className: "due" }));
  };
  const kinds = {
    pick: () => fewOf(step.values ?? [], (each) => button(shown(each.text), () => act("answered", each.value, each.text), game), put, () => body, t),
    several() {
      const left = (step.values ?? []).map((each, at) => ({
        each, text: each.text, count: (step.counts?.length ? step.counts[at] : 99) - half.part.filter((taken) => taken.text === each.text).length }));
      chips.push(...half.part.map((each, at) =>
        button([shown(each.text), " ×"], () => act("removed", at), { className: "chip", "aria-label": filled(t.remove, shown(each.text)), ...game })));
      fewOf(left, ({ each, count }) =>
        button([shown(each.text), count > 1 && count < 99 && step.counts?.length > 0 && el("small", {}, `×${count}`)], () => act("added", each), { disabled: count < 1, ...game }), put, () => body, t);
      if (half.part.length >= (step.least ?? 0))
        chips.push(button(t.done, () => act("done"), { className: "due" }));
    },
    dice() {
      const { who, fell } = throwing(half);
      const values = faces(step);
      const past = half.part.filter((each) => each !== half.part.at(-1) || !fell.length);
      if (past.length) chips.push(el("span", { className: "tie" },
        filled(t.tie, past.map((each) => each.fell.join("-")).join(", "))));
      if (step.open && half.part.length && !fell.length) chips.push(button(t.done, () => act("allThrown"), { className: "due" }));
      const names = who.map((seat) => seat && nameOf(view, seat));
      if (who.length !== 2 || values.length > 6) {
        const at = fell.length;
        if (who.length > 1) chips.push(el("span", { className: "tie" },
          [names[at] || filled(t.left, at + 1, who.length), fell.join("-")].filter(Boolean).join(": ")));
        return put(...values.map((face) => button(face, () => act("thrown", face),
          { className: "face", "aria-label": `${names[at] || filled(t.die, at + 1)}: ${face}` })));
      }
      const [own, other] = [names[0] || t.own, names[1] || t.others];
      put(el("div", { className: "dice", role: "group", "aria-labelledby": "asked" },
        el("span", { className: "axis" }, `${own} ↓  ${other} →`),
        values.map((mine) => values.map((theirs) => button([el("b", {}, mine), "-", theirs], () => act("thrown", mine, theirs),
          { className: mine === theirs ? "pair tied" : "pair", "aria-label": `${own} ${mine}, ${other} ${theirs}` })))));
    },
    mm: () => pad((step.usual ?? []).map((value) => [`${value} ${t.mm}`, value])),
    number() {
      const [least, most] = [step.least ?? 0, step.most ?? 0];
      if (most - least > 11) return pad([]);
      for (let n = least; n <= most; n++) put(button(n, () => act("answered", n), { className: "face" }));
    },
    turned() {
      if (half.part.length) chips.push(el("span", { className: "tie" }, half.part.join(step.mark || ", ")));
      const cards = step.offers[half.part.length].filter((card) => !half.part.includes(card));
      put(...sought(cards.length, () => body, t), ...cards.map((card) => button(card, () => act("turned", card), game)));
    },
    words: () => text("textarea", (said) => act("answered", said)),
    typed: () => text("input", (said) => act("typed", said)),
    way: () => put(el("p", { className: "asked" }, "…")),
  };
  function pad(usual) {
    const figure = el("output", { className: "shown", "aria-live": "polite" });
    const key = (text, go, more) => button(text, go, { className: "key", ...more });
    const enter = key(t.ok, () => act("answered", number(step, figure.value)), { className: "key due", disabled: true });
    const type = (typed) => {
      figure.value = typed.slice(0, 7);
      enter.disabled = number(step, figure.value) === undefined;
    };
    put(...usual.map(([text, value]) => button(text, () => act("answered", value, text))),
      el("div", { className: "pad", onkeydown: (event) => /^[\d.,]$/.test(event.key) ? type(figure.value + event.key)
        : event.key === "Backspace" && type(figure.value.slice(0, -1)) },
        figure, el("small", {}, filled(t.between, step.least ?? 0, step.most ?? 0)),
        [..."123456789"].map((digit) => key(digit, () => type(figure.value + digit))),
        step.ask === "mm" ? key(".", () => type(`${figure.value}.`)) : key("⌫", () => type(figure.value.slice(0, -1)), { "aria-label": t.delete }),
        key("0", () => type(`${figure.value}0`)),
        step.ask === "mm" && key("⌫", () => type(figure.value.slice(0, -1)), { "aria-label": t.delete }), enter));
  }
  if (step) kinds[step.ask]();
  if (step?.later) put(button(t.later, () => act("answered", undefined, "")));
  if (!step) put(button(t.done, () => act("send"), { className: "due" }));
  return [el("div", { className: "above" }, head, el("div", { className: "chips" }, chips, beside)), body];
}
