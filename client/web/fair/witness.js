// The page's own record of a match, and its verdict on the dice when the match is over and the secret is shown.
//
// Pure; `fairness.js` passes on what the server says, and pieces of its history if the page came late or was loaded again. Law
// kept here: only what was checked is called verified. If the commitments were not seen before the first action, the verdict says so.

import { follow, isRevealing, takesBack } from "./agreement.js";
import { audit } from "./audit.js";
import { Steps } from "./steps.js";

/**
 * @typedef {import("./agreement.js").Agreement} Agreement
 * @typedef {import("./shares.js").Given} Given
 * @typedef {"counted" | "missed" | "not_given" | "not_asked" | "none"} OwnShare
 * @typedef {{ok: true, rolls: number, own: OwnShare}} Verified
 * @typedef {{ok: false, why: "seal" | "share" | "start" | "roll" | "order" | "taken_back" | "own_share" | "board",
 *   at?: number}} Wrong `at` is the number of a roll, or of a seat for `share`
 * @typedef {{partial: true, why: "late" | "gap" | "unknown", rolls: number}} Partial so many rolls were rolled again
 * @typedef {Verified | Wrong | Partial} Verdict
 */

/** An empty record of a match. */
const fresh = () => ({
  /** @type {Agreement | null} */ agreement: null,
  /** The agreement when shares could first be shown: what everybody was bound to. @type {Agreement | null} */
  pledge: null,
  /** The humans on the seats that play, `null` for bots, and the rules, as they were when the match was called.
   * @type {ReturnType<typeof table> | null} */ called: null,
  /** @type {Wire.AnyConfig | null} */ config: null,
  /** The actions and rolls. */
  steps: new Steps(),
  /** The revision of the call, as far as it is known. */
  from: 0,
  /** Whether an event about the dice came out of order. */
  isDisordered: false,
  /** The board that was shown last. @type {string | null} */
  shown: null,
});

/**
 * Who sits where, and the rules.
 * @type {(lobby: Wire.LobbyView, me: number | null, sawCall: boolean) =>
 *   {players: (number | null)[], rules: Wire.AnyRules, wasThere: boolean}}
 */
const table = ({ seats, settings }, me, sawCall) => {
  const held = Array.from(seats, (it) => it.holder).filter((it) => typeof it !== "string");
  const wasThere = sawCall && held.some(({ human }) => human && human.player === me && !human.held_by_bot);
  return { players: held.map((it) => it.human?.player ?? null), rules: settings.rules, wasThere };
};

/** The board that is shown, in games that write it down. @param {Wire.AnyView | null} [shown] */
const boardOf = (shown) => (shown && "board" in shown.view ? shown.view.board : undefined);

/** The page's own record of a match. */
export class Witness {
  #it = fresh();
  /** @type {number | null} */ #me = null;
  /** @type {Wire.LobbyView | null} */ #lobby = null;
  /** Everything from this revision on was heard. */
  #low = Infinity;

  /** How the dice of the match were agreed on. */
  get agreement() {
    return this.#it.agreement;
  }

  /**
   * Takes in what the server said; the verdict if it is due now.
   * @param {Wire.ServerMessage} message a message of the server's
   * @param {Given | null} given the last commitment of this browser: `sharer.given`
   * @returns {Verdict | null}
   */
  heard(message, given) {
    if (message.type === "snapshot") this.#look(message);
    else if (message.type !== "update") return null;
    this.#lobby = message.lobby ?? this.#lobby;
    const events = message.events ?? [];
    events.forEach((event, at) => this.#event(event, message.revision - events.length + 1 + at));
    this.#it.shown = boardOf(message.view) ?? this.#it.shown;
    this.#pledge(given);
    const isDue = message.type === "snapshot" || events.some((it) => it.dice_opened);
    return isDue && this.wants() === null ? this.verdict(given) : null;
  }

  /**
   * A snapshot shows no steps: those of the same match that are known stay, and the history has the others.
   * @param {Extract<Wire.ServerMessage, {type: "snapshot"}>} snapshot
   */
  #look({ you, lobby, agreement = null, game_match, revision }) {
    const isSame = agreement !== null && this.#it.agreement?.match_id === agreement.match_id;
    if (!isSame) this.#it = { ...fresh(), pledge: this.#it.pledge };
    [this.#me, this.#low] = [you, revision + 1];
    const it = this.#it;
    // When the match is over, seats and rules may be others already.
    if (["starting", "playing"].includes(lobby.phase)) it.called ??= table(lobby, you, false);
    it.agreement = agreement;
    it.config = game_match?.config ?? it.config;
    it.shown = boardOf(game_match?.view) ?? it.shown;
  }

  /** @type {(event: Wire.EventView, revision: number) => void} */
  #event(event, revision) {
    const it = this.#it;
    const [agreement, isInOrder] = follow(it.agreement, event);
    it.agreement = agreement;
    if (event === "match_called") {
      this.#it = { ...fresh(), pledge: it.pledge, from: revision, called: this.#lobby && table(this.#lobby, this.#me, true) };
      this.#low = Math.min(this.#low, revision);
      return;
    }
    const asksNobody = event.dice_sealed?.seats.some((/** @type {number} */ seat) => it.called?.players[seat] == null);
    it.isDisordered ||= !isInOrder || Boolean(asksNobody);
    if (event.match_started) it.config = event.match_started.config;
    this.#step(event, revision);
  }

  /** @type {(event: Wire.EventView, revision: number) => void} */
  #step(event, revision) {
    const { steps, from } = this.#it;
    if ((event.acted || event.rolled) && revision > from) steps.set(revision, event);
  }

  /**
   * The pledge for the match of this browser's own share is kept whatever the server says of other matches meanwhile.
   * @param {Given | null} given
   */
  #pledge(given) {
    const { agreement, pledge } = this.#it;
    if (!agreement || !isRevealing(agreement)) return;
    const isKept = pledge && (pledge.match_id === agreement.match_id || pledge.match_id === given?.match_id);
    if (!isKept) this.#it.pledge = agreement;
  }

  /**
   * What is still to be asked for, as `history` with this `before`; `null` if nothing is missing, or can be had.
   * @returns {number | null}
   */
  wants() {
    const { agreement, from } = this.#it;
    return agreement && this.#actions() < agreement.actions && this.#low > from + 1 ? this.#low : null;
  }

  /** How many actions are known. */
  #actions() {
    return this.steps().filter((it) => "acted" in it).length;
  }

  /**
   * Takes in a piece of the past.
   * @param {Wire.History} history the reply to `history`
   * @param {Given | null} given
   * @returns {Verdict | null} if it is due now
   */
  past({ updates, has_earlier }, given) {
    for (const { revision, events } of [...updates].reverse()) {
      [...events].reverse().forEach((event, at) => {
        if (event === "match_called") this.#it.from = Math.max(this.#it.from, revision - at);
        this.#step(event, revision - at);
      });
      this.#low = Math.min(this.#low, revision - events.length + 1);
    }
    if (!has_earlier) this.#low = 0;
    return this.#it.agreement?.secret != null && this.wants() === null ? this.verdict(given) : null;
  }

  /**
   * The actions and rolls of the match that are known, the oldest first.
   * @returns {import("./audit.js").Step[]}
   */
  steps() {
    return this.#it.steps.list();
  }

  /** How often a step was told: it grows whenever there are others. */
  get taken() {
    return this.#it.steps.taken;
  }

  /**
   * The verdict on the match; `null` while its secret is not shown.
   * @param {Given | null} given
   * @returns {Verdict | null}
   */
  verdict(given) {
    const { agreement, pledge, called, config, isDisordered, shown } = this.#it;
    if (agreement?.secret == null) return null;
    if (isDisordered) return { ok: false, why: "order" };
    const isBound = pledge?.match_id === agreement.match_id;
    if (isBound && takesBack(pledge, agreement)) return { ok: false, why: "taken_back" };
    const own = this.#own(agreement, given);
    if (own === "another") return { ok: false, why: "own_share" };
    if (this.#actions() < agreement.actions || !called || !config) return { partial: true, why: "gap", rolls: 0 };
    const seats = called.players.length;
    const found = audit({ agreement, rules: called.rules, seats, config, steps: this.steps() });
    if ("partial" in found) return found;
    if ("why" in found) return { ok: false, ...found };
    if (found.board !== null && shown !== null && found.board !== shown) return { ok: false, why: "board" };
    if (!isBound || pledge.actions > 0) return { partial: true, why: "late", rolls: found.rolls };
    return { ok: true, rolls: found.rolls, own };
  }

  /** How this browser's share was counted. @type {(agreement: Agreement, given: Given | null) => OwnShare | "another"} */
  #own(agreement, given) {
    const seat = this.#it.called?.players.indexOf(this.#me) ?? -1;
    if (this.#me === null || seat < 0) return "none";
    const share = agreement.shares.find((it) => it.seat === seat);
    if (!share) return this.#it.called?.wasThere ? "not_asked" : "none";
    if (share.missed) return "missed";
    if (given?.match_id !== agreement.match_id) return "not_given";
    return share.commitment === given.commitment ? "counted" : "another";
  }

  /** What is kept over a reload, in this tab alone. */
  toJSON() {
    return this.#it;
  }

  /**
   * Goes on after a reload, with a snapshot.
   * @param {string | null} text what `JSON.stringify` made of a witness, if it was kept
   * @returns {Witness}
   */
  static fromJSON(text) {
    const witness = new Witness();
    const { steps, ...kept } = text ? JSON.parse(text) : {};
    witness.#it = { ...fresh(), ...kept, steps: Steps.fromJSON(steps) };
    return witness;
  }
}
