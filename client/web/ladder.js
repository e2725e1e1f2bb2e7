// The bots of the ladder of difficulty, by rung; their names are the same in every language. Read by `main.js` and the screens.

/** The names of the bots from the easiest to the strongest. */
export const LADDER = ["Pebble", "Fox", "Heron", "Tiger", "Doom"];
