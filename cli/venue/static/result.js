/** The result of a table, said by a player or taken in at the desk: it is sent once it is tapped. */
import { spoken } from "./live.js";

const { tournament, round, table, act, wait, sent, lost } = document.body.dataset;
const [told, refused] = document.querySelectorAll(".say");
/** What the logged games contradict: said once more it is meant. */
let doubted = "";

/** Sends what was said; a refusal is shown in the server's words. */
async function send({ a, b, drawn = 0, how = "played" }, from) {
  if (told.textContent === wait) return;
  told.textContent = wait;
  refused.textContent = "";
  const said = { round: +round, table: +table, a: +a, b: +b, drawn: +drawn, how };
  const mark = JSON.stringify(said);
  if (doubted === mark) said.sure = true;
  try {
    const answer = await fetch(`/api/tournaments/${encodeURIComponent(tournament)}/${act}`, {
      method: "POST", body: JSON.stringify(said),
      headers: { "Content-Type": "application/json", "X-Referee": "1" } });
    if (answer.ok) {
      for (const each of document.querySelectorAll("[aria-pressed]")) each.removeAttribute("aria-pressed");
      from.setAttribute("aria-pressed", "true");
      told.textContent = `${sent}: ${said.a} – ${said.b}`;
    } else {
      const { hint, error, rule, what, lang } = await answer.json();
      told.textContent = "";
      spoken(refused, lang);
      if (rule === "TR-7.4" && act === "attest") doubted = mark;
      refused.textContent = `✗ ${[hint ?? error, rule === "TR-7.4" && what].filter(Boolean).join(". ")}`;
    }
  } catch {
    told.textContent = "";
    spoken(refused, "");
    refused.textContent = lost;
  }
}

for (const each of document.querySelectorAll("button[data-a]"))
  each.addEventListener("click", () => send(each.dataset, each));

// what is said of this table, or a game that is opened here, leads on; a half-typed result stays
document.addEventListener("told", ({ detail: { verb, line = "", table: at } }) => {
  const here = verb === "game" ? at === +table
    : new RegExp(`^\\S+ (attest|report|decide) ${+round} ${+table} `).test(line);
  if (here && !document.querySelector("details[open] input:focus")) location.assign(document.querySelector("[data-goes]").dataset.goes);
});

document.querySelector("form").addEventListener("submit", (event) => {
  event.preventDefault();
  send(Object.fromEntries(new FormData(event.target)), event.target.querySelector("button"));
});
