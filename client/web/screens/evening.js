// How the evening stands at a table: who has won how many of its matches. Called by `screens/about.js` and the big screen. Law kept here: the server counts.

import { face, head } from "../games/faces.js";
import { h } from "../elements.js";
import { LADDER, rungName } from "../ladder.js";

/** @typedef {Wire.EveningHolderView} Who */

/** The table of it; nothing before the first match has ended. @param {{lobby: import("../lobby.js").Lobby, words: import("../words.js").Words}} app */
export function evening({ lobby, words }) {
  const told = lobby.evening;
  if (!told?.rows.length) return null;
  const rows = told.rows.map(({ who, played, won, drawn }) => h("tr", {}, h("th", { scope: "row" }, h("span", { class: "named" }, pictureOf(lobby, who), h("bdi", {}, nameOf(words, who)))),
    h("td", {}, h("b", {}, won)), h("td", {}, drawn), h("td", {}, played)));
  const heads = ["page_evening_won", "page_evening_drawn", "page_evening_played"].map((it) => h("th", { scope: "col" }, words(it)));
  return [h("h2", {}, words("page_evening"), " ", h("small", {}, words("page_matches", { count: told.matches }))),
    h("div", { class: "players" }, h("table", {}, h("thead", {}, h("tr", {}, h("td"), heads)), h("tbody", {}, rows)))];
}

/** How many matches somebody has won here; nothing before the first one. @param {import("../lobby.js").Lobby} lobby @param {string} name */
export const wonBy = ({ evening: told }, name) => told?.rows.find((it) => it.who.human?.name === name)?.won;

/** @param {import("../words.js").Words} words @param {Who} who */
function nameOf(words, { human, rung, bot }) {
  if (human) return human.name;
  const name = rung ? rungName(words, rung.rung - 1) : bot?.bot ?? "?";
  const number = (rung ?? bot)?.number ?? 1;
  return number > 1 ? `${name} ${number}` : name;
}

/** Whoever sits at the table has the color of the seat. @param {import("../lobby.js").Lobby} lobby @param {Who} who */
function pictureOf({ view, names }, { human, rung }) {
  if (!human) return head(rung ? LADDER[rung.rung - 1] : "");
  const seat = view?.seats.findIndex((it) => it.holder.human && names.get(it.holder.human.player) === human.name) ?? -1;
  return face(seat < 0 ? null : seat, human.name);
}
