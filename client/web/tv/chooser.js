// Which of several tables a big screen shows. Called by `big_screen.js` with what the server lists. Pure: time and tables are arguments.
// Laws kept here: a table is shown for a whole turn, unless it ends; all that are worth a look come in turn, the liveliest first.

/** For how long a table is shown while others wait for their turn, in milliseconds. */
export const TURN_MS = 45_000;
/** So many turns are remembered. */
export const TURNS_MAX = 64;

/** For how long a table at which nobody was found is passed over, in milliseconds. */
export const DESERTED_MS = 60_000;

/** @typedef {{lobby: string, since: number}} Turn when a table was shown from, in milliseconds */

/** How much there is to see: a match before a gathering, and many people before few. @param {Wire.LobbyLine} it */
const liveliness = (it) => (it.phase === "playing" ? 100 : 0) + it.humans;

/** Whether a screen may come in, and finds somebody there. @param {Wire.LobbyLine} it */
const isOpen = (it) => it.humans > 0 && !it.has_password && !it.locked;

/** Whether nobody else is at a table: a line of the list tells of held seats alone, and people keep theirs while they are away. @param {Wire.LobbyView} view @param {number} you */
export const isDeserted = ({ players }, you) => !players.some((it) => it.connected && it.player !== you);

/**
 * The table to show now; null if there is none.
 * @param {Wire.LobbyLine[]} tables that the server lists
 * @param {Turn[]} turns that were shown before, the one that is shown now last
 * @param {number} now in milliseconds
 * @returns {string | null}
 */
export function choose(tables, turns, now) {
  const open = tables.filter(isOpen);
  const shown = turns.at(-1);
  const stays = shown && open.some((it) => it.lobby === shown.lobby) && now - shown.since < TURN_MS;
  if (stays) return shown.lobby;
  const seen = (/** @type {Wire.LobbyLine} */ it) => turns.findLast((turn) => turn.lobby === it.lobby)?.since ?? -Infinity;
  const [next] = open.sort((one, other) => (seen(one) === seen(other) ? 0 : seen(one) - seen(other)) || liveliness(other) - liveliness(one) || one.lobby.localeCompare(other.lobby));
  return next?.lobby ?? null;
}
