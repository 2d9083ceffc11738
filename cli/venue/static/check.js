/**
 * A deck check: what is ticked, when it began and what is written stay on this device, so that a
 * reload or a dead battery loses nothing; one entry is sent at the end, by an id that is kept until
 * it is in, so that twice is once.
 */

import { spoken } from "./live.js";
import { uuid7 } from "./stamp.js";

const form = document.getElementById("check");
const { event, player, round, table, registered } = form.dataset;
const texts = JSON.parse(form.dataset.texts);
const key = `check/${event}/${round}/${player}/${registered}`;
const boxes = [...form.querySelectorAll("[data-copy]")];
const wrong = form.querySelector("[data-wrong]");
const took = form.querySelector("[data-took]");
const left = form.querySelector("[data-left]");

let kept = { ticked: [], begun: 0, ended: 0, id: "", fields: {} };
try {
  kept = { ...kept, ...JSON.parse(localStorage.getItem(key) ?? "{}") };
} catch {
  // nothing is kept in this browser: the open page is all there is
}

function keep() {
  kept.ticked = boxes.filter((each) => each.checked).map((each) => each.dataset.copy);
  kept.fields = Object.fromEntries(new FormData(form));
  try {
    localStorage.setItem(key, JSON.stringify(kept));
  } catch {
    // as above
  }
  tell();
}

/** The seconds that it has taken, at most those that an entry holds. */
function seconds() {
  return kept.begun ? Math.max(0, Math.min(86_400, Math.round(((kept.ended || Date.now()) - kept.begun) / 1000))) : 0;
}

function tell() {
  const now = seconds();
  took.textContent = `${Math.floor(now / 60)}:${String(now % 60).padStart(2, "0")}`;
  form.querySelector("[data-begin]").disabled = !!kept.begun;
  const open = boxes.filter((each) => !each.checked).length;
  left.textContent = boxes.length ? (open ? texts.left.replace("{0}", open).replace("{1}", boxes.length) : texts.done) : "";
  left.className = open ? "doubt" : "good";
}

function begin() {
  kept.begun ||= Date.now();
}

/** What is not ticked, as words to begin with: `2 Elk, 1 Wolf`. */
function lacking() {
  const cards = new Map();
  for (const each of boxes) {
    if (!each.checked) cards.set(each.dataset.card, (cards.get(each.dataset.card) ?? 0) + 1);
  }
  return [...cards].map(([card, many]) => `${many} ${card}`).join(", ");
}

async function post(act, said) {
  const answer = await fetch(`/api/tournaments/${encodeURIComponent(event)}/${act}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Referee": "1" },
    body: JSON.stringify(said),
  });
  if (answer.ok) return "";
  const told = await answer.json().catch(() => ({}));
  spoken(wrong, told.lang);
  return [told.what ?? told.error, told.hint].filter(Boolean).join(". ") || String(answer.status);
}

for (const each of boxes) each.checked = kept.ticked.includes(each.dataset.copy);
for (const [name, value] of Object.entries(kept.fields)) {
  if (form.elements[name]) form.elements[name].value = value;
}

form.addEventListener("change", ({ target }) => {
  if (target.matches("[data-copy]")) begin();
  const { differs, found } = form.elements;
  if (target.name === "found" && found.value !== "right" && !differs.value && kept.ticked.length) {
    const lacks = lacking();
    if (lacks) differs.value = texts.lacks.replace("{0}", lacks);
  }
  keep();
});
form.addEventListener("input", keep);
form.addEventListener("click", ({ target }) => {
  if (target.closest("[data-begin]")) begin();
  else if (target.closest("[data-next]")) {
    const next = target.closest("li").querySelector("[data-copy]:not(:checked)");
    if (!next) return;
    next.checked = true;
    begin();
  } else return;
  keep();
});

form.addEventListener("submit", async (submitted) => {
  submitted.preventDefault();
  const button = form.querySelector("button.due");
  if (button.disabled) return;
  button.disabled = true;
  kept.ended ||= Date.now();
  kept.id ||= uuid7(Date.now());
  keep();
  spoken(wrong, "");
  wrong.textContent = texts.sending;
  const { found, differs, kind } = kept.fields;
  const said = { id: kept.id, player, round: +round, kind, seconds: seconds(), found, differs: differs.trim() };
  try {
    const refused = await post("deck-check", said);
    if (!refused) {
      localStorage.removeItem(key);
      location.reload();
      return;
    }
    wrong.textContent = `✗ ${refused}`;
    kept.id = "";
    kept.ended = 0;
    keep();
  } catch {
    spoken(wrong, "");
    wrong.textContent = texts.unsent;
  }
  button.disabled = false;
});

for (const give of document.querySelectorAll("[data-extend]")) {
  const id = uuid7(Date.now());
  give.addEventListener("click", async () => {
    give.disabled = true;
    try {
      const said = { id, table: +table, round: +round, seconds: +give.dataset.extend, cause: "check" };
      const refused = await post("extend", said);
      if (!refused) return location.reload();
      wrong.textContent = `✗ ${refused}`;
    } catch {
      wrong.textContent = texts.unsent;
    }
    give.disabled = false;
  });
}

addEventListener("online", () => kept.id && form.requestSubmit());
setInterval(tell, 1000);
tell();
