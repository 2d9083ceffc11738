/** How far the clock of this device is from the server's (VN-11.4). */

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
