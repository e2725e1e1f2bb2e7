// The help of a game: its rules, the signs on its board with small pictures, the odds, and the keys. Called by `table.js`. Laws kept here:
// the board stays in sight and in use beside it, and only what this table uses is told.

import { button, h, show } from "../elements.js";
import { piece } from "../games/animals.js";
import { diceOfDoom } from "../games/dice_of_doom.js";
import { percent } from "../games/places.js";
import { make, put, say } from "../games/svg.js";
import { winChance } from "../luck.js";
import { titleOf } from "../words.js";
import { rulesOf } from "./rule_words.js";

/** The table of odds goes so far. */
const ODDS_MAX = 8;
/** The signs on a territory, by the classes that draw them. */
const SIGNS = { number: "", source: "lit source", target: "lit told", danger: "danger", last: "last" };
/** The animals with their moves. @type {[string, string][]} */
const ANIMALS = [["lion", "n ne e se s sw w nw"], ["giraffe", "n e s w"], ["elephant", "ne se sw nw"], ["chick", "n"], ["hen", "n ne e s w nw"]];

export class Help {
  /** @param {import("../main.js").InLobby} app */
  constructor(app) {
    this.app = app;
    this.element = h("dialog", { class: "help" });
    /** The button that has opened it. @type {HTMLElement | null} */
    this.opener = null;
    this.element.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      this.close();
    });
  }

  /** Nothing of it stays in the page, and the next key is for whatever had the focus before: an event of the browser would come after that key. */
  close() {
    this.element.close();
    this.element.replaceChildren();
    this.opener?.focus();
  }

  /** @param {HTMLElement | null} opener */
  toggle(opener) {
    if (this.element.open) return this.close();
    this.opener = opener;
    show(this.element, this.content());
    this.element.show();
    return this.element.querySelector("button")?.focus();
  }

  content() {
    const { app } = this;
    const { words, lobby } = app;
    const game = lobby.game ?? "";
    const title = h("h2", { id: "help_title" }, titleOf(app, game));
    put(this.element, "aria-labelledby", "help_title");
    const isOfDice = game.startsWith("dice");
    return [h("header", {}, title, button("×", () => this.close(), { class: "plain", "aria-label": words("page_close") })),
      h("ol", { class: "rules" }, rulesOf(app, game).map((it) => h("li", {}, it))), this.coach(game),
      isOfDice && signs(words), game === "animal-shogi" && animals(words), isOfDice && odds(words),
      h("h3", {}, words("page_keys")), h("ul", {}, words("page_keys_told").split("\n").map((it) => h("li", {}, it)))];
  }

  /** The way to hear the coach of a game once more, for whoever does not hear it. @param {string} game */
  coach(game) {
    const { app } = this;
    const { knows, coached = [] } = app.preferences;
    const call = () => {
      app.prefer({ knows: false, coached: coached.filter((it) => it !== game) });
      this.close();
      app.draw();
    };
    return (knows || coached.includes(game)) && button(app.words("page_coach_back"), call);
  }
}

/** The signs on a territory, each with its picture. @param {import("../words.js").Words} words */
function signs(words) {
  const rows = Object.entries(SIGNS).map(([name, drawn]) => h("li", {}, h("span", { class: "sample", "aria-hidden": "true" }, signed(name, drawn)), h("span", {}, words("page_sign", { name }))));
  return [h("h3", {}, words("page_signs")), h("ul", { class: "legend" }, rows)];
}

/** One hex with a sign. @param {string} name @param {string} drawn */
function signed(name, drawn) {
  const board = diceOfDoom.board(/** @type {Wire.Config} */ ({ rules: { size: 1, max_dice: 5 } }), 1);
  const owner = name === "target" || name === "last" ? "b3" : "a4";
  board.update({ view: /** @type {Wire.View} */ ({ board: owner }), moves: [], source: null, target: null, players: [], mine: 0, battle: null, last: null, danger: [] });
  const place = board.element.querySelector(".place");
  place?.classList.add(...drawn.split(" ").filter(Boolean));
  put(board.element, "viewBox", "-60 -66 120 144");
  for (const it of board.element.querySelectorAll(".sign")) it.remove();
  if (name === "target") board.element.append(make("g", { class: "pill fair", transform: "translate(0 34)" }, make("rect", { x: -33, y: -15, width: 66, height: 30, rx: 12 }), make("text", { y: 9, "font-size": 25 }, "74%")));
  return h("div", { inert: true }, board.element);
}

/** The animals, each with its picture. @param {import("../words.js").Words} words */
function animals(words) {
  const rows = ANIMALS.map(([kind, dots]) => h("li", {}, h("span", { class: "sample", "aria-hidden": "true" },
    make("svg", { class: "board shogi s0", viewBox: "-50 -50 100 104" }, make("g", { class: "piece s0" }, piece(kind, dots.split(" "))))), h("span", {}, words("page_animal", { kind }))));
  return [h("h3", {}, words("page_signs")), h("ul", { class: "legend" }, rows)];
}

/** The chance of an attack by the numbers of dice. @param {import("../words.js").Words} words */
function odds(words) {
  const counts = Array.from({ length: ODDS_MAX }, (_, at) => at + 1);
  const rows = counts.slice(1).map((attack) => h("tr", {}, h("th", { scope: "row" }, attack), counts.map((defense) => {
    const cell = h("td", { class: winChance(attack, defense) < 0.5 ? "bad" : "good" });
    say(cell, percent(winChance(attack, defense)).replace("%", ""));
    return cell;
  })));
  return [h("h3", {}, words("page_odds")), h("p", { class: "quiet" }, words("page_odds_told")),
    h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": words("page_odds") }, h("table", { class: "odds" }, h("thead", {}, h("tr", {}, h("td", {}, "⚔"), counts.map((it) => h("th", { scope: "col" }, it)))), h("tbody", {}, rows)))];
}
