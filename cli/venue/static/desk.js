/**
 * The desk by keyboard: the line for slips keeps the focus and brings earlier lines again. Lines
 * that are typed faster than the venue answers wait for their turn; one that is not logged comes
 * back to be mended. Everything else is drawn by the server.
 */

import "./pin.js";

const MOST = 100;
const texts = JSON.parse(document.body.dataset.texts);

const form = document.getElementById("line");
const text = document.getElementById("text");
const reply = document.getElementById("reply");
const unlogged = document.getElementById("unlogged");
const fine = matchMedia("(pointer: fine)");

/** Lines typed here, the newest last, and which of them is shown again. */
const lines = [];
let shown = 0;

/** Begin a line, to be typed on. */
function begin(start) {
  text.value = start;
  text.focus();
  text.setSelectionRange(start.length, start.length);
}

/** Lines that wait to be sent, one after the other: whoever types on loses none. */
const waiting = [];
let sending = "";
/** The line that came back last, as the venue did not take it; with the PIN it may go again. */
let refused = "";

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const line = text.value.trim();
  if (line && line !== lines.at(-1)) {
    lines.push(line);
    lines.splice(0, lines.length - MOST);
  }
  shown = lines.length;
  text.value = "";
  waiting.push(line);
  if (!sending) send();
});

/** Send what waits, each with what the reply before it has asked. */
async function send() {
  while (waiting.length) {
    sending = waiting.shift() || " ";
    const values = Object.fromEntries(new FormData(form));
    const before = reply.firstElementChild;
    values.text = sending.trim();
    try {
      await window.htmx.ajax("POST", "/desk/line", { source: form, target: "#reply", values });
    } catch {
      // the venue does not answer: live.js says so, and the line comes back
    }
    const { became } = reply.querySelector(".reply")?.dataset ?? {};
    refused = "";
    if (reply.firstElementChild === before) {
      refused = sending.trim();
      keep(sending, texts.unsent);
    } else if (became === "wrong") keep(sending, waiting.length || text.value ? said() : "");
  }
  sending = "";
}

/** What the page says of the newest line. */
function said() {
  return [...reply.querySelectorAll(".lines p")].map((each) => each.textContent).join("; ");
}

/** Keep a line that is not logged: in its place to be mended, or beside it where that is taken. */
function keep(line, why) {
  if (!text.value && !waiting.length) {
    begin(line.trim());
    text.select();
    return;
  }
  const item = document.createElement("li");
  item.dataset.label = texts.unlogged;
  const mend = document.createElement("button");
  mend.type = "button";
  mend.dataset.fill = line;
  mend.textContent = line;
  item.append(mend, ` ${why}`);
  unlogged.append(item);
}

/** What became of what a button did: the line is free again, and has the focus. */
document.addEventListener("htmx:afterSwap", (event) => {
  if (event.detail.target !== reply) return;
  const { became, table } = reply.querySelector(".reply")?.dataset ?? {};
  if (!sending && became !== "wrong" && text.value.trim() === refused) text.value = "";
  if (!fine.matches) return;
  if (table && !text.value) begin(`${table} `);
  else if (!sending) text.focus({ preventScroll: true });
});

document.addEventListener("htmx:afterRequest", (event) => {
  const { elt, successful } = event.detail;
  if (successful && elt.matches("[data-empties]") && !reply.querySelector(".wrong")) elt.reset();
});

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-fill]");
  if (!button) return;
  begin(button.dataset.fill);
  if (unlogged.contains(button)) button.closest("li").remove();
  text.scrollIntoView({ block: "nearest" });
});

text.addEventListener("keydown", (event) => {
  if (event.key === "ArrowUp" || event.key === "ArrowDown") {
    const next = shown + (event.key === "ArrowUp" ? -1 : 1);
    if (next < 0 || next > lines.length) return;
    shown = next;
    begin(lines[shown] ?? "");
    event.preventDefault();
  } else if (event.key === "Escape") {
    text.value = "";
    reply.querySelectorAll(".reply, #asked, #mark").forEach((each) => each.remove());
  }
});

/** Wherever the focus is: what is typed goes into the line, and Escape comes back to it. */
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  const { target } = event;
  if (target.closest("input, select, textarea, dialog")) {
    if (event.key === "Escape" && target !== text && !target.closest("dialog")) text.focus();
    return;
  }
  if (event.key === "Escape") text.focus();
  else if (/^[0-9a-z?]$/i.test(event.key)) text.focus();
});
