/**
 * What pages drawn by the server have in common: they hear what is new, and ask for what changed.
 *
 * A page names its topics in `data-topics` of its body, such as `tournament/cup@41,match/m1@7`.
 * An element with `data-topic` (one or several, by spaces; `*` for all) is sent the event `live`
 * when something is new there, at most every 300 ms, or every `data-calm` milliseconds; htmx
 * fetches it by `hx-trigger="live"`.
 * An element with `data-goes` leaves for that page when one of its `data-verbs` is logged.
 * An element with `data-clock` shows the time that is left until `data-until`, by the server's
 * time, or `data-left` seconds while the clock stands still.
 * A `time` with `data-time` is shown by this device's clock.
 * Whether the page is heard stands in `data-line`; what could not be done, in `data-trouble`.
 */

import "./still.js";

const AGAIN = 3000;
const texts = JSON.parse(document.body.dataset.texts ?? "{}");
const CALM = 300;

/** What each topic was last heard at. */
const heard = new Map();
const due = new Set();
let timer = 0;
/** When an element was last sent its event, and which wait for their next one. */
const woken = new WeakMap();
const stirring = new WeakSet();
let source = null;

/** Have elements of a topic ask again, soon and once for all that comes together. */
function stir(topic) {
  due.add(topic);
  timer ||= setTimeout(() => {
    timer = 0;
    const topics = new Set(due);
    due.clear();
    for (const element of document.querySelectorAll("[data-topic]")) {
      const named = element.dataset.topic.split(" ");
      if (topics.has("*") || named.includes("*") || named.some((each) => topics.has(each))) {
        wake(element);
      }
    }
  }, CALM);
}

/** Send an element its event, now or once it is calm again. */
function wake(element) {
  const calm = Number(element.dataset.calm ?? 0);
  const rest = (woken.get(element) ?? -calm) + calm - performance.now();
  if (rest <= 0) {
    woken.set(element, performance.now());
    element.dispatchEvent(new CustomEvent("live", { bubbles: false }));
  } else if (!stirring.has(element)) {
    stirring.add(element);
    setTimeout(() => {
      stirring.delete(element);
      wake(element);
    }, rest);
  }
}

function say(text, well) {
  for (const line of document.querySelectorAll("[data-line]")) {
    if (line.textContent !== text) line.textContent = text;
    line.dataset.well = well ? "yes" : "no";
  }
}

/** Listen to the topics of the page, one connection for all of them. */
function listen() {
  const topics = document.body.dataset.topics;
  if (!topics) return;
  for (const each of topics.split(",")) {
    const [topic, number] = each.split("@");
    if (!heard.has(topic)) heard.set(topic, number);
  }
  const wanted = [...heard].map(([topic, n]) => (n === undefined ? topic : `${topic}@${n}`));
  source?.close();
  source = new EventSource(`/api/stream?topics=${encodeURIComponent(wanted.join(","))}`);
  source.onopen = () => {
    say(document.body.dataset.heard ?? "", true);
    document.dispatchEvent(new Event("heard"));
  };
  source.onmessage = (message) => {
    const told = JSON.parse(message.data);
    heard.set(told.topic, String(told.n));
    stir(told.topic);
    document.dispatchEvent(new CustomEvent("told", { detail: told }));
    for (const place of document.querySelectorAll("[data-goes]")) {
      if (place.dataset.verbs.split(" ").includes(told.verb)) location.assign(place.dataset.goes);
    }
  };
  source.addEventListener("resync", () => stir("*"));
  source.onerror = () => {
    say(document.body.dataset.unheard ?? "", false);
    if (source.readyState === EventSource.CLOSED) setTimeout(listen, AGAIN);
  };
}

/** How far the clock of this device is behind the server's, in milliseconds. */
let offset = 0;

async function measure() {
  let least = Infinity;
  for (let n = 0; n < 3; n += 1) {
    try {
      const sent = Date.now();
      const answer = await fetch("/api/time");
      const { now } = await answer.json();
      const took = Date.now() - sent;
      if (took < least) {
        least = took;
        offset = Date.parse(now) + took / 2 - Date.now();
      }
    } catch {
      return;
    }
  }
}

/** Seconds as a clock shows them: `12:05`, and `-0:30` once time is over. */
export function shown(seconds) {
  const whole = Math.abs(seconds);
  const rest = String(whole % 60).padStart(2, "0");
  return `${seconds < 0 ? "-" : ""}${Math.floor(whole / 60)}:${rest}`;
}

/** Times of the server as this device's clock has them. */
function local() {
  for (const time of document.querySelectorAll("time[data-time]")) {
    delete time.dataset.time;
    const at = new Date(time.dateTime);
    const day = time.dataset.day === undefined ? {} : { day: "numeric", month: "short" };
    time.textContent = at.toLocaleString(document.documentElement.lang, { ...day, hour: "2-digit", minute: "2-digit" });
  }
}

function tick() {
  for (const clock of document.querySelectorAll("[data-clock]")) {
    const { until, left, since } = clock.dataset;
    const now = Date.now() + offset;
    let seconds = Number(left ?? 0);
    if (until) seconds = Math.ceil((Date.parse(until) - now) / 1000);
    if (since) seconds = Math.max(0, Math.floor((now - Date.parse(since)) / 1000));
    const text = shown(seconds);
    if (clock.textContent !== text) clock.textContent = text;
    if (!since) clock.classList.toggle("over", seconds < 0);
    clock.dataset.over = texts.over ?? "";
  }
}

/** Speak an element in the language of the page, or in the one that an answer names. */
export function spoken(element, lang) {
  if (lang) element.lang = lang;
  else element.removeAttribute("lang");
}

/** Say what could not be done, in the page's own place for it. */
export function trouble(text, lang = "") {
  const place = document.querySelector("[data-trouble]");
  if (!place) return;
  spoken(place, lang);
  place.textContent = text;
  place.hidden = !text;
}

document.addEventListener("htmx:responseError", (event) => {
  const { xhr } = event.detail;
  let told = texts.refused.replace("{0}", xhr.status), lang = "";
  try {
    const { error, hint, what, lang: own } = JSON.parse(xhr.responseText);
    told = [hint || error, what].filter(Boolean).join(" \u2013 ");
    lang = own;
  } catch {
    // the answer is not one of the venue's own; its number says what there is to say
  }
  trouble(told, lang);
});
document.addEventListener("htmx:sendError", () => trouble(texts.silent));
document.addEventListener("htmx:afterRequest", (event) => {
  if (event.detail.successful && event.detail.requestConfig?.verb !== "get") trouble("");
});
for (const drawn of ["htmx:afterSwap", "drawn"]) {
  document.addEventListener(drawn, () => {
    local();
    tick();
  });
}
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) {
    measure();
    if (source?.readyState === EventSource.CLOSED) listen();
  }
});

listen();
local();
measure().then(tick);
setInterval(tick, 500);
