// What happened in the match from which another went on: its file keeps the steps without the seats, which follow from them.
//
// Pure; called by `match_file.js`. Law kept here: the seat of an attack is the owner of the territory, that of a pass follows from the order of turns.

import { Board } from "../fair/board.js";
import { gameOf } from "../games/index.js";

/**
 * The steps of an earlier match as events.
 * @param {Pick<Wire.Origin, "config" | "steps">} origin
 * @param {number} seats
 * @returns {import("../fair/audit.js").Step[]}
 */
export function earlier({ config, steps }, seats) {
  // Whose steps they were in a game that the page does not know, only its rules would tell.
  if (!gameOf(config.game)) return [];
  const next = followerOf(config, seats);
  return steps.map((step) => {
    if (step.rolled) return next.rolled(step.rolled);
    return { acted: { seat: next.seat(step.acted.action), action: step.acted } };
  });
}

/**
 * Finds the seat of each action, and takes in each roll.
 * @typedef {{seat(action: import("../games/index.js").Action): number, rolled(chance: Wire.AnyChance): import("../fair/audit.js").Step}} Follower
 */

/** @param {Wire.AnyConfig} all @param {number} seats @returns {Follower} */
function followerOf(all, seats) {
  if (all.game === "dice-of-doom" || all.game === "dice-wars") return onTerritories(all.config, seats);
  if (all.game === "animal-shogi") return inTurn(all.config.position.includes(" w ") ? 1 : 0);
  return inTurn(("first" in all.config && all.config.first) || 0);
}

/** Whoever attacks holds the territory; after whoever passes comes the next that holds any.
 * @param {Wire.Config | Wire.Config2} config @param {number} seats @returns {Follower} */
function onTerritories(config, seats) {
  const board = new Board(config);
  let mover = config.first ?? 0;
  return {
    seat: (action) => {
      if (action !== "pass" && typeof action === "string") throw new Error("it is an action of another game");
      if (action !== "pass") mover = board.owner(action[0]) ?? mover;
      const seat = mover;
      if (!board.act(seat, action)) throw new Error("an earlier action cannot be");
      if (action === "pass") do mover = (mover + 1) % seats; while (board.standing(mover).territories === 0 && mover !== seat);
      return seat;
    },
    rolled: (chance) => {
      board.resolve(chance.chance);
      return { rolled: { chance } };
    },
  };
}

/** Two seats, one after the other. @param {number} first the seat that moves first @returns {Follower} */
function inTurn(first) {
  let mover = 1 - first;
  return {
    seat: () => (mover = 1 - mover),
    rolled: () => { throw new Error("there is nothing to roll"); },
  };
}
