/** Ids of entries: UUIDs of version 7, in the order of their milliseconds. */

/**
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
