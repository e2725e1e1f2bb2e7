// What the server has shown of a match, and what its short messages make of it. Called by `link.js` for every message, so that
// nothing else in the page knows the short forms. Laws kept here: a change is applied without knowing a rule, and only to the
// view of the revision before it; a page that has another one learns so.

/**
 * @typedef {Extract<Wire.ServerMessage, {type: "played"}>} Played
 * @typedef {Extract<Wire.ServerMessage, {type: "offered"}>} Offered
 */

export class Shown {
  constructor() {
    /** @type {number | null} */
    this.revision = null;
    /** @type {Wire.AnyView | null} */
    this.view = null;
  }

  /**
   * The message in its full form: an update for `played`, and choices for `offered`; null if it does not follow from what was
   * shown, so that only a snapshot can help.
   * @param {Wire.ServerMessage} message @returns {Wire.ServerMessage | null}
   */
  unfold(message) {
    if (message.type === "offered") return choices(message);
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
    const chances = (step.chances ?? []).map(long);
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

/** @param {Offered} message @returns {Extract<Wire.ServerMessage, {type: "choices"}>} */
function choices({ ply, offer }) {
  const { game, odds, links } = offer;
  const share = (/** @type {number} */ at) => { const parts = odds?.[at]; return typeof parts === "number" ? parts / 10_000 : undefined; };
  const offered = offer.actions.map((action, at) => ({ action: { game, action }, odds: share(at), link: links?.[at] }));
  return /** @type {Extract<Wire.ServerMessage, {type: "choices"}>} */ ({ type: "choices", ply, choices: offered });
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
