// The face of whoever holds a seat, on every part of the big screen. Called by the parts.

import { face, head } from "../games/faces.js";
import { LADDER } from "../ladder.js";

/** @param {Pick<import("./big_screen.js").AtTable, "lobby" | "games" | "botName">} screen @param {number} seat that somebody holds */
export function faceAt({ lobby, games, botName }, seat) {
  const { bot } = lobby.view.seats[seat].holder;
  if (!bot) return face(seat, lobby.seatName(seat, botName));
  return head(LADDER[games.find((it) => it.game === lobby.game)?.bots.indexOf(bot.bot) ?? -1] ?? "", seat);
}
