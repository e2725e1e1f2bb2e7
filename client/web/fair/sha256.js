// SHA-256 and HMAC-SHA-256 (FIPS 180-4, RFC 2104), for browsers that offer no `crypto.subtle` on plain http://.
//
// Called by everything in this folder. Law kept here: bytes in, bytes out, and no state between calls.

/**
 * The first 32 bits of the fractional parts of the roots of the first primes (FIPS 180-4, 4.2.2 and 5.3.3).
 * @type {(count: number, root: (prime: number) => number) => number[]}
 */
const fractions = (count, root) => {
  const found = [];
  for (let number = 2; found.length < count; number++) {
    let isPrime = true;
    for (let by = 2; by * by <= number; by++) isPrime &&= number % by !== 0;
    if (isPrime) found.push(((root(number) % 1) * 2 ** 32) | 0);
  }
  return found;
};

const ROUNDS = fractions(64, Math.cbrt);
const START = fractions(8, Math.sqrt);

/** @type {(word: number, ...by: [number, number, number]) => number} */
const mixed = (word, one, two, three) => turned(word, one) ^ turned(word, two) ^ turned(word, three);

/** @type {(word: number, by: number) => number} */
const turned = (word, by) => (word >>> by) | (word << (32 - by));

/**
 * The message, then one bit, zeros, and its length in bits.
 * @type {(bytes: Uint8Array) => DataView}
 */
const padded = (bytes) => {
  const all = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  all.set(bytes);
  all[bytes.length] = 0x80;
  const view = new DataView(all.buffer);
  view.setUint32(all.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(all.length - 4, bytes.length << 3);
  return view;
};

/**
 * Takes one block of 64 bytes into the state.
 * @type {(state: Int32Array, message: DataView, from: number) => void}
 */
const compress = (state, message, from) => {
  const words = Int32Array.from({ length: 64 }, (_, at) => (at < 16 ? message.getInt32(from + 4 * at) : 0));
  for (let at = 16; at < 64; at++) {
    const [early, late] = [words[at - 15], words[at - 2]];
    const low = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    const high = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    words[at] = words[at - 16] + low + words[at - 7] + high;
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let at = 0; at < 64; at++) {
    const one = (h + mixed(e, 6, 11, 25) + ((e & f) ^ (~e & g)) + ROUNDS[at] + words[at]) | 0;
    const two = mixed(a, 2, 13, 22) + ((a & b) ^ (a & c) ^ (b & c));
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, at) => (state[at] += word));
};

/**
 * The SHA-256 of some bytes.
 * @param {Uint8Array} bytes
 * @returns {Uint8Array}
 */
export const sha256 = (bytes) => {
  const message = padded(bytes);
  const state = Int32Array.from(START);
  for (let from = 0; from < message.byteLength; from += 64) compress(state, message, from);
  const hash = new DataView(new ArrayBuffer(32));
  state.forEach((word, at) => hash.setInt32(4 * at, word));
  return new Uint8Array(hash.buffer);
};

/**
 * The HMAC-SHA-256 of some bytes.
 * @param {Uint8Array} key
 * @param {Uint8Array} bytes
 * @returns {Uint8Array}
 */
export const hmac = (key, bytes) => {
  const block = new Uint8Array(64);
  block.set(key.length > 64 ? sha256(key) : key);
  const inner = sha256(joined([block.map((it) => it ^ 0x36), bytes]));
  return sha256(joined([block.map((it) => it ^ 0x5c), inner]));
};

/**
 * Bytes one after the other.
 * @param {ArrayLike<number>[]} parts
 * @returns {Uint8Array}
 */
export const joined = (parts) => Uint8Array.from(parts.flatMap((it) => Array.from(it)));

/**
 * Bytes as small hexadecimal digits.
 * @param {Uint8Array} bytes
 * @returns {string}
 */
export const toHex = (bytes) => Array.from(bytes, (it) => it.toString(16).padStart(2, "0")).join("");

/**
 * The bytes that small hexadecimal digits stand for.
 * @param {string} text
 * @returns {Uint8Array}
 */
export const fromHex = (text) => {
  if (!/^([0-9a-f]{2})*$/.test(text)) throw new Error("no hexadecimal digits");
  return Uint8Array.from(text.match(/../g) ?? [], (it) => parseInt(it, 16));
};
