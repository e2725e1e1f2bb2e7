// How a match went: the shares of the dice round by round, where it turned, how lucky everybody was, and whether the dice were
// honest. Called by `end.js` at the end of a match and by `replay.js` at every step.

import { h, mark } from "../elements.js";
import { shareGraph, turningPoint } from "../share_graph.js";

/**
 * @typedef {{words: import("../words.js").Words, names: string[]}} Told
 */

/**
 * The graph of the dice with its turning point; nothing where no dice were counted.
 * @param {Told} told @param {number[][]} rounds @param {number} [now] the round that is looked at
 */
export function shares({ words, names }, rounds, now) {
  if (rounds.length < 2) return [];
  const who = names.map((name, seat) => ({ seat, name }));
  const turn = turningPoint(rounds);
  const point = turn && words("page_turning_point", { ...turn, name: names[turn.seat] });
  return [h("h2", {}, words("page_share")), shareGraph(rounds, who, { title: words("page_share"), now }), point && h("p", { class: "quiet" }, point)];
}

/**
 * How lucky everybody attacked, a line for each seat that did.
 * @param {Told} told @param {import("../luck.js").Luck[]} luck
 */
export function fortunes({ words, names }, luck) {
  const lines = luck.flatMap(({ count, won, expected }, seat) => {
    const more = Number((won - expected).toFixed(1));
    const told = words("page_luck_of", { name: names[seat], count, won, expected: expected.toFixed(1) });
    const sign = h("b", { class: more < 0 ? "minus" : "plus" }, `${more < 0 ? "−" : "+"}${Math.abs(more).toFixed(1)}`);
    return count ? [h("li", {}, mark(seat), h("span", {}, told), sign)] : [];
  });
  return lines.length ? [h("h2", {}, words("page_luck")), h("ul", { class: "fortunes" }, lines)] : [];
}

/** @typedef {import("../fair/witness.js").Verdict | import("../replay/match_file.js").Verdict} Verdict */

/** The verdict on the dice as a sentence. @param {import("../words.js").Words} words @param {Verdict} verdict */
export function verdictWords(words, verdict) {
  if ("partial" in verdict) return words("page_dice_partial", { rolls: verdict.rolls, why: verdict.why });
  if (verdict.ok) return words("page_dice_verified", { rolls: verdict.rolls, own: "own" in verdict ? verdict.own : "counted" });
  return words(verdict.why === "roll" ? "page_dice_wrong_at" : "page_dice_wrong", { at: verdict.at ?? 0, why: verdict.why });
}

/**
 * The verdict in its color. Of a game without dice only a fault is told.
 * @param {import("../words.js").Words} words @param {Verdict} verdict @param {string} game
 */
export function judged(words, verdict, game) {
  const isGood = "partial" in verdict || verdict.ok;
  if (isGood && !game.startsWith("dice") && !("why" in verdict && verdict.why === "unknown")) return h("p", {}, words("page_no_dice"));
  return h("p", { class: "partial" in verdict ? "quiet" : verdict.ok ? "good" : "bad" }, verdictWords(words, verdict));
}
