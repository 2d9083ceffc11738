/**
 * Where a post of a staff page is refused for want of the PIN, asks for it and sends the post again.
 *
 * The refusal has the error `pin`; the first PIN that is given is the one that is chosen (VN-5.7).
 */

import { spoken } from "./live.js";

const texts = JSON.parse(document.body.dataset.texts);
const dialog = document.createElement("dialog");
dialog.className = "pin";
dialog.setAttribute("aria-labelledby", "pin-title");

const form = document.createElement("form");
form.method = "dialog";
const title = document.createElement("h2");
title.id = "pin-title";
const label = document.createElement("label");
label.textContent = `${texts.pin} `;
const field = document.createElement("input");
field.type = "password";
field.inputMode = "numeric";
field.autocomplete = "off";
field.pattern = "[0-9]{4,12}";
field.required = true;
const wrong = document.createElement("p");
wrong.className = "bad";
wrong.setAttribute("role", "alert");
const give = document.createElement("button");
give.className = "due";
give.textContent = texts.go;
const leave = document.createElement("button");
leave.type = "button";
leave.textContent = texts.later;
const acts = document.createElement("div");
acts.className = "acts";
label.append(field);
acts.append(give, leave);
form.append(title, label, wrong, acts);
dialog.append(form);
document.body.append(dialog);

/** The post that waits for the PIN. */
let waiting = null;

document.addEventListener("htmx:responseError", (event) => {
  const { xhr, requestConfig } = event.detail;
  let told = {};
  try {
    told = JSON.parse(xhr.responseText);
  } catch {
    return;
  }
  if (told.error !== "pin") return;
  waiting = requestConfig;
  title.textContent = told.hint;
  spoken(title, told.lang);
  field.value = "";
  wrong.textContent = "";
  dialog.showModal();
});

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  try {
    const answer = await fetch("/api/pin", {
      method: "POST",
      headers: { "Content-Type": "application/json", ...JSON.parse(document.body.getAttribute("hx-headers")) },
      body: JSON.stringify({ pin: field.value }),
    });
    if (!answer.ok) {
      const { hint, lang } = await answer.json();
      wrong.textContent = hint;
      spoken(wrong, lang);
      field.select();
      return;
    }
  } catch {
    wrong.textContent = texts.away;
    return;
  }
  dialog.close();
  const { verb, path, elt, target, formData } = waiting;
  waiting = null;
  const trouble = document.querySelector("[data-trouble]");
  if (trouble) trouble.hidden = true;
  window.htmx.ajax(verb, path, { source: elt, target, values: Object.fromEntries(formData) });
});

leave.addEventListener("click", () => dialog.close());
