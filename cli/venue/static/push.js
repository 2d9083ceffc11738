/** Notifications of each round that is posted, by the push service of the browser (VN-18.15). */

const request = (headers, method, body) => fetch("/api/push", {
  method,
  headers: body ? { ...headers, "Content-Type": "application/json" } : headers,
  body: body && JSON.stringify(body),
});

/**
 * Offer them at a place of the page: a tap asks the browser, another one takes it back.
 * @param {Element} place
 * @param {object} headers what each request of the page has
 */
export async function push(place, headers) {
  if (!navigator.serviceWorker || !("PushManager" in globalThis)) return;
  const { pushManager } = await navigator.serviceWorker.ready;
  const [on, told, off] = ["on", "told", "off"].map((name) => place.querySelector(`[data-${name}]`));
  const show = (subscribed) => {
    [on.hidden, told.hidden, place.hidden] = [subscribed, !subscribed, false];
  };

  const subscribe = async () => {
    const key = { userVisibleOnly: true, applicationServerKey: place.dataset.push };
    const made = await pushManager.subscribe(key);
    const answer = await request(headers, "POST", made.toJSON());
    if (answer.ok) return show(true);
    await made.unsubscribe();
    throw new Error(answer.status);
  };
  on.addEventListener("click", () => subscribe().catch(() => {
    on.disabled = true;
    on.textContent = place.dataset.refused;
  }));
  off.addEventListener("click", async () => {
    await (await pushManager.getSubscription())?.unsubscribe();
    await request(headers, "DELETE");
    show(false);
  });

  const kept = await pushManager.getSubscription();
  show(Boolean(kept));
  if (kept) await request(headers, "POST", kept.toJSON()).catch(() => {});
}
