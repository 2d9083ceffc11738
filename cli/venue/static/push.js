/** Notifications of each round that is posted, by the push service of the browser (VN-18.15). */

const request = (method, body) => fetch("/api/push", {
  method,
  headers: body ? { "Content-Type": "application/json" } : {},
  body: body && JSON.stringify(body),
});

/** Offer them at a place of the page: a tap asks the browser, another one takes it back. */
export async function push(place) {
  if (!navigator.serviceWorker || !("PushManager" in globalThis)) return;
  const { pushManager } = await navigator.serviceWorker.ready;
  const [on, told, off] = ["on", "told", "off"].map((name) => place.querySelector(`[data-${name}]`));
  const show = (subscribed) => {
    [on.hidden, told.hidden, place.hidden] = [subscribed, !subscribed, false];
  };

  const subscribe = async () => {
    const key = { userVisibleOnly: true, applicationServerKey: place.dataset.push };
    const made = await pushManager.subscribe(key);
    const answer = await request("POST", made.toJSON());
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
    await request("DELETE");
    show(false);
  });

  const kept = await pushManager.getSubscription();
  show(Boolean(kept));
  if (kept) await request("POST", kept.toJSON()).catch(() => {});
}
