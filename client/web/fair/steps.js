// The actions and rolls of a match, in little memory: a long match has thousands, and all are needed at its end.
//
// Called by the witness. Law kept here: what is read is exactly what was put in. A step that the short form cannot say is kept as
// it was told.

/** @typedef {import("./audit.js").Step} Step */

/** How many steps are objects before they become text. */
const LOOSE_MAX = 64;
/** The most steps that are kept, some twenty times the longest match; of a match with more the witness says that it did not see all. */
export const STEPS_MAX = 100_000;

/** The games that have a short form, by its first letter. @type {Record<string, Wire.GameKind>} */
const GAMES = { d: "dice-of-doom", w: "dice-wars" };
/** The short forms: a seat passes or attacks, both sides of a battle, a new die. */
const SHORT = /^([dw])(?:(\d)(?:p|a(\d+)-(\d+))|b(\d+)\/(\d+)|r(\d+))$/;

/** A step in the short form, if it has one. @param {Step} step @returns {string} */
function shortened(step) {
  const { game, ...rest } = "acted" in step ? step.acted.action : step.rolled.chance;
  const letter = Object.keys(GAMES).find((it) => GAMES[it] === game) ?? "";
  if ("acted" in step && "action" in rest) {
    const { action } = rest;
    return `${letter}${step.acted.seat}${Array.isArray(action) ? `a${action.join("-")}` : "p"}`;
  }
  const { battle, reinforce } = /** @type {{battle?: {attack: number[], defense: number[]}, reinforce?: number}} */ ("chance" in rest ? rest.chance : {});
  return battle ? `${letter}b${battle.attack.join("")}/${battle.defense.join("")}` : `${letter}r${reinforce}`;
}

/** What a short form says. @param {string} text @returns {unknown} */
function lengthened(text) {
  const [, letter, seat, from, to, attack, defense, place] = SHORT.exec(text) ?? [];
  const game = GAMES[letter];
  if (seat) return { acted: { seat: Number(seat), action: { game, action: from ? [Number(from), Number(to)] : "pass" } } };
  const chance = place ? { reinforce: Number(place) } : { battle: { attack: Array.from(attack ?? "", Number), defense: Array.from(defense ?? "", Number) } };
  return { rolled: { chance: { game, chance } } };
}

/** @param {Step} step */
function written(step) {
  const [short, whole] = [shortened(step), JSON.stringify(step)];
  return JSON.stringify(lengthened(short)) === whole ? short : whole;
}

/** @param {string} text @returns {Step} */
const read = (text) => /** @type {Step} */ (text.startsWith("{") ? JSON.parse(text) : lengthened(text));

/** The steps that are known of a match. */
export class Steps {
  /** Those that came last, by the revisions that they led to. @type {Map<number, Step>} */
  #loose = new Map();
  /** The others, each on a line behind its revision. */
  #packed = "";
  /** How often a step was put in. */
  taken = 0;

  /** @param {number} revision @param {Step} step */
  set(revision, step) {
    if (this.taken >= STEPS_MAX) return;
    this.taken++;
    this.#loose.set(revision, step);
    if (this.#loose.size >= LOOSE_MAX) this.#pack();
  }

  #pack() {
    this.#packed += [...this.#loose].map(([revision, step]) => `${revision} ${written(step)}\n`).join("");
    this.#loose.clear();
  }

  /** All, the oldest first; of one that came twice the later. @returns {Step[]} */
  list() {
    const lines = this.#packed.split("\n").slice(0, -1).map((it) => {
      const gap = it.indexOf(" ");
      return /** @type {const} */ ([Number(it.slice(0, gap)), it.slice(gap + 1)]);
    });
    const all = new Map(/** @type {[number, Step | string][]} */ ([...lines, ...this.#loose]));
    return [...all].sort(([one], [other]) => one - other).map(([, it]) => (typeof it === "string" ? read(it) : it));
  }

  /** What is kept over a reload. */
  toJSON() {
    this.#pack();
    return this.#packed;
  }

  /** @param {unknown} text what `toJSON` gave */
  static fromJSON(text) {
    const steps = new Steps();
    if (typeof text !== "string") return steps;
    steps.#packed = text;
    steps.taken = text.split("\n").length - 1;
    return steps;
  }
}
