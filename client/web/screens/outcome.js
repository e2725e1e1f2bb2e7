// What came of a match: who won, how the dice were shared round by round, and whether the dice were honest. Called by
// `screens/game.js`.

import { h } from "../elements.js";
import { shareGraph } from "../share_graph.js";

/** Who won, in a line. @param {import("../main.js").InMatch} app */
function title({ lobby, words, botName }) {
  const { winners } = lobby.match.outcome ?? { winners: [] };
  if (!winners.length) return words("page_draw");
  if (winners.length === 1 && winners[0] === lobby.seat) return words("page_you_win");
  return words("page_wins", { names: winners.map((it) => lobby.seatName(it, botName)).join(", ") });
}

/** The verdict on the dice, and the graph in games that have dice. @param {import("../main.js").InMatch} app */
function details(app) {
  const { lobby, words, fairness } = app;
  const verdict = fairness.verdict;
  const parts = [];
  if (lobby.shares.length > 1) {
    parts.push(h("h2", {}, words("page_share")), shareGraph(filled(lobby.shares), lobby.shares.find(Boolean)?.length ?? 0));
  }
  if (verdict) parts.push(h("p", { class: "partial" in verdict ? "quiet" : verdict.ok ? "good" : "bad" }, told(words, verdict)));
  return h("div", { class: "outcome" }, parts);
}

/** @param {import("../words.js").Words} words @param {import("../fair/witness.js").Verdict} verdict */
function told(words, verdict) {
  if ("partial" in verdict) return words("page_dice_partial", { rolls: verdict.rolls });
  if (verdict.ok) return words("page_dice_verified", { rolls: verdict.rolls });
  return words(verdict.why === "roll" ? "page_dice_wrong_at" : "page_dice_wrong", { at: verdict.at ?? 0, why: verdict.why });
}

/** Rounds that nobody has seen are as the ones before them. @param {number[][]} shares */
function filled(shares) {
  /** @type {number[][]} */
  const rounds = [];
  for (let at = 0; at < shares.length; at++) rounds.push(shares[at] ?? rounds[at - 1] ?? shares.find(Boolean));
  return rounds;
}

export const outcome = { title, details };
