// The page's part in the dice: commits to a share when it is asked, and shows it when every commitment is known.
//
// Pure but for the random bytes; `fairness.js` passes on what the server says and sends what comes back. Law kept here: a share is
// shown only when nobody can commit any more, only if the server showed the very commitment that was made, and in one
// agreement only: if the server begins another one, or takes back what it showed, a new share is drawn.

import { follow, isRevealing, takesBack } from "./agreement.js";
import { commitment } from "./dice.js";
import { toHex } from "./sha256.js";

/**
 * @typedef {{match_id: string, commitment: string}} Given the last commitment that this browser made, and for which match
 * @typedef {{commit_share: Given} | {show_share: {match_id: string, share: string}}} Command
 */

const system = () => crypto.getRandomValues(new Uint8Array(32));

/** The page's part in the dice. */
export class Sharer {
  /** @type {Given | null} */ given = null;
  /** @type {import("./agreement.js").Agreement | null} */ #agreement = null;
  /** The share of this agreement, once it was drawn. @type {string | null} */ #share = null;
  /** @type {number | null} */ #me = null;
  /** @type {Wire.SeatView[]} */ #seats = [];
  /** The last command, so that nothing is said twice on one connection. */ #said = "";
  #random;

  /** @param {() => Uint8Array} [random] 32 bytes that nobody can guess */
  constructor(random = system) {
    this.#random = random;
  }

  /** A connection begins: what was said on the one before may not have arrived. */
  begin() {
    this.#said = "";
  }

  /**
   * Takes in what the server said. Keep `toJSON()` before the command is sent that comes back.
   * @param {Wire.ServerMessage} message a message of the server's
   * @returns {Command | null}
   */
  heard(message) {
    if (message.type === "snapshot") {
      this.#me = message.you;
      this.#look(message.agreement ?? null);
    } else if (message.type !== "update") {
      return null;
    }
    this.#seats = message.lobby?.seats ?? this.#seats;
    for (const event of message.events ?? []) {
      if (event.dice_sealed) this.#share = null;
      // What is out of order is told at the end of the match, by the witness.
      [this.#agreement] = follow(this.#agreement, event);
    }
    const command = this.#part();
    if (!command || this.#said === JSON.stringify(command)) return null;
    if ("commit_share" in command) this.given = command.commit_share;
    this.#said = JSON.stringify(command);
    return command;
  }

  /**
   * Takes over what a snapshot shows: the agreement that is known, some steps further, or another one.
   * @param {import("./agreement.js").Agreement | null} now
   */
  #look(now) {
    const goesOn = this.#agreement && now && !takesBack(this.#agreement, now);
    if (!goesOn) this.#share = null;
    this.#agreement = now;
  }

  /** The command for which the agreement waits, if it waits for this page. @returns {Command | null} */
  #part() {
    const seat = this.#seats.findIndex((it) => it.holder.human && it.holder.human.player === this.#me);
    const mine = this.#agreement?.shares.find((it) => it.seat === seat);
    if (!this.#agreement || !mine || mine.missed || mine.share != null) return null;
    const { match_id } = this.#agreement;
    this.#share ??= toHex(this.#random());
    const own = commitment(match_id, seat + 1, this.#share);
    if (mine.commitment == null) return { commit_share: { match_id, commitment: own } };
    const mayShow = isRevealing(this.#agreement) && mine.commitment === own;
    return mayShow ? { show_share: { match_id, share: this.#share } } : null;
  }

  /** What must be kept over a reload, in this tab alone. */
  toJSON() {
    return { given: this.given, agreement: this.#agreement, share: this.#share };
  }

  /**
   * Goes on after a reload.
   * @param {string | null} text what `JSON.stringify` made of a sharer, if it was kept
   * @param {() => Uint8Array} [random]
   * @returns {Sharer}
   */
  static fromJSON(text, random) {
    const sharer = new Sharer(random);
    const kept = text ? JSON.parse(text) : {};
    sharer.given = kept.given ?? null;
    sharer.#agreement = kept.agreement ?? null;
    sharer.#share = kept.share ?? null;
    return sharer;
  }
}
