/**
 * The games that the page can show.
 *
 * Called by the screens. Law: a board shows what the server tells; it knows no rules.
 *
 * @typedef {{
 *   ends(action: any): {from: number, to: number}|null,
 *   name(config: any, place: number): string,
 *   board(config: any, seats: number): Board,
 * }} Game null is a pass; a mark goes from its cell to itself; a drop comes from a place of the hand
 *
 * @typedef {{
 *   element: SVGSVGElement,
 *   update(input: Input): void,
 *   onChoose: (place: number) => void,
 *   onPoint: (place: number|null) => void,
 *   focus(place: number): void,
 * }} Board
 *
 * @typedef {{
 *   view: any,
 *   players: {seat: number, name: string}[],
 *   mine: number|null,
 *   moves: {from: number, to: number, odds?: number, link?: number}[],
 *   source: number|null,
 *   target: number|null,
 *   battle: {from: number, to: number, attack: number[], defense: number[]}|null,
 *   last: {from: number, to: number}|null,
 *   danger: number[],
 *   label?: (place: number) => string,
 * }} Input
 */
import { animalShogi } from "./animal_shogi.js";
import { diceOfDoom } from "./dice_of_doom.js";
import { diceWars } from "./dice_wars.js";
import { ticTacToe } from "./tic_tac_toe.js";

/** @type {Record<string, Game>} */
const GAMES = { "dice-of-doom": diceOfDoom, "dice-wars": diceWars, "animal-shogi": animalShogi, "tic-tac-toe": ticTacToe };

/**
 * The game with a name of the protocol; undefined if this page is older than it.
 * @param {string} name
 * @returns {Game|undefined}
 */
export const gameOf = (name) => (Object.hasOwn(GAMES, name) ? GAMES[name] : undefined);
