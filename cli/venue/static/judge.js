/** What the page of a match does for itself: an answer that shows what came in between is drawn. */

import "./pin.js";

document.addEventListener("htmx:beforeSwap", (event) => {
  const { xhr } = event.detail;
  const drawn = (xhr.getResponseHeader("Content-Type") ?? "").startsWith("text/html");
  if (xhr.status === 409 && drawn) {
    event.detail.shouldSwap = true;
    event.detail.isError = false;
  }
});
