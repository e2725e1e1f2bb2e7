// The reactions with which people answer to what somebody does. Read by `screens/person.js`, `lobby.js` and the screens.

/** For how long a reaction is shown beside a name, in milliseconds. */
export const REACTION_MS = 4_000;

/** The signs, by the names of the protocol. @type {Record<string, string>} */
export const REACTIONS = { laugh: "😂", wow: "😮", clap: "👏", cry: "😭", angry: "😡", heart: "❤️" };

/** @typedef {{player: number, seat: number, reaction: string}} Reacted by whom, at whom, and which */

/** The reaction that an event tells, if it tells one. @param {Wire.EventView} event */
export function reactedIn(event) {
  return /** @type {{reacted?: Reacted}} */ (/** @type {unknown} */ (event)).reacted;
}
