"use strict";
// Sorting and searching: what a table says is the same without them.
const value = (row, at) => row.cells[at].textContent;
const number = (text) => (text.trim() === "" ? NaN : Number(text.replaceAll(",", "")));

function order(table, heads, at) {
  const up = heads[at].getAttribute("aria-sort") === "descending";
  heads.forEach((head) => head.removeAttribute("aria-sort"));
  heads[at].setAttribute("aria-sort", up ? "ascending" : "descending");
  const rows = [...table.tBodies[0].rows];
  rows.sort((one, other) => {
    const [a, b] = [value(one, at), value(other, at)];
    const [x, y] = [number(a), number(b)];
    const by = isNaN(x) || isNaN(y) ? a.localeCompare(b) : x - y;
    return up ? by : -by;
  });
  table.tBodies[0].append(...rows);
}

document.querySelectorAll("div.table > table").forEach((table) => {
  const rows = [...table.tBodies[0].rows];
  const heads = [...table.tHead.rows[0].cells];
  if (rows.length < 3) return;
  heads.forEach((head, at) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    button.addEventListener("click", () => order(table, heads, at));
    head.append(button);
  });
  if (rows.length < 12) return;
  const search = document.createElement("input");
  search.type = "search";
  search.placeholder = document.body.dataset.search;
  const what = table.parentElement.getAttribute("aria-label");
  search.setAttribute("aria-label", document.body.dataset.find.replace("{}", what));
  search.addEventListener("input", () => {
    const wanted = search.value.toLowerCase();
    rows.forEach((row) => { row.hidden = !row.textContent.toLowerCase().includes(wanted); });
  });
  table.parentElement.before(search);
});

// The board entry by entry: what differs behind each stands in the page.
const kept = document.getElementById("boards");
if (kept) {
  const entries = JSON.parse(kept.textContent);
  const panels = document.querySelector(".panels");
  const told = document.getElementById("told");
  const slider = document.getElementById("at");
  const items = new Map(
    [...document.querySelectorAll(".entries > li")].map((item) => [item.id, item]),
  );
  let board = [];
  let at = -1;

  function apply(change) {
    board.length = change.size;
    for (const panel of change.panels) {
      const stood = board[panel.at] || { rows: [] };
      const rows = stood.rows.slice(0, panel.size);
      for (const row of panel.rows || []) rows[row.at] = { ...row, changed: true };
      board[panel.at] = { title: panel.title, rows };
    }
  }

  function boardAt(index) {
    if (index < at) { board = []; at = -1; }
    while (at < index) {
      board.forEach((panel) => panel.rows.forEach((row) => { row.changed = false; }));
      apply(structuredClone(entries[++at]));
    }
  }

  function element(tag, text, name) {
    const made = document.createElement(tag);
    if (text) made.textContent = text;
    if (name) made.className = name;
    return made;
  }

  function draw() {
    panels.replaceChildren(...board.map((panel) => {
      const part = element("div", "", "panel");
      part.append(element("h3", panel.title));
      const list = element("dl");
      for (const row of panel.rows) {
        list.append(element("dt", row.label || "\u00a0"));
        list.append(element("dd", row.text || "-", row.changed ? "changed" : ""));
      }
      part.append(list);
      return part;
    }));
  }

  function go(index, moved = true) {
    const to = Math.max(0, Math.min(entries.length - 1, index));
    boardAt(to);
    draw();
    const seq = entries[to].seq;
    items.forEach((item) => item.removeAttribute("aria-current"));
    const item = items.get(`e${seq}`);
    item.setAttribute("aria-current", "true");
    slider.value = String(to + 1);
    const [before, behind] = document.body.dataset.after.split("{}");
    told.replaceChildren(before, item.querySelector(".line").cloneNode(true), behind);
    if (moved) history.replaceState(null, "", `#e${seq}`);
    return item;
  }

  function linked() {
    const seq = Number((/^#e(\d+)$/.exec(location.hash) || [])[1]);
    const index = entries.findIndex((entry) => entry.seq === seq);
    if (index < 0) return;
    go(index, false);
    document.getElementById("board").scrollIntoView();
  }

  document.querySelector(".stepper").hidden = false;
  const steps = { first: -Infinity, back: -1, on: 1, last: Infinity };
  for (const [id, by] of Object.entries(steps)) {
    document.getElementById(id).addEventListener("click", () => go(at + by));
  }
  slider.addEventListener("input", () => go(Number(slider.value) - 1));
  addEventListener("keydown", (event) => {
    const busy = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
    if (busy || event.target.closest("input, [tabindex]")) return;
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by) return;
    event.preventDefault();
    go(at + by).scrollIntoView({ block: "nearest" });
  });
  addEventListener("hashchange", linked);
  go(entries.length - 1, false);
  linked();
}
