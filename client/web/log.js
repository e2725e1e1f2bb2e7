// Events as sentences: for the log beside the board and for whoever listens instead of looking. Called by `main.js` and
// `screens/game.js`; the words are the catalogue's.

import { gameOf } from "./games/index.js";

/**
 * What an event means, or nothing where there is nothing to say.
 * @param {any} event
 * @param {{words: (id: string, args?: any) => string, config: any, seat: (seat: number) => string, person: (player: number) => string}} where
 * @returns {string}
 */
export function sentence(event, { words, config, seat, person }) {
  if (typeof event === "string") return event === "match_called" ? words("page_told_called") : "";
  const [kind, told] = Object.entries(event)[0];
  switch (kind) {
    case "entered": return words("page_told_entered", { name: told.name });
    case "left": case "kicked": case "banned": return words("page_told_left", { name: person(told.player) });
    case "seat_taken": return words("page_told_seated", { name: person(told.player) });
    case "match_started": return words("page_told_begins");
    case "acted": return acted(told, { words, config, seat });
    case "resigned": return words("page_told_resigned", { name: seat(told.seat) });
    case "timed_out": return words("page_told_timed_out", { name: seat(told.seat) });
    case "handed_to_bot": return words("page_told_bot_plays", { name: seat(told.seat) });
    case "rolled": return rolled(told.chance.chance, words);
    default: return "";
  }
}

function acted({ seat: at, action }, { words, config, seat }) {
  const name = seat(at);
  const game = gameOf(action.game);
  const ends = game.ends(action.action);
  if (!ends) return words("page_told_passes", { name });
  const place = (it) => game.name(config?.config, it);
  if (ends.from === ends.to) return words("page_told_marks", { name, place: place(ends.to) });
  const sentence = action.game.startsWith("dice") ? "page_told_attacks" : "page_told_moves";
  return words(sentence, { name, from: place(ends.from), to: place(ends.to) });
}

function rolled(chance, words) {
  if (!chance.battle) return "";
  const [attack, defense] = [chance.battle.attack, chance.battle.defense].map(sum);
  return words(attack > defense ? "page_told_won" : "page_told_lost", { attack, defense });
}

/** The sum of faces. @param {number[]} faces */
export function sum(faces) {
  return faces.reduce((all, it) => all + it, 0);
}
