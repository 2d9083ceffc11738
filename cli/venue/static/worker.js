/**
 * The service worker: the pages of a table and of a player and their parts come from the network, and from what was
 * kept of them where there is none (VN-9.4). It shows what the hall notifies of, and opens the player's page from
 * there (VN-18.15). It touches nothing else.
 */
"use strict";

/** A network that says nothing for so long is none, in ms. */
const PATIENCE = 4000;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  const { pathname, origin } = new URL(event.request.url);
  const ours = origin === self.location.origin && /^\/((static|t)\/|me$)/.test(pathname);
  if (ours && event.request.method === "GET") event.respondWith(answered(event));
});

async function answered(event) {
  const { request } = event;
  const cache = await caches.open("referee");
  const kept = await cache.match(request);
  const fresh = fetch(request).then(async (answer) => {
    if (answer.ok && !answer.redirected) await cache.put(request, answer.clone());
    return answer;
  });
  event.waitUntil(fresh.catch(() => {}));
  if (!kept) return fresh;
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE, kept));
  return Promise.race([fresh.catch(() => kept), late]);
}

self.addEventListener("push", (event) => {
  const { text } = event.data.json();
  event.waitUntil(self.registration.showNotification(text, { tag: "round", icon: "/static/icon.svg" }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(opened());
});

async function opened() {
  const pages = await self.clients.matchAll({ type: "window" });
  const own = pages.find(({ url }) => new URL(url).pathname === "/me");
  return own ? own.focus() : self.clients.openWindow("/me");
}
