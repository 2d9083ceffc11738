/**
 * A tournament as screens and phones follow it: asked for when something is new, and now and then
 * in any case, so that a page recovers by itself after the network or the venue was away.
 */

/**
 * A text of the page, with what belongs into it.
 * @param {string} key @param {...(string | number)} values
 */
export const said = (key, ...values) => texts[key].replace(/\{(\d)\}/g, (_, n) => values[n]);
export const texts = JSON.parse(document.body.dataset.texts);

/** Of which event this page is: the device may have joined others. */
const { event } = document.body.dataset;
const own = event ? { "X-Referee-Event": event } : {};

/**
 * Follow what is told at an address.
 * @param {string} address where it is told, as JSON
 * @param {(told: object) => void} draw called with it when it has changed
 * @param {{every: number, spread: number}} pace so many milliseconds between questions of its own,
 *     and within so many after something is new, so that not all ask at once
 */
export function follow(address, draw, { every, spread }) {
  let last = "";
  let timer = 0;

  async function ask() {
    clearTimeout(timer);
    timer = setTimeout(ask, every + Math.random() * spread);
    try {
      const answer = await fetch(address, { headers: { Accept: "application/json", ...own } });
      if (answer.status === 401) return say(said("ended"));
      if (!answer.ok) return undefined;
      const text = await answer.text();
      if (text !== last) {
        last = text;
        draw(JSON.parse(text));
      }
    } catch {
      // the network or the venue is away; what is shown stays, and the timer asks again
    }
    return undefined;
  }

  function soon() {
    clearTimeout(timer);
    timer = setTimeout(ask, Math.random() * spread);
  }

  document.addEventListener("told", soon);
  document.querySelector('[data-topic="*"]')?.addEventListener("live", soon);
  document.addEventListener("visibilitychange", () => document.hidden || soon());
  addEventListener("online", soon);
  ask();
}

function say(text) {
  for (const line of document.querySelectorAll("[data-line]")) {
    line.textContent = text;
    line.dataset.well = "no";
  }
}

/**
 * An element with a class and a text.
 * @param {string} name of the element
 * @param {string} kind its class; none where empty
 * @param {string | number} text
 */
export function made(name, kind, text = "") {
  const element = document.createElement(name);
  if (kind) element.className = kind;
  element.textContent = String(text);
  return element;
}

const CLOCK = { ready: "ready", paused: "paused", over: "time" };

/**
 * Show the head of the page: the round, and the clock, which live.js counts down.
 * @param {object} told what screens are told
 */
export function head(told) {
  const swiss = told.rounds && told.rounds >= told.round ? "round-of" : "round";
  const round = told.stage === "elimination" ? "elimination" : swiss;
  document.querySelector("[data-round]").textContent = told.phase === "over" ? said("over")
    : told.round ? said(round, told.round, told.rounds) : said("entries");
  const clock = told.clock ?? {};
  const state = clock.state ?? "untimed";
  const time = document.querySelector("[data-time]");
  time.hidden = state === "untimed" || told.phase === "between" || told.phase === "over";
  const figures = time.querySelector("span");
  figures.toggleAttribute("data-clock", state !== "over");
  delete figures.dataset.until;
  figures.dataset.left = clock.left ?? 0;
  if (clock.ends) figures.dataset.until = clock.ends;
  if (state === "over") {
    figures.textContent = "0:00";
    figures.classList.add("over");
  }
  time.querySelector("[data-said]").textContent = CLOCK[state] ? said(CLOCK[state]) : "";
}
