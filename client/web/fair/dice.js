// The dice of a match: commitments, the key, and every roll that follows from it. `docs/dice.md` has the same in bytes.
//
// Pure; called by the sharer and the audit. Laws kept here: what is hashed begins with its purpose, every field of changing
// length has its length before it, and numbers are drawn by rejection.

import { fromHex, hmac, joined, sha256, toHex } from "./sha256.js";

/** @type {(it: string) => Uint8Array} */
const text = (it) => new TextEncoder().encode(it);

/**
 * A number in so many bytes, the most significant first.
 * @type {(it: number, size: number) => Uint8Array}
 */
const number = (it, size) =>
  Uint8Array.from({ length: size }, (_, at) => Math.floor(it / 256 ** (size - 1 - at)) % 256);

/** @type {(it: Uint8Array) => Uint8Array} */
const field = (it) => joined([number(it.length, 4), it]);

/** What a missed share counts as. */
const ZERO = "0".repeat(64);

/**
 * The commitment of a party to its secret: a hash.
 * @param {string} match the name of the match
 * @param {number} party 0 for the server, the seat's number plus one for a human
 * @param {string} secret 64 hexadecimal digits
 * @returns {string} 64 hexadecimal digits
 */
export const commitment = (match, party, secret) =>
  toHex(sha256(joined([text("dice-v1/commit"), field(text(match)), [party], fromHex(secret)])));

/** The dice of a match: a stream of bytes for every roll, numbered from 0, which is the deal. */
export class MatchDice {
  /** @type {number[]} */ #bytes = [];
  #roll = 0;
  #block = 0;

  /**
   * @param {string} match the name of the match
   * @param {string} secret the server's
   * @param {(string | null)[]} shares of the seats that were asked, in order; `null` if it was missed
   */
  constructor(match, secret, shares) {
    const parts = [text("dice-v1/key"), text(match), ...shares.map((it) => fromHex(it ?? ZERO))];
    /** @readonly the key from which everything follows */
    this.key = hmac(fromHex(secret), joined(parts.map(field)));
  }

  /**
   * Begins a roll: the numbers that are drawn next belong to it.
   * @param {number} roll
   */
  begin(roll) {
    [this.#roll, this.#block, this.#bytes] = [roll, 0, []];
  }

  #byte() {
    if (this.#bytes.length === 0) {
      const parts = [text("dice-v1/roll"), number(this.#roll, 8), number(this.#block++, 4)];
      this.#bytes = Array.from(hmac(this.key, joined(parts.map(field))));
    }
    return /** @type {number} */ (this.#bytes.shift());
  }

  /**
   * A number from 0 to below the bound, which is at most 2^32.
   * @param {number} bound
   * @returns {number}
   */
  below(bound) {
    let size = 1;
    while (256 ** size < bound) size++;
    const rounds = Math.floor(256 ** size / bound) * bound;
    for (;;) {
      let drawn = 0;
      for (let at = 0; at < size; at++) drawn = drawn * 256 + this.#byte();
      if (drawn < rounds) return drawn % bound;
    }
  }

  /**
   * The faces of so many dice.
   * @param {number} count
   * @returns {number[]}
   */
  faces(count) {
    return Array.from({ length: count }, () => this.below(6) + 1);
  }
}
