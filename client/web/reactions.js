// The reactions with which people answer to what somebody does. Read by `screens/person.js`, `lobby.js` and the screens.

/** For how long a reaction is shown beside a name, in milliseconds. */
export const REACTION_MS = 4_000;

/** The signs, by the names of the protocol. @type {Record<Wire.Reaction, string>} */
export const REACTIONS = { laugh: "😂", wow: "😮", clap: "👏", cry: "😭", angry: "😡", heart: "❤️" };

/** @typedef {Extract<Wire.EventView, {reacted: object}>["reacted"]} Reacted by whom, at whom, and which */
