// The page's part in the dice: commits to a share when its person agrees to start, or else when it is asked, and shows it when
// every commitment is known.
//
// Pure but for the random bytes; `fairness.js` passes on what the server says and sends what comes back. Law kept here: a share is
// shown only when nobody can commit any more, only if the server showed the very commitment that was made, and in one
// agreement alone: whoever seals again, or takes back what was shown, gets another share. A share that was committed to ahead
// counts only if the seal is the one that was announced, and only for the first such seal.

import { follow, isRevealing, takesBack } from "./agreement.js";
import { commitment } from "./dice.js";
import { toHex } from "./sha256.js";

/**
 * @typedef {{match_id: string, commitment: string}} Given the last commitment that this browser made, and for which match
 * @typedef {{match_id: string, server: string, seat: number, share: string, commitment: string}} Ahead a share that this browser
 *   has committed to before the match was sealed, with the match and the server's commitment as they were announced
 * @typedef {{commit_share: Given} | {show_share: {match_id: string, share: string}}} Command
 */

const system = () => crypto.getRandomValues(new Uint8Array(32));

/** The page's part in the dice. */
export class Sharer {
  /** @type {Given | null} */ given = null;
  /** @type {import("./agreement.js").Agreement | null} */ #agreement = null;
  /** The share of this agreement, once it was drawn. @type {string | null} */
  #share = null;
  /** The next match, as the server has announced it. @type {{match_id: string, commitment: string} | null} */
  #next = null;
  /** @type {Ahead | null} */ #ahead = null;
  /** @type {number | null} */ #me = null;
  /** @type {Wire.SeatView[]} */ #seats = [];
  /** The last command, so that nothing is said twice on one connection. */
  #said = "";
  #random;

  /** @param {() => Uint8Array} [random] 32 bytes that nobody can guess */
  constructor(random = system) {
    this.#random = random;
  }

  /** A connection begins: what was said on the one before may not have arrived. */
  begin() {
    this.#said = "";
    this.#next = null;
  }

  /**
   * The commitment to send along with a command: with an agreement to start, if this page is seated and knows the next match. The
   * same again for the same match and seat. Keep `toJSON()` before it is sent.
   * @param {Wire.ClientCommand} command
   * @returns {Wire.EarlyCommitment | null}
   */
  commits(command) {
    const agrees = command === "rematch" || (typeof command === "object" && ("start" in command || ("ready" in command && command.ready?.ready)));
    const seat = this.#seat();
    if (!agrees || !this.#next || seat < 0) return null;
    const { match_id, commitment: server } = this.#next;
    if (this.#ahead?.match_id !== match_id || this.#ahead.server !== server || this.#ahead.seat !== seat) {
      const share = toHex(this.#random());
      this.#ahead = { match_id, server, seat, share, commitment: commitment(match_id, seat + 1, share) };
    }
    return { match_id, seat, commitment: this.#ahead.commitment };
  }

  /**
   * Takes in what the server said. Keep `toJSON()` before the command is sent that comes back.
   * @param {Wire.ServerMessage} message a message of the server's
   * @returns {Command | null}
   */
  heard(message) {
    if (message.type === "next_match") {
      this.#next = { match_id: message.match_id, commitment: message.commitment };
      return null;
    }
    if (message.type === "snapshot") {
      this.#me = message.you;
      this.#look(message.agreement ?? null);
    } else if (message.type !== "update") {
      return null;
    }
    this.#seats = message.lobby?.seats ?? this.#seats;
    for (const event of message.events ?? []) {
      if (event.dice_sealed) this.#draw(event.dice_sealed);
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
    if (!goesOn && now) this.#draw(now);
    this.#agreement = now;
  }

  /**
   * Another agreement has another share: the one that was committed to ahead, if the match was sealed as it was announced. That
   * share is never taken again.
   * @param {{match_id: string, commitment: string}} sealed
   */
  #draw(sealed) {
    const ahead = this.#ahead;
    [this.#next, this.#ahead, this.#share] = [null, null, null];
    if (ahead?.match_id !== sealed.match_id || ahead.server !== sealed.commitment) return;
    this.#share = ahead.share;
    this.given = { match_id: ahead.match_id, commitment: ahead.commitment };
  }

  /** The seat of this page's person; -1 without one. */
  #seat() {
    return this.#seats.findIndex((it) => it.holder.human && it.holder.human.player === this.#me);
  }

  /** The command for which the agreement waits, if it waits for this page. @returns {Command | null} */
  #part() {
    const seat = this.#seat();
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
    return { given: this.given, agreement: this.#agreement, share: this.#share, ahead: this.#ahead };
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
    sharer.#ahead = kept.ahead ?? null;
    return sharer;
  }
}
