// Why a match is over, as one sentence. Called by `screens/end.js`, the card and the big screen. Law kept here: everything is read from what the server
// told; where that does not tell, nothing is said.

/**
 * @typedef {{match: import("./lobby.js").Match, resigned: string[], names: string[], loser: string | null, place: string | null}} Ended
 *   with the names of those who have resigned, of all seats, and of whose place fell last, if that is known
 */

/**
 * The sentence itself, of the match that has just ended at a table.
 * @param {{lobby: import("./lobby.js").Lobby & {view: Wire.LobbyView, match: import("./lobby.js").Match}, words: import("./words.js").Words}} app
 * @param {string[]} names of all seats @param {((place: number) => string) | null} placeName what a place is called, if that is known
 */
export function reasonOf({ lobby: { battle, last, match, view }, words }, names, placeName) {
  const resigned = view.seats.flatMap((it, seat) => (it.resigned ? [names[seat]] : []));
  const loser = battle && battle.defender !== null && last?.action.action === battle.action ? names[battle.defender] : null;
  const to = battle && Array.isArray(battle.action) ? battle.action[1] : null;
  return words("page_why", whyOver({ match, resigned, names, loser, place: to === null || !placeName ? null : placeName(to) }));
}

/** Why, with what the sentence needs. @param {Ended} ended @returns {Record<string, string | number>} */
export function whyOver({ match, resigned, names, loser, place }) {
  const { view, outcome } = match;
  const winners = outcome?.winners ?? [];
  const name = winners.map((it) => names[it]).join(", ");
  if (!view?.outcome && resigned.length) return { why: winners.length > 1 ? "given_up" : "resigned", names: resigned.join(", ") };
  if (view && "standings" in view) return { ...ofRealms(view, match.config.config, winners), name, loser: loser ?? "", place: place ?? "", told: loser && place ? "yes" : "no" };
  if (view && "ending" in view && view.ending) return { why: view.ending, count: view.occurrences };
  if (view && "line" in view) return { why: view.line.length ? "line" : "full" };
  return { why: "rules" };
}

/** @param {Wire.View} view @param {object} config @param {number[]} winners */
function ofRealms({ standings, round }, config, winners) {
  const all = standings.reduce((sum, it) => sum + it.territories, 0);
  const count = standings[winners[0] ?? 0]?.territories ?? 0;
  const { rounds: last = 0, stuck = "passes" } = /** @type {Partial<Wire.Rules>} */ ("rules" in config ? config.rules : config);
  if (count === all) return { why: "conquest", all, count, round };
  const isEven = standings.some((it, seat) => !winners.includes(seat) && it.territories === count);
  if (last && round >= last) return { why: winners.length > 1 ? "rounds_shared" : isEven ? "rounds_dice" : "rounds", all, count, round };
  return { why: stuck === "ends" ? "stuck" : "rules", all, count, round };
}
