/**
 * The page of a player: its parts are drawn by the server and asked for again when something is
 * new. What is tapped waits in a queue of its own until it is answered, each with the id that it
 * was given at the tap, so that it is one act however often it is sent.
 */
import { trouble } from "./live.js";
import { measured, uuid7 } from "./stamp.js";
import { opened } from "./store.js";

/** A request that is not answered by then is given up and sent again, in ms. */
const PATIENCE = 15_000;
const AGAIN = 4_000;

const { event: stream, person, role } = document.body.dataset;
/** Of which event this page is: the device may have joined others. */
const OWN = { "X-Referee": "1", "X-Referee-Event": stream };
const home = `/here?event=${stream}`;
const t = JSON.parse(document.querySelector("[data-texts]").dataset.texts);
const said = (text, ...values) => text.replace(/\{(\d)\}/g, (_, n) => values[n]);
const old = document.querySelector("[data-old]");
const unsent = document.querySelector("[data-unsent]");
const dialog = document.querySelector("dialog");
const [queued, seen] = [`acts/${stream}/${person}`, `me/${stream}/${person}`];

// -- what is shown -------------------------------------------------------------------------------

/** Draw a part anew; what is open stays open, and what is typed stays. */
async function draw(part) {
  const busy = part.querySelector("[data-dirty], textarea:focus, input:focus");
  if (busy) return;
  try {
    const answer = await fetch(`/me/part/${part.dataset.part}`, { cache: "no-store", headers: OWN });
    if (answer.status === 401 || answer.status === 403) return location.assign(home);
    if (!answer.ok) return;
    const text = await answer.text();
    const open = new Set([...part.querySelectorAll("details[open]")].map(({ id }) => id));
    const known = new Set([...part.querySelectorAll("details")].map(({ id }) => id));
    const focus = part.contains(document.activeElement) ? document.activeElement.dataset.what : "";
    part.innerHTML = text;
    for (const each of part.querySelectorAll("details")) {
      if (known.has(each.id)) each.open = open.has(each.id);
    }
    const now = part.querySelector("[data-own-role]")?.dataset.ownRole;
    if (now && now !== role) return location.reload();
    if (focus) part.querySelector(`[data-what="${CSS.escape(focus)}"]`)?.focus({ preventScroll: true });
    fresh();
  } catch {
    stale();
  }
}

/** All is as the server has it: kept for when it cannot be asked. */
function fresh() {
  if (!old.hidden) {
    const line = document.querySelector("[data-line]");
    [line.textContent, line.dataset.well] = [document.body.dataset.heard, "yes"];
  }
  old.hidden = true;
  document.dispatchEvent(new Event("drawn"));
  store?.keep(seen, { at: Date.now() }).catch(() => {});
}

async function stale() {
  const last = await store?.last(seen);
  if (!last) return;
  const time = new Date(last.at);
  old.querySelector("time").textContent = time.toLocaleTimeString(document.documentElement.lang, {
    hour: "2-digit", minute: "2-digit",
  });
  old.hidden = false;
  const line = document.querySelector("[data-line]");
  [line.textContent, line.dataset.well] = [document.body.dataset.unheard, "no"];
}

for (const part of document.querySelectorAll("[data-part]")) {
  part.addEventListener("live", () => draw(part));
}
const redraw = () => document.querySelectorAll("[data-part]").forEach(draw);

/** What concerns everybody; their pages are asked for within so many ms, not all at once. */
const EVERYBODY = ("post repair start pause resume time close cut publish strike overrule adjust " +
  "reinstate registration").split(" ");
const SPREAD = 2_500;
let due = 0;

/** Draw soon, once for all that comes together: what is on now, or all parts. */
function soon(all, within) {
  if (due) return;
  due = setTimeout(() => {
    due = 0;
    if (all) redraw();
    else draw(document.querySelector("[data-part=now]"));
  }, 100 + Math.random() * within);
}

document.addEventListener("told", ({ detail: { verb, table, for: marks = [] } }) => {
  const { ownTable, mark } = document.querySelector("[data-own-role]")?.dataset ?? {};
  if (verb === "game") {
    if (String(table) === ownTable) setTimeout(() => location.assign(home), 400);
  } else if (EVERYBODY.includes(verb) && (verb !== "registration" || role === "entrant")) {
    clearTimeout(due);
    due = 0;
    soon(true, role === "entrant" ? 500 : SPREAD);
  } else if (marks.includes(mark)) soon(false, 0);
});
/** The stream is back: what was missed is not all told again, and the venue may be a new one. */
let before = false;
document.addEventListener("heard", () => {
  if (before) soon(true, SPREAD);
  before = true;
});

/** What can be looked up is drawn anew when it is opened, and now and then while it is. */
const more = document.querySelector("[data-part=more]");
let looked = 0;
document.addEventListener("toggle", ({ target }) => {
  if (!target.open || !more.contains(target) || Date.now() - looked < 5_000) return;
  looked = Date.now();
  draw(more);
}, true);
setInterval(() => document.hidden || !more.querySelector("details[open]") || draw(more), 60_000);

// -- what is tapped ------------------------------------------------------------------------------

let store = null;
let shift = 0;
let queue = [];
let sending = false;

function waits() {
  unsent.hidden = !queue.length;
  unsent.replaceChildren(
    ...queue.map(({ what }) => Object.assign(document.createElement("li"), { textContent: said(t.waits, what) })),
  );
}

async function kept() {
  waits();
  await store?.keep(queued, queue).catch(() => {});
}

/** Something that is done once: it waits until the server has answered. */
async function act(address, body, what, more = {}) {
  const id = uuid7(Date.now() + shift);
  queue.push({ address, body, what, id, ...more });
  await kept();
  void send();
}

async function asked({ address, body, id, method = "POST", plain }) {
  const given = new AbortController();
  const limit = setTimeout(() => given.abort(), PATIENCE);
  try {
    const sent = plain ? body : { ...body, id };
    return await fetch(address, {
      method, signal: given.signal, body: method === "POST" ? JSON.stringify(sent) : undefined,
      headers: { "Content-Type": "application/json", ...OWN },
    });
  } finally {
    clearTimeout(limit);
  }
}

/** Send what waits, one after the other; what cannot be sent stays. */
async function send() {
  if (sending) return;
  sending = true;
  while (queue.length) {
    const item = queue[0];
    let answer;
    try {
      answer = await asked(item);
    } catch {
      stale();
      setTimeout(send, AGAIN);
      break;
    }
    const told = await answer.json().catch(() => ({}));
    if ([429, 500, 503, 507].includes(answer.status)) {
      setTimeout(send, 1000 * (Number(answer.headers.get("Retry-After")) || 4));
      break;
    }
    queue.shift();
    await kept();
    if (answer.ok) {
      trouble("");
      if (item.done) document.querySelector(item.done)?.dispatchEvent(new CustomEvent("done", { detail: told }));
      redraw();
    } else if (answer.status === 401) trouble(t.join);
    else if (told.rule === "TR-7.4" && !item.body.sure) {
      if (await sure([t.differs])) await act(item.address, { ...item.body, sure: true }, item.what);
    } else {
      trouble(said(t.refused, item.what, [told.hint, told.what].filter(Boolean).join(". ")), told.lang);
      redraw();
    }
  }
  sending = false;
}

/** Ask before something is done, question by question; whether all of them were answered by yes. */
async function sure(questions) {
  for (const question of questions) {
    dialog.querySelector("p").textContent = question;
    dialog.showModal();
    const yes = await new Promise((got) => {
      dialog.querySelector("[data-yes]").onclick = () => got(true);
      dialog.querySelector("[data-no]").onclick = () => got(false);
      dialog.oncancel = () => got(false);
    });
    dialog.close();
    if (!yes) return false;
  }
  return true;
}

document.addEventListener("click", async ({ target }) => {
  const button = target.closest("[data-act], [data-post], [data-withdraw]");
  if (!button || button.disabled) return;
  button.disabled = true;
  setTimeout(() => (button.disabled = false), 800);
  const { act: name, body = "{}", what, asks, post } = button.dataset;
  if (asks && !(await sure(JSON.parse(asks)))) return;
  if (button.dataset.withdraw !== undefined) act("/api/registration", {}, what, { method: "DELETE", plain: true });
  else if (post) act(post, JSON.parse(body), what, { plain: true });
  else act(`/api/tournaments/${encodeURIComponent(stream)}/${name}`, JSON.parse(body), what);
});

// -- what is typed -------------------------------------------------------------------------------

document.addEventListener("input", ({ target }) => {
  const form = target.closest("form");
  if (!form) return;
  form.dataset.dirty = "";
  if (form.matches("[data-list]")) store?.keep(`list/${seen}`, target.value).catch(() => {});
});

function item(text, kind = "", lang = "") {
  return Object.assign(document.createElement("li"), { textContent: text, className: kind, ...lang && { lang } });
}

/** What a list comes to, line by line. */
function judged(form, { right, cards, faults = [], registered }) {
  const lines = faults.map(({ kind, line, text = "", nearest = [], rule = "", lang }) => {
    const words = kind === "rule" ? `${text} (${rule})` : `${t[kind]} ${text}`;
    const near = nearest.length ? ` ${said(t.near, nearest.join(", "))}` : "";
    return item(`${line ? `${said(t.line, line)} ` : ""}${words}${near}`, "", lang);
  });
  if (right) lines.push(item(said(t.right, cards) + (registered ? ` ${t.registered}.` : ""), "good"));
  form.querySelector("[data-faults]").replaceChildren(...lines);
}

document.addEventListener("click", async ({ target }) => {
  const form = target.closest("[data-check]")?.form;
  if (!form) return;
  const faults = form.querySelector("[data-faults]");
  faults.replaceChildren(item(t.checking, "quiet"));
  try {
    const answer = await asked({ address: "/api/list/check", body: { text: form.text.value }, plain: true });
    const told = await answer.json();
    if (answer.ok) judged(form, told);
    else faults.replaceChildren(item(told.hint ?? told.error, "", told.lang));
  } catch {
    faults.replaceChildren(item(t.unchecked));
  }
});

document.addEventListener("submit", (event) => {
  const form = event.target;
  event.preventDefault();
  const typed = Object.fromEntries(new FormData(form));
  if (form.matches("[data-list]")) {
    act("/api/list", { text: typed.text }, document.querySelector("#list summary").textContent.trim(), {
      plain: true, done: "[data-list]",
    });
  } else if (form.matches("[data-registration]")) {
    const body = { name: typed.name, programme: typed.programme ?? "", publish: Boolean(typed.publish), guardian: Boolean(typed.guardian) };
    if (typed.minor) body.minor = typed.minor === "yes";
    act("/api/registration", body, document.querySelector("#registration summary").textContent.trim(), {
      plain: true, done: "[data-registration]",
    });
  }
});

document.addEventListener("done", ({ target: form, detail }) => {
  delete form.dataset.dirty;
  if (form.matches("[data-list]")) {
    judged(form, detail);
    store?.keep(`list/${seen}`, "").catch(() => {});
  }
}, true);

// -- from the start ------------------------------------------------------------------------------

addEventListener("online", () => void send());
addEventListener("offline", () => void stale());
addEventListener("pageshow", ({ persisted }) => persisted && redraw());
document.addEventListener("visibilitychange", () => document.hidden || (redraw(), send()));

store = await opened();
queue = (await store.last(queued)) ?? [];
waits();
const draft = await store.last(`list/${seen}`);
const list = document.querySelector("[data-list] textarea");
if (draft && list && draft !== list.value) {
  list.value = draft;
  list.form.dataset.dirty = "";
}
const found = await measured();
shift = found ?? (await store.last("offset")) ?? 0;
if (found === null) void stale();
else fresh();
void send();
if (location.protocol === "https:") {
  void (await import("./device.js")).device();
  const place = document.querySelector("[data-push]");
  if (place) void (await import("./push.js")).push(place, OWN);
}
