// What a match waits for besides the person: bots that may be skipped, and people who are gone. Asked by `screens/game.js`.
//
// Pure. Law kept here: the server decides; this only says what may be asked for, and how many have asked.

/**
 * @typedef {import("./lobby.js").Lobby} Lobby
 * @typedef {{mine: boolean, count: number, all: number}} VoteCount who asks for something, of those whose vote counts
 */

/** Whether the human of a seat acts, or would. @param {Wire.SeatView | undefined} seat */
const isPlayed = (seat) => Boolean(seat && !seat.resigned && seat.holder.human && !seat.holder.human.held_by_bot);

/** The people whose votes count: those who play and are there; in a match of bots alone the host.
 * @param {Wire.LobbyView} view @returns {number[]} */
function voters(view) {
  const playing = view.seats.filter((it) => !it.resigned);
  if (!playing.some((it) => it.holder.human)) return typeof view.host === "number" ? [view.host] : [];
  return playing.flatMap((it) => (isPlayed(it) && it.holder.human ? [it.holder.human.player] : []));
}

/** @param {Wire.LobbyView} view @param {number} player */
const isGone = (view, player) => view.players.some((it) => it.player === player && !it.connected);

/** Who votes to skip what bots do; null where the person cannot. @param {Lobby} lobby @returns {VoteCount | null} */
export function skipping({ view, match, you }) {
  const mover = match?.view?.to_move;
  if (view?.phase !== "playing" || typeof mover !== "number" || isPlayed(view.seats[mover])) return null;
  const all = voters(view);
  const asks = (/** @type {number} */ player) => view.seats.some((it) => it.holder.human?.player === player && it.wants_skip);
  return all.includes(you) ? { mine: asks(you), count: all.filter(asks).length, all: all.length } : null;
}

/** The seat of somebody who is gone, and who votes a bot there; null where nobody is or the person cannot vote.
 * @param {Lobby} lobby @returns {VoteCount & {seat: number} | null} */
export function absent({ view, match, you }) {
  if (view?.phase !== "playing") return null;
  const lacks = view.seats.map((it) => isPlayed(it) && it.holder.human !== undefined && isGone(view, it.holder.human.player));
  const mover = match?.view?.to_move;
  const seat = typeof mover === "number" && lacks[mover] ? mover : lacks.indexOf(true);
  const all = voters(view).filter((it) => !isGone(view, it));
  if (seat < 0 || !(all.includes(you) || view.host === you)) return null;
  const asked = view.seats[seat].bot_wanted_by ?? [];
  return { seat, mine: asked.includes(you), count: all.filter((it) => asked.includes(it)).length, all: all.length };
}

/** Ends the votes to skip, if a person is to choose. @param {Lobby} lobby */
export function settle({ view, match }) {
  const mover = match?.view?.to_move;
  if (view && typeof mover === "number" && isPlayed(view.seats[mover])) for (const seat of view.seats) seat.wants_skip = false;
}
