/**
 * The page of somebody who wants to know where to play and how it stands: found by name on the
 * device, from the one answer that all get.
 */

import { follow, head, made, said, texts } from "./event.js";

const KEPT = "referee.watch.name";
const field = document.querySelector("[data-name]");
const places = document.querySelector("[data-places]");
const standings = document.querySelector("[data-standings]");
const header = document.querySelector("[data-head]");
const found = document.querySelector("[data-found]");
const report = document.querySelector("[data-report]");
const titles = {
  places: document.querySelector("[data-places-title]"),
  standings: document.querySelector("[data-standings-title]"),
};

let told = null;

/** A tiebreak as the head of a column; most are abbreviations. */
const short = (word) => texts[`word.${word}`] ?? word;

/** Letters without accents and case, so that a phone's keyboard is enough. */
function plain(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

function cells(kind, texts) {
  const line = document.createElement("tr");
  line.append(...texts.map((text, n) => made(kind, n === 1 ? "" : "number", text)));
  return line;
}

function draw() {
  if (!told) return;
  head(told);
  report.hidden = told.phase !== "over";
  const sought = plain(field.value.trim());
  const fits = (name) => plain(name).includes(sought);
  const seated = (told.places ?? []).filter(
    (each) => !sought || fits(each.name) || String(each.table ?? "") === sought,
  );
  places.replaceChildren(
    ...seated.map((each) => {
      const line = document.createElement("li");
      line.append(made("strong", "at", each.table ? said("table", each.table) : said("bye")));
      line.append(made("span", "name", each.name));
      if (each.against) line.append(made("small", "against", said("against", each.against)));
      return line;
    }),
  );
  titles.places.hidden = !seated.length;
  titles.places.textContent = said("pairings", told.round ?? 0);
  const ranked = (told.standings ?? []).filter((each) => !sought || fits(each.name));
  header.replaceChildren(cells("th", ["", said("player"), said("points"), ...(told.words ?? []).map(short)]));
  standings.replaceChildren(
    ...ranked.map((each) =>
      cells("td", [
        `${each.place}${each.shared ? "=" : ""}`,
        each.left ? said("left", each.name) : each.name,
        each.points,
        ...(each.tiebreaks ?? []),
      ]),
    ),
  );
  header.hidden = !ranked.length;
  titles.standings.hidden = !ranked.length;
  titles.standings.textContent = said("standings", told.after ?? 0);
  const entered = (told.entrants ?? []).filter((each) => !sought || fits(each));
  if (entered.length) {
    titles.places.hidden = false;
    titles.places.textContent = said("names");
    places.replaceChildren(...entered.map((each) => made("li", "", each)));
  }
  const none = sought && !seated.length && !ranked.length && !entered.length;
  found.textContent = none ? said("none", field.value.trim()) : "";
}

try {
  field.value = localStorage.getItem(KEPT) ?? "";
} catch {
  // a browser that keeps nothing asks for the name again
}
field.addEventListener("input", () => {
  try {
    localStorage.setItem(KEPT, field.value);
  } catch {
    // as above
  }
  draw();
});
follow(
  "/api/show",
  (now) => {
    told = now;
    draw();
  },
  { every: 60000, spread: 2000 },
);
