/**
 * What a device keeps in IndexedDB: the items of the queue, waiting and dropped, and the last of
 * everything else (VN-9.1); and which of its tabs records.
 */

const done = (asked) =>
  new Promise((resolve, reject) => {
    asked.onsuccess = asked.oncomplete = () => resolve(asked.result);
    asked.onerror = asked.onabort = () => reject(asked.error);
  });

/** The store of this device; without one (some private windows) nothing outlasts the page. */
export async function opened() {
  try {
    const asked = indexedDB.open("referee", 1);
    asked.onupgradeneeded = () => {
      asked.result.createObjectStore("items", { keyPath: "id" }).createIndex("match", "match");
      asked.result.createObjectStore("last");
    };
    const database = await done(asked);
    database.onversionchange = () => database.close();
    return new Store(database);
  } catch {
    return new Store(null);
  }
}

class Store {
  constructor(database) {
    this.database = database;
  }

  /** All that is kept of a match: its items, and what the queue knows besides. */
  async read(match) {
    if (!this.database) return { records: [], kept: {} };
    const items = this.database.transaction("items").objectStore("items").index("match");
    const [records, kept] = await Promise.all([done(items.getAll(match)), this.last(`kept/${match}`)]);
    return { records, kept: kept ?? {} };
  }

  /** Of which other matches something waits on this device: `[{match, waiting}]`. */
  async others(match) {
    if (!this.database) return [];
    const all = await done(this.database.transaction("items").objectStore("items").getAll());
    const counts = new Map();
    for (const item of all) {
      if (!item.why && item.match !== match) counts.set(item.match, (counts.get(item.match) ?? 0) + 1);
    }
    return [...counts].map(([other, waiting]) => ({ match: other, waiting }));
  }

  /** One effect of the queue: all of it, on disk, or nothing. */
  async write({ put, drop, kept }) {
    if (!this.database) return;
    const write = this.#writing(["items", "last"]);
    const items = write.objectStore("items");
    for (const record of put) items.put(record);
    for (const id of drop) items.delete(id);
    write.objectStore("last").put(kept, `kept/${kept.match}`);
    await done(write);
  }

  /** The last of something, such as `view/m1` or `offset`. */
  async last(name) {
    return this.database && done(this.database.transaction("last").objectStore("last").get(name));
  }

  async keep(name, value) {
    if (!this.database) return;
    const write = this.#writing(["last"]);
    write.objectStore("last").put(value, name);
    await done(write);
  }

  #writing(names) {
    return this.database.transaction(names, "readwrite", { durability: "strict" });
  }
}

/**
 * The tabs of a device that show one match take turns: the one that was turned to last records.
 * @param {string} match @param {() => void} lost another tab records now
 * @returns {() => Promise<void>} takes the turn
 */
export function turns(match, lost) {
  const name = `referee/${match}`;
  if (navigator.locks) {
    return () =>
      new Promise((got) => {
        const held = () => (got(), new Promise(() => {}));
        navigator.locks.request(name, { steal: true }, held).catch(lost);
      });
  }
  if (!globalThis.BroadcastChannel) return async () => {};
  const channel = new BroadcastChannel(name);
  channel.onmessage = lost;
  return async () => channel.postMessage("mine");
}
