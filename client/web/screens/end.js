// The end of a match: who has won and why, where it turned, the luckiest roll, and what may come next. Called by `screens/game.js` while a
// match is over. Laws kept here: the board stays in sight, and what is told of the match follows from what this browser has seen.

import { agreed, again, rungAfter } from "../again.js";
import { cardOf, share } from "../card.js";
import { button, h, mark, redraw, tell } from "../elements.js";
import { face } from "../games/faces.js";
import { percent } from "../games/places.js";
import { put } from "../games/svg.js";
import { rungName } from "../ladder.js";
import { sum } from "../log.js";
import { luckOf } from "../luck.js";
import { filled, shareGraph, turningPoint } from "../share_graph.js";
import { storyOf } from "../story.js";
import { reasonOf } from "../why_over.js";
import { titleOf } from "../words.js";
import { fortunes, judged, shares, verdictWords } from "./course.js";
import { changes } from "./leaders.js";
import { Review, reviewed } from "./review.js";

/** Whoever still presses the board as the match ends presses nothing here, in milliseconds. */
const DEAF_MS = 600;

/** @typedef {import("../story.js").Roll} Roll */

export class End {
  /** @param {import("../main.js").InMatch} app */
  constructor(app) {
    this.app = app;
    this.heading = h("h2", { class: "winner", tabindex: -1 });
    this.reason = h("p", { class: "reason" });
    this.about = h("p", { class: "quiet" });
    this.faces = h("div", { class: "winners" });
    const card = button(app.words("page_card"), () => this.share());
    const close = button("×", () => this.toggle(), { class: "plain", "aria-label": app.words("page_to_board"), title: "Esc" });
    this.banner = h("section", { class: "end" }, this.faces, h("div", { class: "told" }, this.heading, this.reason, this.about), h("div", { class: "row" }, card, close));
    this.caption = h("p", { class: "caption", role: "status" });
    this.details = h("div", {});
    /** The match that has ended; nothing while one runs. @type {import("../lobby.js").Match | null} */
    this.match = null;
    /** Whether only the board is wanted. */
    this.isClosed = false;
    /** Whether the other games are offered. */
    this.isChoosing = false;
    /** The roll that is shown on the board. @type {Roll | null} */
    this.past = null;
    /** @type {import("../story.js").Story | null} */
    this.story = null;
    /** From what the story was worked out. */
    this.storyOf = "";
    /** What dice and choices were worth, once that was asked for. */
    this.review = new Review(app);
    /** What everybody was called when it ended. @type {string[]} */
    this.names = [];
    this.since = 0;
  }

  /** Who has won, in a line. */
  get title() {
    const { lobby, words, botName } = this.app;
    const { winners } = lobby.match.outcome ?? { winners: [] };
    if (!winners.length) return words("page_draw");
    if (winners.length === 1 && winners[0] === lobby.seat) return words("page_you_win");
    return words("page_wins", { names: winners.map((it) => lobby.seatName(it, botName)).join(", ") });
  }

  /** The position before the roll that is shown, with its arrow; nothing where the end itself is shown. */
  get scene() {
    const { past, story } = this;
    const view = past && story?.frames[past.at - 1].view;
    return view ? { view: /** @type {import("../games/index.js").View} */ (view), move: { from: past.from, to: past.to, odds: past.odds } } : null;
  }

  draw() {
    const { lobby } = this.app;
    const isOver = Boolean(lobby.match.outcome) && lobby.view.phase !== "playing";
    if (isOver && this.match !== lobby.match) this.begin();
    if (!isOver) this.match = null;
    this.banner.hidden = !isOver || this.isClosed;
    this.details.hidden = !isOver || this.isClosed;
    this.caption.hidden = !isOver || !this.past;
    if (isOver) this.drawBanner();
    redraw(this.details, isOver ? this.told : null, () => (isOver ? this.course() : null));
    redraw(this.caption, [this.past, this.names], () => (this.past ? this.rollWords(this.past) : null));
  }

  /** A match has ended: whoever looks at the board or at nothing is led to the heading. */
  begin() {
    const { lobby, botName } = this.app;
    this.match = lobby.match;
    [this.isClosed, this.isChoosing, this.past, this.story, this.storyOf, this.review] = [false, false, null, null, "", new Review(this.app)];
    this.names = Array.from({ length: this.seats }, (_, seat) => lobby.seatName(seat, botName));
    this.since = performance.now();
    setTimeout(() => this.app.draw(), DEAF_MS);
    const held = document.activeElement;
    if (!held?.matches("input, select, textarea")) queueMicrotask(() => this.heading.focus({ preventScroll: true }));
  }

  /** Whether a press may still be meant for the board. */
  get isDeaf() {
    return performance.now() - this.since < DEAF_MS;
  }

  /** How many seats play; boards without dice are for two. */
  get seats() {
    const { config } = this.app.lobby.match.config;
    return "seats" in config ? config.seats : 2;
  }

  /** All that the story is made of. */
  get told() {
    const { lobby, fairness } = this.app;
    return [lobby.shares.length, fairness.verdict, fairness.witness.taken, this.past?.at, Boolean(this.review.view)];
  }

  drawBanner() {
    const { lobby } = this.app;
    const winners = lobby.match.outcome?.winners ?? [];
    const about = [...this.played, lobby.view.title, ...changes(lobby, (seat) => this.names[seat])].join(" · ");
    put(this.banner, "class", `end s${winners[0] ?? ""}`);
    redraw(this.heading, this.title, () => this.title);
    redraw(this.reason, this.why, () => this.why);
    redraw(this.about, about, () => h("bdi", {}, about));
    redraw(this.faces, winners, () => winners.map((it) => face(it, this.names[it] ?? "", true)));
  }

  /** Why it is over. */
  get why() {
    return reasonOf(this.app, this.names, this.placeName);
  }

  /** What a place is called; `game.js` knows. @type {((place: number) => string) | null} */
  placeName = null;

  /** How the match went, with the verdict on its dice. */
  course() {
    const { lobby, words, fairness } = this.app;
    const { verdict } = fairness;
    const told = { words, names: this.names };
    this.story = this.storyNow();
    const rounds = this.story?.rounds ?? filled(lobby.shares);
    const turn = turningPoint(rounds);
    const luck = luckOf(fairness.witness.steps(), this.seats);
    return h("div", { class: "outcome" }, this.reviewed(told), verdict && judged(words, verdict, lobby.match.config.game), this.rolls(), shares(told, rounds, turn?.round), fortunes(told, luck));
  }

  /** The story, if this browser has seen all of it; it is worked out once. */
  storyNow() {
    const { lobby, fairness } = this.app;
    const { verdict } = fairness;
    const known = JSON.stringify([verdict, fairness.witness.taken]);
    if (this.storyOf === known) return this.story;
    this.storyOf = known;
    if (!verdict || ("partial" in verdict && verdict.why === "gap")) return null;
    const { config, outcome } = lobby.match;
    const seats = lobby.view.seats.slice(0, this.seats).map(({ holder: { human, bot } }, seat) =>
      (human ? { human: { player: human.player, name: this.names[seat] } } : { bot: { bot: bot?.bot ?? "" } }));
    const header = { dicehall_match: 1, match_id: "", begun_at: Date.now() / 1_000, settings: lobby.view.settings, seats };
    const events = [{ match_started: { config } }, ...fairness.witness.steps()];
    return storyOf(/** @type {import("../replay/match_file.js").Match} */ ({ header, config, before: [], events, outcome: outcome ?? { winners: [] }, verdict }));
  }

  /** The roll on which it turned and the luckiest one, each to be looked at on the board. */
  rolls() {
    const { words } = this.app;
    const { turned, luckiest } = this.story ?? {};
    const all = [turned && { word: "page_turned", roll: turned }, luckiest && luckiest.at !== turned?.at && { word: "page_luckiest", roll: luckiest }];
    const items = all.flatMap((it) => (it ? [it] : [])).map(({ word, roll }) => h("li", {}, mark(roll.seat), h("span", {}, h("b", {}, words(word, { round: roll.round })), " ", this.rollWords(roll)),
      button(words(this.past?.at === roll.at ? "page_to_end" : "page_show_roll"), () => this.look(roll), { "aria-pressed": String(this.past?.at === roll.at) })));
    return items.length ? h("ul", { class: "rolls" }, items) : null;
  }

  /** Shows a roll on the board, or the end again. @param {Roll} roll */
  look(roll) {
    this.past = this.past?.at === roll.at ? null : roll;
    this.app.draw();
  }

  /** @param {Roll} roll */
  rollWords({ seat, defender, to, odds, isWon, attack, defense }) {
    const { words } = this.app;
    return words("page_roll_told", { won: isWon ? "yes" : "no", name: this.names[seat], loser: this.names[defender] ?? "", place: this.placeName?.(to) ?? "",
      percent: Number.parseInt(percent(odds), 10), attack: sum(attack), defense: sum(defense) });
  }

  /** Board alone, or with what came of the match. */
  toggle() {
    if (!this.match) return;
    this.isClosed = !this.isClosed;
    this.past = null;
    this.app.draw();
  }

  /** What the buttons are made of. */
  get offered() {
    const { app } = this;
    const { people } = agreed(app);
    return [people.map((it) => [it.seat, it.name, it.human?.ready]), rungAfter(app), app.lobby.isHost, app.lobby.seat, Boolean(this.story), this.isClosed, this.isChoosing, this.isDeaf, app.lobby.game, Boolean(this.review.view), this.review.percent];
  }

  /** What may come next, in a row that is always in sight. */
  buttons() {
    const { app } = this;
    const { words, lobby, games } = app;
    const rung = rungAfter(app);
    if (this.isChoosing) {
      const others = games.filter((it) => it.game !== lobby.game).map((it) => button(titleOf(app, it.game), () => this.next({ game: it.game })));
      return h("div", { class: "next" }, others, button(words("page_back"), () => this.choose(false), { class: "plain" }));
    }
    return h("div", { class: "next" }, lobby.seat === null ? null : this.rematch(),
      rung !== null && lobby.seat !== null && this.way(words("page_next_rung"), rungName(words, rung), () => this.next({ rung })),
      lobby.isHost && lobby.seat !== null && this.way(words("page_other_game"), "", () => this.choose(true)),
      this.story && this.way(words("page_replay"), "", () => this.replay()),
      !this.review.view && this.way(words("page_review"), this.review.progress, () => this.judge()),
      this.isClosed && this.way(words("page_result"), "", () => this.toggle()),
      this.way(words("page_home"), "", () => app.leave()));
  }

  /** @param {string} name @param {string} more @param {() => unknown} go */
  way(name, more, go) {
    return button([h("b", {}, name), more && h("small", {}, more)], () => (this.isDeaf ? undefined : go()), { "data-name": name, "aria-disabled": this.isDeaf ? "true" : null });
  }

  /** The button for the same once more, with who has agreed. */
  rematch() {
    const { app } = this;
    const { words, lobby } = app;
    const { people, ready, waiting } = agreed(app);
    const isMine = ready.some((it) => it.seat === lobby.seat);
    const names = { count: ready.length, all: people.length, names: ready.map((it) => it.name).join(", "), waiting: waiting.map((it) => it.name).join(", ") };
    const more = people.length < 2 ? "" : isMine ? words("page_take_back") : ready.length ? words("page_agreed", names) : "";
    const signs = people.length < 2 ? null : h("span", { class: "agreed", "aria-hidden": "true" }, people.map((it) => h("span", { class: it.human?.ready ? "yes" : "" }, mark(it.seat), it.human?.ready ? "✓" : "")));
    const { game } = lobby.view.settings.rules;
    const next = lobby.match?.config.game === game ? words("page_rematch") : titleOf(app, game);
    const go = () => (isMine ? app.send({ ready: { ready: false } }) : again(app));
    return button([h("span", {}, h("b", {}, isMine ? words("page_waiting_for", { name: names.waiting }) : next), h("small", {}, more)), signs],
      () => (this.isDeaf ? undefined : go()), { class: `rematch${isMine ? "" : " primary"}`, "data-name": "rematch", "aria-disabled": this.isDeaf ? "true" : null });
  }

  /** @param {{game?: string, rung?: number}} other */
  next(other) {
    this.isChoosing = false;
    return again(this.app, other);
  }

  /** @param {boolean} isChoosing among the other games */
  choose(isChoosing) {
    this.isChoosing = isChoosing;
    this.app.draw();
  }

  /** The match step by step. @param {number} [at] the step that is shown first */
  replay(at = 0) {
    if (this.story) this.app.review(this.story.match, this.review, at);
  }

  /** What dice and choices were worth, if that is there. @param {import("./course.js").Told} told */
  reviewed(told) {
    const { view } = this.review;
    return view && reviewed(told, view, { config: this.app.lobby.match.config, frames: this.story?.frames ?? [], go: (at) => this.replay(at) });
  }

  /** Asks what dice and choices were worth, and shows it. */
  async judge() {
    const { review } = this;
    await review.ask();
    if (this.review !== review || !review.view) return;
    this.isClosed = false;
    this.app.draw();
  }

  /** What stands on the card. @returns {import("../card.js").Told} */
  get card() {
    const { app, story } = this;
    const { words, lobby, language } = app;
    const winners = lobby.match.outcome?.winners ?? [];
    const roll = story?.turned ?? story?.luckiest ?? null;
    const rounds = story?.rounds ?? filled(lobby.shares);
    const players = this.names.map((name, seat) => ({ seat, name }));
    return {
      board: this.picture(roll),
      graph: rounds.length > 1 ? shareGraph(rounds, players, { now: turningPoint(rounds)?.round }) : null,
      seat: winners.length === 1 ? winners[0] : null,
      title: winners.length ? words("page_wins", { names: winners.map((it) => this.names[it]).join(", ") }) : words("page_draw"),
      about: this.played.join(" · "),
      sentences: [this.why, ...(roll ? [`${words("page_turned", { round: roll.round })} ${this.rollWords(roll)}`] : [])],
      players,
      foot: `${lobby.view.title} · ${new Date().toLocaleDateString(language, { dateStyle: "long" })}`,
      verified: this.verified,
    };
  }

  /** The game, and how long it was. */
  get played() {
    const { lobby: { match: { config, view } }, words } = this.app;
    const round = view && "round" in view ? [words("page_round", { round: view.round })] : [];
    return [titleOf(this.app, config.game), ...round];
  }

  /** That the dice were honest, if they were. */
  get verified() {
    const { lobby, words, fairness: { verdict } } = this.app;
    const isGood = verdict && "ok" in verdict && verdict.ok && lobby.match.config.game.startsWith("dice");
    return isGood ? verdictWords(words, { ...verdict, own: "none" }) : "";
  }

  /** Makes the card and gives it away. */
  async share() {
    const { app } = this;
    const way = await share(cardOf(this.card), `dicehall-${app.lobby.match.config.game}.png`);
    if (way === "saved" || way === "failed") app.warn(app.words("page_card_given", { way }));
    else if (way === "shared") tell(app.words("page_card_given", { way }));
  }

  /** The board of the card, which `game.js` draws. @type {(roll: Roll | null) => SVGSVGElement} */
  picture = () => { throw new Error("there is no board"); };
}
