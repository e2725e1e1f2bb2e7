// Events as sentences: for the log beside the board and for whoever listens instead of looking. Called by `main.js` and
// `screens/game.js`; the words are the catalogue's.

import { gameOf } from "./games/index.js";

/**
 * What is needed to put an event into words: the sentences, and who is called what.
 * @typedef {{words: import("./words.js").Words, config?: Wire.AnyConfig, seat: (seat: number) => string, person: (player: number) => string}} Where
 */

/**
 * What an event means, or nothing where there is nothing to say.
 * @param {Wire.EventView} event
 * @param {Where} where
 * @param {number} [gained] how many dice an action brought the seat
 * @returns {string}
 */
export function sentence(event, where, gained) {
  const { words } = where;
  if (typeof event === "string") return Object.hasOwn(NAMELESS, event) ? words(NAMELESS[event]) : "";
  if (event.acted) return acted(event.acted, where, gained);
  if (event.rolled) return rolled(event.rolled.chance.chance, words);
  if (event.match_started) return words("page_told_begins");
  return ofPerson(event, where) || ofSeat(event, where);
}

/** What events mean that belong together, in one line. @param {Wire.EventView[]} events @param {Where} where */
export const sentences = (events, where) => events.map((it) => sentence(it, where)).filter(Boolean).join(" ");

/** What is told without a name. @type {Record<string, string>} */
const NAMELESS = { match_called: "page_told_called", paused: "page_told_paused", continued: "page_told_continued", settings_changed: "page_told_settings" };

/** What somebody did or suffered who need not sit. @param {Wire.EventView} event @param {Where} where */
function ofPerson(event, { words, person }) {
  if (event.entered) return words("page_told_entered", { name: event.entered.name });
  if (event.left) return words("page_told_left", { name: person(event.left.player) });
  const sent = event.kicked ?? event.banned;
  if (sent) return words("page_told_kicked", { name: person(sent.player) });
  if (event.seat_taken) return words("page_told_seated", { name: person(event.seat_taken.player) });
  return event.host_changed ? words("page_told_host", { name: person(event.host_changed.player) }) : "";
}

/** What happened to a seat. @param {Wire.EventView} event @param {Where} where */
function ofSeat(event, { words, seat, person }) {
  if (event.resigned) return words("page_told_resigned", { name: seat(event.resigned.seat) });
  if (event.timed_out) return words("page_told_timed_out", { name: seat(event.timed_out.seat) });
  if (event.taken_back) return words("page_told_back", { name: seat(event.taken_back.seat) });
  if (event.pause_wanted?.wanted) return words("page_told_wants_pause", { name: seat(event.pause_wanted.seat) });
  if (event.stand_in_wanted?.wanted) return words("page_told_wants_bot", { name: person(event.stand_in_wanted.player), seat: seat(event.stand_in_wanted.seat) });
  if (event.skip_wanted?.wanted) return words("page_told_wants_skip", { name: person(event.skip_wanted.player) });
  return event.handed_to_bot ? words("page_told_bot_plays", { name: seat(event.handed_to_bot.seat) }) : "";
}

/** An action that has no words: its name, or its parts. @param {unknown} action @returns {string} */
export const actionName = (action) => (typeof action === "object" && action ? Object.values(action).map(actionName).join("-") : String(action));

/** @param {{seat: number, action: Wire.AnyAction}} told @param {Where} where @param {number} [count] of dice that it brought */
function acted({ seat: at, action }, { words, config, seat }, count = 0) {
  const name = seat(at);
  const game = gameOf(action.game);
  const ends = game?.ends(action.action);
  if (action.action === "pass") return words("page_told_passes", { name, count });
  if (!game || !ends) return words("page_told_plays", { name, action: actionName(action.action) });
  const place = (/** @type {number} */ it) => game.name(config?.config, it);
  if (ends.from === ends.to) return words("page_told_marks", { name, place: place(ends.to) });
  if (action.action[1] === "*") return words("page_told_drops", { name, place: place(ends.to) });
  const told = action.game.startsWith("dice") ? "page_told_attacks" : "page_told_moves";
  return words(told, { name, from: place(ends.from), to: place(ends.to) });
}

/** @param {Wire.Chance} chance @param {Where["words"]} words */
function rolled(chance, words) {
  if (!chance.battle) return "";
  const [attack, defense] = [chance.battle.attack, chance.battle.defense].map(sum);
  return words(attack > defense ? "page_told_won" : "page_told_lost", { attack, defense });
}

/** The sum of faces. @param {number[]} faces */
export function sum(faces) {
  return faces.reduce((all, it) => all + it, 0);
}

/** What seats have done since the last match began. @template {{event: Wire.EventView, seat?: number}} Line @param {Line[]} log @returns {Line[]} */
export function deeds(log) {
  const start = log.findLastIndex(({ event }) => typeof event === "object" && Boolean(event.match_started));
  return log.slice(start + 1).filter((it) => it.seat !== undefined);
}
