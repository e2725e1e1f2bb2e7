// The bots of the ladder of difficulty, by rung: what they are called, and the names by which their faces are known. Read by
// `main.js`, the screens and the big screen.

/** The English names of the bots from the easiest to the strongest. */
export const LADDER = ["Pebble", "Fox", "Heron", "Tiger", "Doom"];

/** What the bots of a rung are called. @param {import("./words.js").Words} words @param {number} at from 0 on */
export const rungName = (words, at) => words("page_rung", { rung: String(at + 1) });

/**
 * What a bot is called: by its rung, if it stands on one in that game.
 * @param {{words: import("./words.js").Words, games: import("./main.js").GameInfo[]}} known @param {string} spec @param {string} [played]
 */
export function botNameIn({ words, games }, spec, played) {
  const rung = games.find((it) => it.game === played)?.bots.indexOf(spec) ?? -1;
  return rung < 0 ? `${words("page_bot")} ${spec}` : rungName(words, rung);
}
