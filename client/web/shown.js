// What the server has shown of a match, and what its short messages make of it. Called by `link.js` for every message, so that
// nothing else in the page knows the short forms. Laws kept here: a change is applied without knowing a rule, and only to the
// view of the revision before it; a page that has another one learns so.

/**
 * @typedef {Extract<Wire.ServerMessage, {type: "played"}>} Played
 * @typedef {Extract<Wire.ServerMessage, {type: "offered"}>} Offered
 */

/** The games that tell in a short form what luck chose. @type {string[]} */
const SHORT = ["dice-of-doom", "dice-wars"];

export class Shown {
  constructor() {
    /** @type {number | null} */
    this.revision = null;
    /** @type {Wire.AnyView | null} */
    this.view = null;
  }

  /**
   * The message in its full form: an update for `played`; null if it does not follow from what was shown, so that only a snapshot
   * can help.
   * @param {Wire.ServerMessage} message @returns {Wire.ServerMessage | null}
   */
  unfold(message) {
    const full = message.type === "played" ? this.update(message) : message;
    if (full === null) this.view = null;
    else if (full.type === "snapshot") this.note(full.revision, full.game_match?.view ?? null);
    else if (full.type === "update") {
      const follows = this.revision === full.revision - full.events.length;
      this.note(full.revision, full.view ?? (follows ? this.view : null));
    }
    return full;
  }

  /** @param {number} revision @param {Wire.AnyView | null} view */
  note(revision, view) {
    this.revision = revision;
    this.view = view;
  }

  /** @param {Played} message @returns {Extract<Wire.ServerMessage, {type: "update"}> | null} */
  update({ revision, ply, seat, step }) {
    const { game, action } = step;
    const chances = (step.chances ?? []).map((it) => (SHORT.includes(game) ? long(it) : it));
    if (this.revision !== revision - 1 - chances.length || this.view?.game !== game) return null;
    const view = step.view ?? patched(this.view.view, step.change);
    const rolled = chances.map((chance) => ({ rolled: { chance: { game, chance } } }));
    return /** @type {Extract<Wire.ServerMessage, {type: "update"}>} */ (
      { type: "update", revision, events: [{ acted: { seat, action: { game, action } } }, ...rolled], view: { game, view }, ply }
    );
  }
}

/** What luck chose, in its long form. @param {Wire.ShortChance} chance */
function long(chance) {
  return typeof chance === "number" ? { reinforce: chance } : { battle: { attack: chance[0], defense: chance[1] } };
}

/**
 * The choices of an offer, each with its ends, its odds and its link where there are some. A pair of places is its own ends.
 * @typedef {{ action: Wire.AnyAction, ends: { from: number, to: number } | null, odds?: number, link?: number | null }} Choice
 * @param {Offered} message
 * @returns {{ ply: number, choices: Choice[] }}
 */
export function choicesOf({ ply, offer, ends }) {
  const { game, odds, links } = offer;
  const share = (/** @type {number} */ at) => { const parts = odds?.[at]; return typeof parts === "number" ? parts / 10_000 : undefined; };
  const pair = (/** @type {unknown} */ action, /** @type {number} */ at) => ends?.[at] ?? (Array.isArray(action) ? action : null);
  const choices = offer.actions.map((action, at) => {
    const [from, to] = pair(action, at) ?? [];
    const told = from === undefined || to === undefined ? null : { from, to };
    return { action: /** @type {Wire.AnyAction} */ ({ game, action }), ends: told, odds: share(at), link: links?.[at] };
  });
  return { ply, choices };
}

/**
 * A value with a change. A text and a list are changed at places, each told as a pair: where, and the new characters, or the
 * change of the item there. An object is changed in the fields that the change names. Anything else is replaced.
 * @param {unknown} before @param {unknown} change @returns {unknown}
 */
export function patched(before, change) {
  if (typeof before === "string") {
    return pairs(change).reduce((text, [at, part]) => text.slice(0, at) + part + text.slice(at + String(part).length), before);
  }
  if (Array.isArray(before)) {
    const places = new Map(pairs(change));
    return before.map((item, at) => (places.has(at) ? patched(item, places.get(at)) : item));
  }
  if (typeof before !== "object" || before === null) return change;
  const fields = Object.entries(/** @type {object} */ (change)).map(([name, it]) => [name, patched(/** @type {Record<string, unknown>} */ (before)[name], it)]);
  return { ...before, ...Object.fromEntries(fields) };
}

/** @param {unknown} change @returns {[number, unknown][]} */
function pairs(change) {
  return /** @type {[number, unknown][]} */ (change);
}
