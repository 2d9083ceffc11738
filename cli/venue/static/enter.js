/**
 * The form by which somebody registers: without the network what is typed stays, and it is sent
 * again under the same id until it is answered. Without this script it is a plain form.
 */
const KEPT = `referee.enter.${location.pathname}`;
const AGAIN = 4_000;
const form = document.querySelector("[data-enter]");
const place = document.querySelector("[data-said]");
const { sending, unsent } = document.body.dataset;

for (const time of document.querySelectorAll("time[data-time]")) {
  time.textContent = new Date(time.dateTime).toLocaleString(document.documentElement.lang, {
    day: "numeric", month: "short", hour: "2-digit", minute: "2-digit",
  });
}

const typed = () => Object.fromEntries(new FormData(form));

function keep(values) {
  try {
    if (values) sessionStorage.setItem(KEPT, JSON.stringify(values));
    else sessionStorage.removeItem(KEPT);
  } catch {
    // a browser that keeps nothing has it typed again
  }
}

function again() {
  let values = {};
  try {
    values = JSON.parse(sessionStorage.getItem(KEPT) ?? "{}");
  } catch {
    return;
  }
  for (const [name, value] of Object.entries(values)) {
    const field = form.elements[name];
    if (!field || (field.value && name !== "once" && field.type !== "checkbox" && !field.length)) continue;
    if (field.type === "checkbox") field.checked = true;
    else field.value = value;
  }
}

async function send() {
  place.textContent = sending;
  keep(typed());
  try {
    const answer = await fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)) });
    if (answer.redirected || answer.ok) {
      keep(null);
      location.assign(answer.redirected ? answer.url : "/me");
      return;
    }
    if (answer.status === 503 || answer.status === 429) throw new Error("later");
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const wrong = page.querySelector("#wrong, .refused, [role=alert]");
    place.textContent = wrong?.textContent.trim() ?? String(answer.status);
    place.classList.add("bad");
  } catch {
    place.textContent = unsent;
    setTimeout(send, AGAIN);
  }
}

if (form) {
  again();
  form.addEventListener("input", () => keep(typed()));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void send();
  });
}
