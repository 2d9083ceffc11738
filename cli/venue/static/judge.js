/**
 * What the page of a match does for itself: an answer that shows what came in between is drawn, and
 * what is asked comes over the page where it has no place beside it, so that the page stays.
 */

import "./pin.js";

const { close } = JSON.parse(document.body.dataset.texts);
const entry = document.getElementById("entry");
const shut = () => entry?.classList.add("shut");

function open() {
  const button = document.createElement("button");
  Object.assign(button, { type: "button", className: "close", onclick: shut, textContent: close });
  entry.prepend(button);
  entry.classList.remove("shut");
  entry.scrollTop = 0;
}

if (entry?.firstElementChild) open();
document.addEventListener("htmx:afterSwap", ({ detail: { target } }) => target === entry && open());
document.addEventListener("keydown", ({ key, target }) => {
  if (key === "Escape" && !target.closest("dialog")) shut();
});

document.addEventListener("htmx:beforeSwap", (event) => {
  const { xhr } = event.detail;
  const drawn = (xhr.getResponseHeader("Content-Type") ?? "").startsWith("text/html");
  if (xhr.status === 409 && drawn) {
    event.detail.shouldSwap = true;
    event.detail.isError = false;
  }
});
