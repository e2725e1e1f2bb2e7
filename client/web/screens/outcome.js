// What came of a match: who won, how it went, and whether the dice were honest. Called by `screens/game.js`.

import { h } from "../elements.js";
import { luckOf } from "../luck.js";
import { fortunes, judged, shares } from "./course.js";

/** Who won, in a line. @param {import("../main.js").InMatch} app */
function title({ lobby, words, botName }) {
  const { winners } = lobby.match.outcome ?? { winners: [] };
  if (!winners.length) return words("page_draw");
  if (winners.length === 1 && winners[0] === lobby.seat) return words("page_you_win");
  return words("page_wins", { names: winners.map((it) => lobby.seatName(it, botName)).join(", ") });
}

/** What the end of a match is drawn from. @param {import("../main.js").InMatch} app */
const told = ({ lobby, fairness }) => [lobby.shares.length, fairness.verdict, fairness.witness.taken];

/** The course of the match in games that have dice, and the verdict on them. @param {import("../main.js").InMatch} app */
function details(app) {
  const { lobby, words, fairness, botName } = app;
  const count = seatsOf(lobby.match.config);
  const named = { words, names: Array.from({ length: count }, (_, seat) => lobby.seatName(seat, botName)) };
  const luck = luckOf(fairness.witness.steps(), count);
  return h("div", { class: "outcome" }, fairness.verdict && judged(words, fairness.verdict, lobby.match.config.game),
    shares(named, filled(lobby.shares)), fortunes(named, luck));
}

/** How many seats play; boards without dice are for two. @param {Wire.AnyConfig} all */
const seatsOf = ({ config }) => ("seats" in config ? config.seats : 2);

/** Rounds that nobody has seen are as the ones before them. @param {number[][]} known */
function filled(known) {
  /** @type {number[][]} */
  const rounds = [];
  for (let at = 0; at < known.length; at++) rounds.push(known[at] ?? rounds[at - 1] ?? known.find(Boolean));
  return rounds;
}

export const outcome = { title, told, details };
