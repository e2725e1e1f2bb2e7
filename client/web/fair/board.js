// A board of territories as the audit follows it: what an event changes, what is to be rolled next, and how a deal is drawn.
//
// Called by the audit and the replay. It does not check whether an action was allowed: the server and `dicehall verify` do. Law
// kept here: only the start and the events are taken from the server; every board after the start is computed here.

/**
 * @typedef {{owner: number, dice: number}} Territory
 * @typedef {import("./dice.js").MatchDice} MatchDice
 * @typedef {{battle: {attack: number[], defense: number[]}} | {reinforce: number}} Chance
 */

/** The signs for dice: none has 0. */
const DICE = "0123456789ABCDEFG";

/** @type {(held: Territory[]) => string} */
const written = (held) => held.map((it) => String.fromCharCode(97 + it.owner) + DICE[it.dice]).join("");

/**
 * The numbers of the hexes that touch a hex.
 * @type {(size: number, at: number) => number[]}
 */
export const beside = (size, at) =>
  [[-1, 0], [1, 0], [-1, -1], [0, -1], [0, 1], [1, 1]]
    .map(([down, right]) => [Math.floor(at / size) + down, (at % size) + right])
    .filter((it) => it.every((part) => part >= 0 && part < size))
    .map(([row, column]) => row * size + column);

/** A board of territories in the middle of a match. */
export class Board {
  /** The attack that is not settled yet. @type {[number, number] | null} */
  #attack = null;
  /** The seat whose new dice are being placed at random. @type {number | null} */
  #placing = null;
  /** The dice that were captured in this turn. */
  #captured = 0;
  #held;
  #max;
  /** @type {Partial<Wire.Rules>} */ #rules;
  #beside;

  /** @param {Wire.Config | Wire.Config2} config of Dice of Doom or of Dice Wars */
  constructor(config) {
    this.#rules = "rules" in config ? config.rules : { reinforcement: "random" };
    /** @type {(at: number) => number[]} */
    this.#beside = (at) => ("map" in config ? config.map.neighbors[at] : beside(config.rules.size, at));
    this.#max = ("rules" in config ? config.rules : config).max_dice;
    const signs = /** @type {string[]} */ (config.board.match(/../g) ?? []);
    this.#held = signs.map((it) => ({ owner: it.charCodeAt(0) - 97, dice: DICE.indexOf(it[1]) }));
  }

  /** The board as the server writes it. */
  toString() {
    return written(this.#held);
  }

  /** Whether both sides of an attack have to roll. */
  get isFighting() {
    return this.#attack !== null;
  }

  /**
   * A seat acts; whether it can.
   * @param {number} seat
   * @param {"pass" | [number, number]} action
   * @returns {boolean}
   */
  act(seat, action) {
    if (this.#attack) return false;
    this.#placing = null;
    if (action === "pass") {
      this.#pass(seat);
      return true;
    }
    const [from, to] = action.map((it) => this.#held[it]);
    if (from?.owner !== seat || !to || to.owner === seat || from.dice < 2) return false;
    this.#attack = action;
    if (this.#rules.combat === "certain") this.#settle(true);
    return true;
  }

  /**
   * The roll that the dice give now; `null` if nothing is to be rolled.
   * @param {MatchDice} dice
   * @returns {Chance | null}
   */
  roll(dice) {
    if (this.#attack) {
      const [attack, defense] = this.#attack.map((it) => dice.faces(this.#held[it].dice));
      return { battle: { attack, defense } };
    }
    const room = this.#placing === null ? [] : this.#room(this.#placing);
    return room.length > 0 ? { reinforce: room[dice.below(room.length)] } : null;
  }

  /**
   * Applies a roll that fits what was to be rolled.
   * @param {Chance} chance
   */
  resolve(chance) {
    if ("reinforce" in chance) {
      this.#held[chance.reinforce].dice++;
      return;
    }
    /** @type {(faces: number[]) => number} */
    const sum = (faces) => faces.reduce((all, it) => all + it, 0);
    this.#settle(sum(chance.battle.attack) > sum(chance.battle.defense));
  }

  /** @param {boolean} isWon */
  #settle(isWon) {
    const [from, to] = /** @type {[number, number]} */ (this.#attack).map((it) => this.#held[it]);
    if (isWon) {
      this.#captured += to.dice;
      Object.assign(to, { owner: from.owner, dice: from.dice - 1 });
    }
    from.dice = 1;
    this.#attack = null;
  }

  /** The numbers of a seat's territories. @param {number} seat */
  #owned(seat) {
    return [...this.#held.keys()].filter((at) => this.#held[at].owner === seat);
  }

  /** Those that can hold more. @param {number} seat */
  #room(seat) {
    return this.#owned(seat).filter((at) => this.#held[at].dice < this.#max);
  }

  /** @param {number} seat */
  #pass(seat) {
    const by = this.#rules.reinforcement;
    if (by === "random") this.#placing = seat;
    else {
      const count = by === "cluster" ? this.#largest(seat) : Math.max(0, this.#captured - 1);
      for (const at of this.#room(seat).slice(0, count)) this.#held[at].dice++;
    }
    this.#captured = 0;
  }

  /**
   * What a seat holds, as the server tells it.
   * @param {number} seat
   * @returns {{territories: number, dice: number, link: number}}
   */
  standing(seat) {
    const own = this.#owned(seat);
    return { territories: own.length, dice: own.reduce((all, at) => all + this.#held[at].dice, 0), link: this.#largest(seat) };
  }

  /**
   * Who holds a territory; undefined if there is none.
   * @param {number} at
   * @returns {number | undefined}
   */
  owner(at) {
    return this.#held[at]?.owner;
  }

  /** How many territories the seat's largest group has. @param {number} seat */
  #largest(seat) {
    const rest = new Set(this.#owned(seat));
    /** @type {(at: number) => number} */
    const taken = (at) =>
      rest.delete(at) ? this.#beside(at).reduce((all, next) => all + taken(next), 1) : 0;
    return Math.max(0, ...[...rest].map(taken));
  }
}

/**
 * Adds dice one by one to the seat's territories that have room, until it has `share`.
 * @type {(held: Territory[], seat: number, share: number, max: number, dice: MatchDice) => void}
 */
const place = (held, seat, share, max, dice) => {
  const own = held.filter((it) => it.owner === seat);
  for (let on = own.length; on < share; on++) {
    const room = own.filter((it) => it.dice < max);
    if (room.length > 0) room[dice.below(room.length)].dice++;
  }
};

/**
 * One die on each territory, dealt to these owners in an order that the dice shuffle.
 * @type {(owners: number[], dice: MatchDice) => Territory[]}
 */
const oneEach = (owners, dice) => {
  for (let last = owners.length - 1; last > 0; last--) {
    const other = dice.below(last + 1);
    [owners[last], owners[other]] = [owners[other], owners[last]];
  }
  return owners.map((owner) => ({ owner, dice: 1 }));
};

/**
 * The first board of Dice of Doom as the dice deal it.
 * @type {(config: Wire.Config, dice: MatchDice) => string}
 */
export const dealHexes = ({ rules, seats }, dice) => {
  const [count, max] = [rules.size ** 2, rules.max_dice];
  const all = Array.from({ length: count }, (_, at) => seats - 1 - (at % seats));
  if (rules.deal === "random") {
    return written(all.map(() => ({ owner: dice.below(seats), dice: dice.below(max) + 1 })));
  }
  const held = oneEach(all, dice);
  const [fewest, most] = [Math.floor(count / seats), Math.ceil(count / seats)];
  const share = Math.max(Math.floor((fewest * (max + 1)) / 2), most);
  for (let seat = 0; seat < seats; seat++) place(held, seat, share, max, dice);
  return written(held);
};

/**
 * The first board of Dice Wars as the dice deal it.
 * @type {(config: Wire.Config2, dice: MatchDice) => string}
 */
export const dealMap = ({ map, seats, max_dice }, dice) => {
  const held = oneEach(Array.from(map.neighbors, (_, at) => at % seats), dice);
  for (let seat = 0; seat < seats; seat++) {
    place(held, seat, 3 * held.filter((it) => it.owner === seat).length, max_dice, dice);
  }
  return written(held);
};
