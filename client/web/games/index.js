/**
 * The games that the page can show.
 *
 * Called by the screens. Law: a board shows what the server tells; it knows no rules.
 *
 * @typedef {{from: number, to: number}} Ends
 * @typedef {Wire.AnyAction["action"]} Action
 * @typedef {Wire.AnyConfig["config"]} Config
 * @typedef {Wire.AnyView["view"]} View
 *
 * @typedef {GameOf<Action, Config, View>} Game
 *
 * @typedef {{
 *   element: SVGSVGElement,
 *   update(input: InputOf<View>): void,
 *   onChoose: (place: number) => void,
 *   onPoint: (place: number|null) => void,
 *   focus(place: number): void,
 * }} Board
 *
 * @typedef {InputOf<View>} Input
 */
/**
 * What a game is to the page. Null is a pass; a mark goes from its cell to itself; a drop comes from a place of the hand.
 * @template Action, Config, View
 * @typedef {{
 *   ends(action: Action): Ends|null,
 *   name(config: Config|undefined, place: number): string,
 *   board(config: Config, seats: number): Board,
 * }} GameOf
 */
/**
 * What a board shows.
 * @template View
 * @typedef {{
 *   view: View,
 *   players: {seat: number, name: string}[],
 *   mine: number|null,
 *   moves: Move[],
 *   source: number|null,
 *   target: number|null,
 *   battle: (Ends & Wire.Roll)|null,
 *   last: Ends|null,
 *   danger: number[],
 *   label?: (place: number) => string,
 * }} InputOf
 */
/** @typedef {Ends & Pick<import("../shown.js").Choice, "odds" | "link">} Move */
import { animalShogi } from "./animal_shogi.js";
import { described } from "./described.js";
import { diceOfDoom } from "./dice_of_doom.js";
import { diceWars } from "./dice_wars.js";
import { ticTacToe } from "./tic_tac_toe.js";

/** The games with boards of their own. @type {Record<string, Game>} */
const GAMES = { "dice-of-doom": diceOfDoom, "dice-wars": diceWars, "animal-shogi": animalShogi, "tic-tac-toe": ticTacToe };

/**
 * The game with a name of the protocol: one that the page does not know is shown as its server describes it; undefined if there is
 * no description.
 * @param {string} name
 * @param {Wire.Layout|null} [layout]
 * @returns {Game|undefined}
 */
export const gameOf = (name, layout) => (Object.hasOwn(GAMES, name) ? GAMES[name] : layout ? described(layout) : undefined);
