// How well people play: in short beside a name, the leaders of a game, and the profile of a person. Called by the seats, by what will be played
// and by the end of a match. Laws kept here: the server rates and rounds; what it refuses is shown in its sentence.

import { titleOf } from "../words.js";
import { openMenu } from "./menu.js";

/** A rating in short. @param {{mean: number, margin?: number | null}} rating */
export const rating = ({ mean, margin }) => (margin ? `${mean} ±${margin}` : `${mean}`);

/** Whether the next match is rated; "" where nothing is rated, while a match is played, and among guests, who have not asked. @param {import("../main.js").InLobby} app */
export function outlook({ lobby: { view }, words }) {
  const isAsked = view.rated || (view.unrated && (view.unrated !== "guest" || view.players.some((it) => it.account)));
  return isAsked ? words("page_rated", { why: view.unrated ?? "" }) : "";
}

/** What the last match has changed, once its result is there. @param {import("../lobby.js").Lobby} lobby @param {(seat: number) => string} nameOf */
export function changes({ view }, nameOf) {
  return (view?.seats ?? []).flatMap(({ rating: it }, seat) => (it?.before ? [`${nameOf(seat)} ${it.before} → ${it.mean}`] : []));
}

/** The leaders of the game that is chosen, of all time or of this month. @param {import("../main.js").InLobby} app @param {boolean} [isMonth] */
export async function openLeaders(app, isMonth = false) {
  const { words, lobby } = app;
  const { game } = lobby.view.settings.rules;
  const told = (await app.send({ leaders: { game, ...(isMonth && { month: "this" }), limit: 20 } })).reply?.leaders;
  if (!told) return;
  const { rows, yours } = told;
  const all = yours && !rows.some((it) => it.place === yours.place) ? [...rows, yours] : rows;
  openMenu(words, `${titleOf(app, game)} · ${words("page_leaders", { month: `${isMonth}` })}`, [
    ...all.map((it) => ({ name: `${it.place}. ${it.name}${it.place === yours?.place ? ` (${words("page_you")})` : ""}`, about: about(words, it), go: () => openProfile(app, { name: it.name }) })),
    { name: words("page_leaders", { month: `${!isMonth}` }), go: () => openLeaders(app, !isMonth) }]);
}

/** How well somebody plays. @param {import("../main.js").InLobby} app @param {Wire.WantedProfile} whom */
export async function openProfile(app, whom) {
  const { words } = app;
  const told = (await app.send({ profile: whom })).reply?.profile;
  if (told) openMenu(words, told.name, told.games.map((it) => ({ name: titleOf(app, it.game), about: `${words("page_ranked", { place: it.place })} · ${about(words, it)}` })));
}

/** @param {import("../words.js").Words} words @param {{mean: number, margin: number, matches: number, won: number, skill?: Wire.SkillView | null}} row */
const about = (words, row) => `${rating(row)} · ${words("page_matches", { count: row.matches })} · ${words("page_has_won", { count: row.won })}${row.skill ? ` · ${words("page_skill", { ...row.skill })}` : ""}`;
