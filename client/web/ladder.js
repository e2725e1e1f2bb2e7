// The bots of the ladder of difficulty, by rung: what they are called, and the names by which their faces are known. Read by
// `main.js` and the screens.

/** The English names of the bots from the easiest to the strongest. */
export const LADDER = ["Pebble", "Fox", "Heron", "Tiger", "Doom"];

/** What the bots of a rung are called. @param {import("./words.js").Words} words @param {number} at from 0 on */
export const rungName = (words, at) => words("page_rung", { rung: String(at + 1) });
