/**
 * Two devices that recorded the same match: what both have, and where they first differ (VN-10.2).
 */

/** The field of an event that says who wrote it down; it is no part of what happened. */
const WRITER = { "agree-result": "by", note: "by", strike: "judge" };

/** An event as text with its fields in order, without its writer. */
function plain(value, without) {
  if (Array.isArray(value)) return `[${value.map((each) => plain(each)).join()}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const fields = Object.keys(value).filter((field) => field !== without).sort();
  return `{${fields.map((field) => `${JSON.stringify(field)}:${plain(value[field])}`).join()}}`;
}

/**
 * Whether two events say that the same happened.
 * @param {object} mine @param {object} theirs
 */
export function same(mine, theirs) {
  return plain(mine, WRITER[mine?.type]) === plain(theirs, WRITER[theirs?.type]);
}

/**
 * Whether what another device logged leaves a score as it was told: another's, or no score at all.
 * @param {object} mine @param {object} theirs
 */
const apart = (mine, theirs) => mine?.type === "score" &&
  (theirs?.type !== "score" || ["seat", "measure"].some((part) => mine[part] !== theirs[part]));

/**
 * Hold what waits against the entries that came since, one by one, as far as they are the same. A
 * score passes over what leaves it as it was told: it is sent again by itself (VN-17.9).
 * @param {{id: string, event: object, of?: string}[]} items what waits, in order
 * @param {{seq: number, id: string, event: object, line: string}[]} entries those since, in order
 * @param {(item: object, settled: Map<string, number>) => object} event what an item logs once
 *   those before it have their numbers
 * @returns {{settled: Map<string, number>, own: Set<string>, first: null | object}} the numbers of
 *   those that are in the log, those of them that this device had sent itself, and the entry
 *   before which the first different item stands
 */
export function compare(items, entries, event = (item) => item.event) {
  const settled = new Map();
  const own = new Set();
  let place = 0;
  for (const entry of entries) {
    const item = items[place];
    if (!item) break;
    const logs = event(item, settled);
    if (item.id === entry.id) own.add(item.id);
    else if (apart(logs, entry.event)) continue;
    else if (!same(logs, entry.event)) return { settled, own, first: entry };
    settled.set(item.id, entry.seq);
    place += 1;
  }
  return { settled, own, first: null };
}
