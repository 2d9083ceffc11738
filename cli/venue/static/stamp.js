/** What is made at a tap: its id, and the time by the clock of the server (VN-11.4). */

/**
 * An id: a UUID of version 7, so that ids are in the order of their milliseconds.
 * @param {number} ms since 1970
 * @param {Uint8Array} chance ten bytes at random
 */
export function uuid7(ms, chance = crypto.getRandomValues(new Uint8Array(10))) {
  const hex = (number, digits) => number.toString(16).padStart(digits, "0");
  const rest = [...chance].map((byte) => hex(byte, 2)).join("");
  const time = hex(Math.floor(ms), 12);
  const variant = hex((chance[2] & 0x3f) | 0x80, 2);
  const groups = [`7${rest.slice(1, 4)}`, `${variant}${rest.slice(6, 8)}`, rest.slice(8)];
  return [time.slice(0, 8), time.slice(8), ...groups].join("-");
}

/** How often it is asked. */
export const SAMPLES = 5;

/**
 * The ms to add to the time of this device, by the answer that was under way the shortest.
 * @param {{sent: number, got: number, server: number}[]} samples all in ms since 1970
 */
export function offset(samples) {
  if (!samples.length) return 0;
  const trip = ({ sent, got }) => Math.abs(got - sent);
  const { sent, got, server } = samples.reduce((a, b) => (trip(b) < trip(a) ? b : a));
  return Math.round(server - (sent + got) / 2);
}

/** Ask the server for its time; null where it does not answer. */
export async function measured(ask = fetch, clock = Date.now) {
  const samples = [];
  try {
    while (samples.length < SAMPLES) {
      const sent = clock();
      const { now } = await (await ask("/api/time", { cache: "no-store" })).json();
      samples.push({ sent, got: clock(), server: Date.parse(now) });
    }
  } catch {
    // what was answered so far will do
  }
  const told = samples.filter(({ server }) => Number.isFinite(server));
  return told.length ? offset(told) : null;
}
