// The matches that may follow one: the same once more, against the next rung of bots, or another game with the same people. Called by
// `screens/end.js`. Law kept here: everything is a wish to the server, which decides.

import { LADDER } from "./ladder.js";

/** @typedef {import("./main.js").InLobby} InLobby */

/** Who has agreed to a rematch, and who has not yet. @param {InLobby} app */
export function agreed({ lobby, botName }) {
  const seats = lobby.view.seats.map(({ holder: { human } }, seat) => ({ seat, human, name: lobby.seatName(seat, botName) }));
  const people = seats.filter((it) => it.human);
  return { people, ready: people.filter((it) => it.human?.ready), waiting: people.filter((it) => !it.human?.ready) };
}

/** The rung of the bots of a table, from 0; null if there is none that stands on one. @param {InLobby} app */
function rungOf({ lobby, games }) {
  const bots = games.find((it) => it.game === lobby.game)?.bots ?? [];
  const rungs = lobby.view.seats.map(({ holder }) => bots.indexOf(holder.bot?.bot ?? ""));
  const highest = Math.max(...rungs);
  return highest < 0 ? null : highest;
}

/** The next rung, for the host of a table with bots that are not the strongest. @param {InLobby} app */
export function rungAfter(app) {
  const rung = rungOf(app);
  return app.lobby.isHost && rung !== null && rung + 1 < LADDER.length ? rung + 1 : null;
}

/** Another match: where one plays alone it begins at once, others are asked. @param {InLobby} app @param {{game?: string, rung?: number}} [other] */
export async function again(app, { game, rung } = {}) {
  const { lobby, games } = app;
  const isAlone = agreed(app).people.length === 1;
  const info = games.find((it) => it.game === (game ?? lobby.game));
  if (!info) return undefined;
  const seats = lobby.view.seats.map((it) => it.holder);
  const to = rung ?? rungOf(app) ?? app.preferences.level - 1;
  if (game && (await change(app, info)).type === "rejected") return undefined;
  // On every free seat of whoever plays alone, else where bots sat. Where somebody sits by now the server refuses, and nothing is lost.
  const wanted = seats.slice(0, info.seats[1]).flatMap((it, seat) => (it.bot || (isAlone && !it.human) ? [seat] : []));
  if (game || rung !== undefined) for (const seat of wanted) await app.ask({ seat_bot: { seat, bot: info.bots[to] } });
  return app.send(isAlone && lobby.isHost ? { start: { force: true } } : "rematch");
}

/** Another game; bots that do not play it get up before. @param {InLobby} app @param {import("./main.js").GameInfo} info */
async function change(app, { rules }) {
  const { seats, settings } = app.lobby.view;
  for (const [seat, { holder }] of seats.entries()) if (holder.bot) await app.ask({ open_seat: { seat } });
  return app.send({ change_settings: { settings: { ...settings, rules } } });
}
