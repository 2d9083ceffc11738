/** What a browser grants under HTTPS alone: a page that reloads offline, and stays awake (VN-9.4). */

/** Ask for all of it; what was granted: `{secure, stored, awake, worker}`. */
export async function device() {
  const granted = await Promise.all([stored(), awake(), worker()].map((each) => each.catch(() => false)));
  const [kept, lit, offline] = granted.map(Boolean);
  return { secure: isSecureContext, stored: kept, awake: lit, worker: offline };
}

async function stored() {
  return navigator.storage?.persist?.();
}

/** The screen stays on while the page is seen; the browser takes that back when it is not. */
async function awake() {
  if (!navigator.wakeLock) return false;
  const ask = () => navigator.wakeLock.request("screen");
  document.addEventListener("visibilitychange", () => document.hidden || ask().catch(() => {}));
  return ask();
}

/** The page and what it was made of are kept by the service worker, and from the first time on. */
async function worker() {
  if (!navigator.serviceWorker) return false;
  await navigator.serviceWorker.register("/static/worker.js", { scope: "/" });
  const parts = performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname);
  const cache = await caches.open("referee");
  await cache.addAll([location.pathname + location.search, ...parts.filter((path) => path.startsWith("/static/"))]);
  return true;
}
