// What is played on the first screen, and against whom: a card for each game, a button for each rung. Called by `home.js`. Law kept here:
// each is one of some that exclude each other, for the mouse, for keys and for whoever hears the page.

import { h } from "../elements.js";
import { LADDER, rungName } from "../ladder.js";
import { titleOf } from "../words.js";
import { sampleOf } from "./samples.js";

/** The sentences of a game's card. @param {import("../main.js").App} app @param {string} game */
function about({ words }, game) {
  const id = `page_about_${game.replaceAll("-", "_")}`;
  const said = words(id);
  return said === id ? "" : said;
}

/** The cards of the games. @param {import("../main.js").App} app @param {() => void} play what two clicks on a card do */
export function gameCards(app, play) {
  const { words, games, preferences } = app;
  const chosen = h("p", { class: "about-chosen", "aria-hidden": "true" }, about(app, preferences.game));
  const cards = games.map(({ game, seats: [fewest, most] }) => {
    const picture = h("div", { class: "picture", inert: true });
    // The text is there first; the pictures come after the first painting.
    setTimeout(() => { const board = sampleOf(game); if (board) picture.append(board.element); });
    const pick = () => { app.prefer({ game }); chosen.textContent = about(app, game); };
    return h("label", { class: "game-card", ondblclick: play }, radio("game", game, game === preferences.game, pick), picture,
      h("span", { class: "card-text" }, h("b", {}, titleOf(app, game)), h("span", { class: "about" }, about(app, game)),
        h("small", {}, fewest === most ? words("page_players_of", { count: most }) : words("page_players_from", { fewest, most }))));
  });
  return h("fieldset", { class: "games" }, h("legend", { class: "aside" }, words("page_game")), cards, chosen);
}

/** The rungs of the ladder. @param {import("../main.js").App} app */
export function rungs(app) {
  const { words, preferences } = app;
  const all = LADDER.map((_, at) => h("label", { class: "rung" }, radio("level", at + 1, at + 1 === preferences.level, () => app.prefer({ level: at + 1 })),
    h("b", {}, rungName(words, at)), h("small", {}, words("page_character", { rung: String(at + 1) }))));
  return h("fieldset", { class: "rungs" }, h("legend", {}, words("page_against")), all);
}

/** @param {string} name @param {string | number} value @param {boolean} isChosen @param {() => void} pick */
function radio(name, value, isChosen, pick) {
  return h("input", { type: "radio", name, value, checked: isChosen, onchange: pick });
}
