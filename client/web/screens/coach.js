// The coach: in somebody's first match of each game it says a few sentences, the terminal's, each when it matters. Called by `game.js` whenever
// something has changed. Law kept here: it changes nothing in the match, and whoever hears the page is told each sentence once.

import { button, h } from "../elements.js";
import { put, say } from "../games/svg.js";

/** The moments of a match, each of which ends by a deed.
 * @typedef {"choose" | "aim" | "acted" | "end" | "others" | "again"} Moment
 * @typedef {[Moment, string][]} Tips the moments of a game in their order, each with its sentence */

/** @param {string} place what is chosen first @returns {Tips} */
const fights = (place) => [["choose", place], ["aim", "target"], ["acted", "roll"], ["end", "end"], ["others", "others"], ["again", "again"]];

/** The moments of each game. @type {Record<string, Tips>} */
export const TIPS = {
  "dice-of-doom": fights("hex"),
  "dice-wars": fights("land"),
  "animal-shogi": [["choose", "lift"], ["aim", "put"], ["others", "catch"], ["again", "win"]],
  "tic-tac-toe": [["choose", "mark"], ["others", "line"]],
};

/**
 * The number of the moment that follows: the same while its deed is not done.
 * @param {Tips} tips @param {number} at
 * @param {{mine: boolean, source: boolean, made: number, moves: boolean}} now whether it is the person's turn, whether a source is chosen, how many
 *   actions the person has made, and whether one more is possible
 */
export function after(tips, at, { mine, source, made, moves }) {
  const [moment] = tips[at];
  if (moment === "aim" && mine && !made && !source) return at - 1;
  const isDone = {
    choose: source || made > 0 || !mine,
    aim: made > 0 || !mine,
    acted: made > 1 || !mine || !moves,
    end: !mine,
    others: mine,
    again: !mine,
  };
  return isDone[moment] ? at + 1 : at;
}

export class Coach {
  /** @param {import("../main.js").InMatch} app */
  constructor(app) {
    this.app = app;
    this.text = h("p", { role: "status" });
    this.element = h("div", { class: "coach" }, this.text, button(app.words("page_coach_knows"), () => this.away(), { class: "plain" }));
    /** The number of the sentence that is said; -1 while it says nothing. */
    this.said = -1;
    /** The match, the person's last action in it, and how many there were. @type {unknown} */
    this.begun = null;
    /** @type {unknown} */
    this.last = null;
    this.made = 0;
  }

  /** Says no more, in any game. */
  away() {
    this.app.prefer({ knows: true });
    this.app.draw();
  }

  /** Goes on to the sentence that fits; tells whether there is one. @param {boolean} source whether one is chosen @param {boolean} moves whether there is one */
  draw(source, moves) {
    const { lobby, words, preferences } = this.app;
    const { game } = lobby.match.config;
    const tips = TIPS[game] ?? [];
    this.count();
    const isSilent = lobby.seat === null || preferences.knows || !tips.length || preferences.coached?.includes(game);
    const was = this.said;
    if (isSilent) this.said = -1;
    else if (lobby.view.phase === "over") this.said = tips.length;
    else if (was < 0 && lobby.isMyTurn) this.said = 0;
    const now = { mine: lobby.isToMove, source, made: this.made, moves: moves || !lobby.isMyTurn };
    for (let before = NaN; before !== this.said && tips[this.said];) {
      before = this.said;
      this.said = after(tips, before, now);
    }
    if (this.said >= tips.length) this.done(game, was >= 0);
    const tip = tips[this.said];
    say(this.text, tip ? words(`tip_${tip[1]}`, { client: "page" }) : "");
    put(this.element, "class", tip ? "coach" : "coach silent");
    return Boolean(tip);
  }

  /** Counts what the person does. */
  count() {
    const { lobby } = this.app;
    if (this.begun !== lobby.match.config) [this.begun, this.made, this.said] = [lobby.match.config, 0, -1];
    if (this.last === lobby.last) return;
    this.last = lobby.last;
    if (lobby.last?.seat === lobby.seat && lobby.last?.action.action !== "pass") this.made += 1;
  }

  /** All of a game is said; that is kept. @param {string} game @param {boolean} isSaid whether anything was said in this match */
  done(game, isSaid) {
    this.said = -1;
    if (isSaid) this.app.prefer({ coached: [...(this.app.preferences.coached ?? []), game] });
  }
}
