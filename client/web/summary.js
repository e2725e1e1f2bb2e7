// What whoever hears the page is told of the match: one summary of what others did in their turns, and at once what one has done oneself.
// Called by `main.js`. Law kept here: nobody is told step by step what others do, and nothing is told twice.

import { sentence, sum } from "./log.js";

/** So many sentences wait to be told; of more the oldest are left out. */
const WAITING_MAX = 24;

/** @typedef {{seat: number, count: number, won: number}} Turn */

export class Summary {
  constructor() {
    /** What waits to be told. @type {string[]} */
    this.waiting = [];
    /** The turn of another seat that goes on. @type {Turn | null} */
    this.turn = null;
  }

  /**
   * Takes in what has happened; gives back what is to be told now, which may be nothing yet.
   * @param {Wire.EventView[]} events @param {import("./log.js").Where} where @param {import("./lobby.js").Lobby} lobby after them
   * @param {string[]} more what has come of it besides
   */
  hear(events, where, lobby, more) {
    for (const event of events) {
      const seat = event.acted?.seat ?? (event.rolled ? this.turn?.seat : undefined);
      const isOthers = seat !== undefined && seat !== lobby.seat && (event.rolled || event.acted?.action.game.startsWith("dice"));
      if (isOthers) this.count(event, seat, where);
      else this.add(sentence(event, where));
    }
    more.forEach((it) => this.add(it));
    return this.waits(events, lobby) ? "" : this.take(where);
  }

  /** Whether more follows soon: others' doings are told with the news that it is one's own turn, a bot's turn is short, a person's is told as a whole.
   * @param {Wire.EventView[]} events @param {import("./lobby.js").Lobby} lobby */
  waits(events, { match, view, seat }) {
    const mover = match?.view?.to_move ?? null;
    if (mover === null || view?.phase !== "playing") return false;
    if (mover === seat) return events.some(({ acted }) => acted && acted.seat !== seat);
    return Boolean(view.seats[mover].holder.bot) || mover === this.turn?.seat;
  }

  /** Counts an action of another seat to its turn. @param {Wire.EventView} event @param {number} seat @param {import("./log.js").Where} where */
  count(event, seat, where) {
    if (this.turn?.seat !== seat) this.close(where);
    this.turn ??= { seat, count: 0, won: 0 };
    if (event.acted && event.acted.action.action !== "pass") this.turn.count += 1;
    const battle = event.rolled?.chance.chance.battle;
    if (battle && sum(battle.attack) > sum(battle.defense)) this.turn.won += 1;
  }

  /** The turn of another seat is over. @param {import("./log.js").Where} where */
  close({ words, seat }) {
    const { turn } = this;
    this.turn = null;
    if (turn) this.add(words("page_summary", { name: seat(turn.seat), count: turn.count, won: turn.won }));
  }

  /** @param {string} text */
  add(text) {
    if (text) this.waiting.push(text);
    this.waiting.splice(0, this.waiting.length - WAITING_MAX);
  }

  /** All that waits, which is told now. @param {import("./log.js").Where} where */
  take(where) {
    this.close(where);
    return this.waiting.splice(0).join(" ");
  }
}
