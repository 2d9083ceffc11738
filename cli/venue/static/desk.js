/**
 * The desk by keyboard: the line for slips keeps the focus, brings earlier lines again, and is
 * emptied when a line was taken. Everything else is drawn by the server.
 */

const MOST = 100;

const form = document.getElementById("line");
const text = document.getElementById("text");
const reply = document.getElementById("reply");
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

form.addEventListener("htmx:configRequest", (event) => {
  const line = text.value.trim();
  if (event.target === form && line && line !== lines.at(-1)) {
    lines.push(line);
    lines.splice(0, lines.length - MOST);
  }
  shown = lines.length;
});

/** What became of a line: taken and asked ones empty it, what was wrong stands to be mended. */
document.addEventListener("htmx:afterSwap", (event) => {
  if (event.detail.target !== reply) return;
  const { became, table } = reply.querySelector(".reply")?.dataset ?? {};
  const typed = event.detail.requestConfig?.elt === form;
  if (became === "wrong") {
    if (typed) text.select();
  } else if (became) {
    text.value = "";
  }
  if (table && fine.matches) begin(`${table} `);
  else if (fine.matches && (became || typed)) text.focus({ preventScroll: true });
});

document.addEventListener("htmx:afterRequest", (event) => {
  const { elt, successful } = event.detail;
  if (successful && elt.matches("[data-empties]") && !reply.querySelector(".wrong")) elt.reset();
});

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-fill]");
  if (!button) return;
  begin(button.dataset.fill);
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
