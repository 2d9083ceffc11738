/**
 * The page of a projector: it shows what matters now, as much as fits, and turns its pages itself.
 */

import { follow, head, made, said } from "./event.js";

/** How wide a column of each kind is at least, in units of its height of a row. */
const WIDE = { door: 400, map: 400, places: 14, tables: 16, missing: 16, standings: 14, names: 8, bracket: 16 };
/** For how long a page stands: so many milliseconds, and for each row of it. */
const STANDS = 7000;
const FOR_ROW = 120;
const LONGEST = 20000;
/** `?row=10`: so many tables stand in a row, on the map; else they stand as the desk has said. */
const IN_A_ROW = Math.max(0, Number(new URLSearchParams(location.search).get("row")) || 0);
const USUAL = 8;
/** `?pace=2` turns the pages at half the speed. */
const PACE = Number(new URLSearchParams(location.search).get("pace")) || 1;
/** The first and last so many seconds of a round: who sits where, and who is missing. */
const EARLY = 600;
const LATE = 600;
/** How much larger rows are at most where there are few. */
const MOST_SCALE = 1.7;

const place = document.querySelector("[data-rows]");
const title = document.querySelector("[data-title]");
const pages = document.querySelector("[data-pages]");

let told = null;
let slide = 0;
let from = 0;
let timer = 0;

/** What is shown in turn just now: a title, a kind, and the rows. */
function slides() {
  const all = {
    door: { title: said("door"), kind: "door", rows: told.door ? [told.door] : [] },
    map: { title: said("map"), kind: "map", rows: inRows(told.tables ?? []) },
    names: { title: said("names"), kind: "names", rows: told.entrants ?? [] },
    places: { title: said("places"), kind: "places", rows: told.places ?? [] },
    tables: { title: said("tables"), kind: "tables", rows: told.tables ?? [] },
    missing: { title: said("missing"), kind: "missing", rows: told.missing ?? [] },
    standings: {
      title: said("standings", told.after ?? 0),
      kind: "standings",
      rows: told.standings ?? [],
    },
    bracket: { title: said("bracket"), kind: "bracket", rows: bracket() },
  };
  const found = wanted().map((name) => all[name]);
  return found.filter((each) => each.rows.length);
}

/** Which of them, by what the tournament is at. */
function wanted() {
  if (told.phase === "entries") return ["door", "names"];
  if (told.phase === "seating") return ["places", "map", "tables"];
  if (told.phase === "between" || told.phase === "over") return ["standings", "bracket"];
  const { clock = {}, missing = [], tables = [] } = told;
  const left = clock.ends ? (Date.parse(clock.ends) - Date.now()) / 1000 : clock.left;
  const gone = (clock.minutes ?? 0) * 60 - (left ?? 0);
  if (clock.minutes && gone < EARLY) return ["places", "map", "tables"];
  const late = clock.minutes ? left < LATE : missing.length * 2 <= tables.length;
  return late ? ["missing", "standings"] : ["tables", "standings", "bracket"];
}

/** The tables as they stand in the hall, a list for each row. */
function inRows(tables) {
  const last = Math.max(0, ...tables.map(({ table }) => table));
  const at = new Map(tables.map((each) => [each.table, each]));
  if (told.floor && !IN_A_ROW) {
    return told.floor.map((line) => line.map((number) => at.get(number) ?? null));
  }
  const wide = IN_A_ROW || USUAL;
  const rows = [];
  for (let first = 1; first <= last; first += wide) {
    rows.push(Array.from({ length: wide }, (_, n) => at.get(first + n) ?? null));
  }
  return rows;
}

/** A square to be scanned, dark on light in either scheme. */
function square(modules) {
  const space = "http://www.w3.org/2000/svg";
  const drawn = document.createElementNS(space, "svg");
  drawn.setAttribute("viewBox", `0 0 ${modules.length} ${modules.length}`);
  drawn.setAttribute("role", "img");
  drawn.setAttribute("aria-label", said("scan"));
  const path = document.createElementNS(space, "path");
  const cells = modules.flatMap((line, y) => [...line].map((on, x) => (on === "1" ? `M${x} ${y}h1v1h-1z` : "")));
  path.setAttribute("d", cells.join(""));
  drawn.append(path);
  return drawn;
}

function bracket() {
  return (told.bracket ?? []).flatMap((each) => [{ title: each.round ? said("round", each.round) : said("next") }, ...(each.tables ?? [])]);
}

function row(kind, told_) {
  const line = made("div", `row ${kind}`);
  line.setAttribute("role", "listitem");
  const add = (name, text) => line.append(made("span", name, text));
  if (kind === "names") add("name", told_);
  else if (kind === "door") {
    line.append(square(told_.square));
    add("at", told_.code);
    add("name", told_.address);
  } else if (kind === "map") {
    for (const each of told_) {
      const cell = made("span", each ? "cell" : "cell none", "");
      if (each) cell.append(made("b", "", each.table), made("small", "", `${each.a} – ${each.b}`));
      line.append(cell);
    }
  } else if (kind === "places") {
    add("name", told_.name);
    add("at", told_.table || said("bye"));
    add("against", told_.against ?? "");
  } else if (kind === "standings") {
    add("at", `${told_.place}${told_.shared ? "=" : ""}`);
    add("name", told_.name);
    add("points", told_.points);
    add("more", (told_.tiebreaks ?? []).join("  "));
  } else if (told_.title) {
    line.classList.add("part");
    add("name", told_.title);
  } else {
    add("at", told_.table || "");
    add("name", told_.a);
    add("score", kind === "missing" ? "" : told_.result || "–");
    add("name other", told_.b);
    if (told_.feature) line.classList.add("feature");
    if (told_.more) add("more", said("more", told_.more));
  }
  return line;
}

/** Show the page that is on, and turn it after a while. */
function draw() {
  clearTimeout(timer);
  const all = told ? slides() : [];
  if (!all.length) {
    place.replaceChildren();
    title.textContent = told ? "" : "…";
    pages.textContent = "";
    return;
  }
  if (slide >= all.length) [slide, from] = [0, 0];
  const { title: text, kind, rows } = all[slide];
  if (from >= rows.length) from = 0;
  place.dataset.kind = kind;
  title.replaceChildren(made("span", "", text), made("small", "", "\u00a0")); // its height counts
  const { columns, deep, scale } = room(kind, rows);
  place.style.setProperty("--scale", String(scale));
  const on = rows.slice(from, from + columns * deep);
  place.style.setProperty("--columns", String(columns));
  place.style.setProperty("--deep", String(Math.ceil(on.length / columns)));
  place.replaceChildren(...on.map((each) => row(kind, each)));
  const page = Math.floor(from / (columns * deep)) + 1;
  const count = Math.ceil(rows.length / (columns * deep));
  const names = kind === "places" && count > 1 ? `${on[0].name} – ${on.at(-1).name}` : "";
  title.replaceChildren(made("span", "", text), made("small", "", names || "\u00a0"));
  pages.replaceChildren(
    ...all.map((each, n) => {
      const mark = n === slide && count > 1 ? `${each.title} ${page}/${count}` : each.title;
      const element = made("span", n === slide ? "on" : "", mark);
      if (n === slide) element.setAttribute("aria-current", "page");
      return element;
    }),
  );
  timer = setTimeout(turn, PACE * Math.min(STANDS + FOR_ROW * on.length, LONGEST));
  place.dataset.per = String(columns * deep);
}

/** How many columns and rows fit, no more columns than are needed, and larger rows where few. */
function room(kind, rows) {
  place.style.setProperty("--scale", "1");
  const probe = row(kind, rows[0]);
  place.style.setProperty("--columns", "1");
  place.style.setProperty("--deep", "1");
  place.replaceChildren(probe);
  const high = probe.getBoundingClientRect().height || 32;
  const deep = Math.max(1, Math.floor(place.clientHeight / high));
  const able = Math.max(1, Math.floor(place.clientWidth / (WIDE[kind] * high)));
  const columns = Math.min(able, Math.ceil(rows.length / deep));
  const broad = columns === 1 ? place.clientWidth / (WIDE[kind] * high) : 1;
  const scale = Math.max(1, Math.min(MOST_SCALE, deep / rows.length, broad));
  return { columns, deep: Math.floor(deep / scale), scale };
}

function turn() {
  from += Number(place.dataset.per) || 1;
  const all = slides();
  if (from >= (all[slide]?.rows.length ?? 0)) {
    from = 0;
    slide = (slide + 1) % Math.max(1, all.length);
  }
  draw();
}

new ResizeObserver(draw).observe(place); // the window, or what stands above and below
follow(
  "/api/show",
  (now) => {
    if (told?.round !== now.round || told?.phase !== now.phase) [slide, from] = [0, 0];
    told = now;
    head(told);
    draw();
  },
  { every: 15000, spread: 300 },
);
