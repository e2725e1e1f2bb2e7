// A roll as the big screen tells it: the odds before, and after it how large the luck was. Pure; called by `roll_panel.js`. Law kept here:
// luck is what came minus what the odds promised, in attacks, as at the end of a match.

import { sum } from "../log.js";
import { winChance } from "../luck.js";

/** @param {Wire.Roll} roll */
export function rollTold({ attack, defense }) {
  const odds = winChance(attack.length, defense.length);
  const [ours, theirs] = [sum(attack), sum(defense)];
  const isWon = ours > theirs;
  return { odds, isWon, by: Math.abs(ours - theirs), luck: (isWon ? 1 : 0) - odds };
}

/**
 * The least face of the last die with which the defender holds: 0 if any does, 7 if none does.
 * @param {Wire.Roll} roll
 */
export function holdsWith({ attack, defense }) {
  const face = sum(attack) - sum(defense.slice(0, -1));
  return face <= 1 ? 0 : Math.min(face, 7);
}

/** A figure with its sign. @param {number} luck @param {number} digits behind the point */
export function signed(luck, digits) {
  const size = Math.abs(luck).toFixed(digits);
  return Number(size) === 0 ? size : `${luck < 0 ? "−" : "+"}${size}`;
}
