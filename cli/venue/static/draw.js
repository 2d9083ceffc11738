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

/**
 * A text of a game in which players are called by their names instead of the ids of their seats (VN-19.10): an id that is no
 * word, and one that is where a name stands, as before a comma; `ana.hand` is hers.
 */
export function inNames(text, view) {
  const parts = String(text ?? "").split(/([\w-]+)/);
  return parts.map((word, at) => {
    const name = at % 2 && nameOf(view, word);
    if (!name || name === word) return word;
    const [before, after] = [parts[at - 1], parts[at + 1]];
    const owns = after === "." && parts[at + 2];
    if (owns) parts[at + 1] = "'s ";
    const stands = /[\d-]/.test(word) || owns || (at === 1 && !before) || /[,;:([] *$/.test(before) || /^('s|[,;:.)\]]|$)/.test(after);
    return stands ? name : word;
  }).join("");
}

/** An entry in names and words, without ids and the signs of the notation (VN-19.10). */
export function worded(text, view, t) {
  const all = /^opened: (.+)$/.exec(text);
  if (all) return filled(t.opened, all[1].split(", ").map((seat) => nameOf(view, seat)).join(", "));
  const [who, ...rest] = text.split(" ");
  const name = view.people?.[who] ?? view.seats?.find((each) => each.seat === who)?.name;
  if (!name) return inNames(text, view);
  const said = ` ${rest.join(" ")}`.replaceAll('"', "").replace(/ ([a-z][\w-]*)=(yes\b|no\b)?/g,
    (_, field, answer) => `, ${answer === "no" ? "not " : ""}${field.replace(/[_-]/g, " ")}${answer ? "" : " "}`);
  return `${name}:${inNames(said, view)}`;
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

/** The score line: who plays, whose turn it is, how it stands, the time used. */
export const score = (view, t, now) => [
  ...(view.seats ?? []).map((seat) =>
    el("p", { className: seat.seat === view.active ? "seat active" : "seat" },
      seat.seat === view.active && el("span", { className: "sign", title: t.active }, "▶"),
      el("span", { className: "name" }, nameOf(view, seat.seat)),
      el("b", {}, seat.score ?? ""),
      used(view, seat, now) > 0 &&
        el("small", { className: "used", title: t.used, "data-seat": seat.seat }, minutes(used(view, seat, now))))),
  (view.over || view.turn) && el("p", { className: "turn" }, view.over ? told(t.over, view.over) : filled(t.turn, view.turn)),
].filter(Boolean);

/** The board: titled rows, and a map where there is one. */
export const board = (view) =>
  [...(view.board ?? []), ...(view.own ?? [])].map(({ title, rows = [], grid = [] }) =>
    el("section", { className: "panel", ...GAME },
      el("h3", { "aria-level": 2 }, nameOf(view, title)),
      grid.length > 0 && el("table", { className: "map" }, grid.map((row) =>
        el("tr", {}, row.map((cell) => el("td", {}, cell))))),
      el("dl", {}, rows.map(([label, text]) => el("div", {}, el("dt", {}, inNames(label, view)), el("dd", {}, inNames(text, view)))))));

/** An entry of the log as a line. */
export function line(entry, view, t) {
  const own = entry.own || /^opened: /.test(entry.line) || OWN.includes(entry.event?.type);
  const said = entry.status ? t.entry : view.sealed && !entry.verdict ? t.recorded : t[entry.verdict] ?? entry.verdict;
  const marks = entry.undone ? t.undone : said;
  const kind = entry.status ? "waiting" : entry.undone ? "undone" : (entry.verdict ?? "").replace(" ", "-");
  return el("li", { className: `entry ${kind}` },
    el("span", { className: "number" }, entry.seq ?? "…"),
    el(entry.undone ? "s" : "span", { className: "said", ...!own && GAME }, entry.plain ? entry.line : worded(entry.line, view, t)),
    el("span", { className: "verdict" },
      `${entry.undone ? "↶" : entry.status ? "⋯" : SIGNS[entry.verdict] ?? "•"} ${marks || ""}`,
      entry.verdict === "illegal" && ` ${entry.rule ?? ""}`),
    entry.why && el("span", { className: "why", ...GAME }, inNames(entry.why, view)));
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
  const label = each.label.replace(/ *\.\.\.$/, "");
  const verb = group && label.startsWith(`${group} `) ? group : "";
  const more = each.opens?.length || each.steps?.length ? " …" : "";
  return button(
    [
      seats > 1 && each.seat && el("span", { className: "whose" }, nameOf(view, each.seat)),
      verb && el("span", { className: "verb" }, verb), inNames(verb ? label.slice(verb.length) : label, view), more,
      hint && el("small", {}, inNames(hint, view)),
    ],
    () => go(each),
    { className: each.due ? "due" : label.length > 26 ? "long" : "", ...!each.own && GAME },
  );
}

/** What the open step asks, as buttons that go on; act is steps.js bound to the half entry. */
export function ask(half, view, t, act) {
  const step = asked(half);
  const game = half.button.own === true ? {} : GAME;  // `label`: its name alone is the page's
  const chips = [], named = (text) => inNames(text, view);
  const beside = half.aside ? [] : optional(half).flatMap((each) => {
    const said = saidOf(half, each.field);
    const chip = (text, pressed, go) => button(text, go, { className: "chip", "aria-pressed": pressed, ...game });
    if (each.ask === "pick" && each.values?.length <= CHIPS) return each.values.map((value) => {
      const pressed = JSON.stringify(said?.value) === JSON.stringify(value.value);
      return chip(named(value.text), pressed, () => act(pressed ? "without" : "set", each.field, value.value, value.text));
    });
    return chip(said ? named(said.text) : `${each.title || each.field} …`, !!said, () => act(said ? "without" : "beside", each.field));
  });
  const head = el("p", { className: "asked", id: "asked", ...!half.button.own && GAME },
    el("b", {}, [half.button.label, ...half.said.filter((each) => !each.alone).map((each) => each.text)].map(named).join(" ")),
    step && ` – ${step.title || step.field}`);
  const body = el("div", { className: "answers" });
  const put = (...children) => body.append(...children);
  const text = (kind, send) => {
    const field = el(kind, { className: "typed", "aria-labelledby": "asked", maxLength: step.most || 2000, placeholder: step.such_as ?? "" });
    put(field, button(t.ok, () => field.value.trim() && send(field.value.trim()), { className: "due" }));
  };
  const kinds = {
    pick: () => fewOf(step.values ?? [], (each) => button(named(each.text), () => act("answered", each.value, each.text), game), put, () => body, t),
    several() {
      const left = (step.values ?? []).map((each, at) => ({
        each, text: each.text, count: (step.counts?.length ? step.counts[at] : 99) - half.part.filter((taken) => taken.text === each.text).length }));
      chips.push(...half.part.map((each, at) =>
        button([named(each.text), " ×"], () => act("removed", at), { className: "chip", "aria-label": filled(t.remove, named(each.text)), ...game })));
      fewOf(left, ({ each, count }) =>
        button([named(each.text), count > 1 && count < 99 && step.counts?.length > 0 && el("small", {}, `×${count}`)], () => act("added", each), { disabled: count < 1, ...game }), put, () => body, t);
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
    const shown = el("output", { className: "shown", "aria-live": "polite" });
    const key = (text, go, more) => button(text, go, { className: "key", ...more });
    const enter = key(t.ok, () => act("answered", number(step, shown.value)), { className: "key due", disabled: true });
    const type = (typed) => {
      shown.value = typed.slice(0, 7);
      enter.disabled = number(step, shown.value) === undefined;
    };
    put(...usual.map(([text, value]) => button(text, () => act("answered", value, text))),
      el("div", { className: "pad", onkeydown: (event) => /^[\d.,]$/.test(event.key) ? type(shown.value + event.key)
        : event.key === "Backspace" && type(shown.value.slice(0, -1)) },
        shown, el("small", {}, filled(t.between, step.least ?? 0, step.most ?? 0)),
        [..."123456789"].map((digit) => key(digit, () => type(shown.value + digit))),
        step.ask === "mm" ? key(".", () => type(`${shown.value}.`)) : key("⌫", () => type(shown.value.slice(0, -1)), { "aria-label": t.delete }),
        key("0", () => type(`${shown.value}0`)),
        step.ask === "mm" && key("⌫", () => type(shown.value.slice(0, -1)), { "aria-label": t.delete }), enter));
  }
  if (step) kinds[step.ask]();
  if (step?.later) put(button(t.later, () => act("answered", undefined, "")));
  if (!step) put(button(t.done, () => act("send"), { className: "due" }));
  return [el("div", { className: "above" }, head, el("div", { className: "chips" }, chips, beside)), body];
}
