// The end of a match, for a while as large as the screen: who has won and why, how it went, and who was lucky. Called by `big_screen.js`;
// what it tells stands as the last match between two. Law kept here: the words are those that stood when the match ended.

import { h, redraw } from "../elements.js";
import { face } from "../games/faces.js";
import { luckOf } from "../luck.js";
import { fortunes, judged, shares } from "../screens/course.js";
import { changes } from "../screens/leaders.js";
import { filled, shareGraph, turningPoint } from "../share_graph.js";
import { reasonOf } from "../why_over.js";
import { titleOf } from "../words.js";

/** @typedef {{key: string, card: () => import("../elements.js").Child}} LastMatch what is told of a match after it, and by what it is known */

export class Ending {
  /** @param {import("./big_screen.js").AtMatch} screen */
  constructor(screen) {
    this.screen = screen;
    /** The match that has ended last. @type {import("../lobby.js").Match | null} */
    this.match = null;
    /** @type {LastMatch | null} */
    this.told = null;
    /** What everybody was called. @type {string[]} */
    this.names = [];
    this.banner = h("section", { class: "tv-winner" });
    this.course = h("section", { class: "tv-course outcome" });
    this.element = h("main", { class: "tv-ending" }, this.banner, this.course);
  }

  /** Who has won, in a line. */
  get title() {
    const { words, lobby } = this.screen;
    const winners = lobby.match.outcome?.winners ?? [];
    return winners.length ? words("page_wins", { names: winners.map((it) => this.names[it]).join(", ") }) : words("page_draw");
  }

  draw() {
    const { screen } = this;
    const { lobby, words, fairness: { verdict, witness } } = screen;
    const { match } = lobby;
    if (this.match !== match) this.begin();
    const winners = match.outcome?.winners ?? [];
    const round = "round" in match.view ? words("page_round", { round: match.view.round }) : "";
    const about = [titleOf(screen, match.config.game), round, ...changes(lobby, (it) => this.names[it] ?? "")].filter(Boolean).join(" · ");
    const reason = reasonOf(screen, this.names, screen.parts.playing.placeName);
    put(this.banner, winners);
    redraw(this.banner, [winners, this.title, reason, about], () => [h("div", { class: "winners" }, winners.map((it) => face(it, this.names[it] ?? "", true))), h("h1", {}, this.title), h("p", {}, reason), h("p", { class: "quiet" }, about)]);
    const told = { words, names: this.names };
    const hasDice = match.config.game.startsWith("dice");
    redraw(this.course, [lobby.shares.length, verdict, witness.taken], () => (!hasDice ? h("div", { class: "tv-board", inert: true }, screen.parts.playing.picture()) : [shares(told, this.rounds), fortunes(told, luckOf(witness.steps(), this.names.length)), verdict && judged(words, verdict, match.config.game)]));
    this.told = { key: `${lobby.revision} ${winners}`, card: this.cardOf(winners) };
  }

  begin() {
    const { lobby, botName } = this.screen;
    this.match = lobby.match;
    const seats = "config" in lobby.match.config && "seats" in lobby.match.config.config ? Number(lobby.match.config.config.seats) : 2;
    this.names = Array.from({ length: seats }, (_, seat) => lobby.seatName(seat, botName));
  }

  /** The shares of the dice by round. */
  get rounds() {
    return filled(this.screen.lobby.shares);
  }

  /** The last match in short, kept as it stood. @param {number[]} winners */
  cardOf(winners) {
    const { title, names, rounds } = this;
    const { words } = this.screen;
    const turn = turningPoint(rounds);
    return () => [h("p", { class: "tv-last" }, winners.map((it) => face(it, names[it] ?? "", true)), h("b", {}, title)),
      turn && h("p", {}, words("page_turning_point", { ...turn, name: names[turn.seat] ?? "" })),
      rounds.length > 1 && shareGraph(rounds, names.map((name, seat) => ({ seat, name })), { title: words("page_share"), now: turn?.round })];
  }
}

/** The color of whoever has won. @param {HTMLElement} banner @param {number[]} winners */
function put(banner, winners) {
  banner.className = `tv-winner s${winners.length === 1 ? winners[0] : ""}`;
}
