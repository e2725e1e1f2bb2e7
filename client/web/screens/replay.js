// A match that is over, step by step: its board, who stood how, what was rolled, and how lucky everybody was until then. Called by
// `main.js` with the file of a match. Law kept here: nothing is shown but what the file tells; its dice were rolled again before.

import { dice } from "../dice_faces.js";
import { button, choice, h, mark, redraw } from "../elements.js";
import { gameOf } from "../games/index.js";
import { seatName } from "../lobby.js";
import { sentences, sum } from "../log.js";
import { luckOf } from "../luck.js";
import { framesOf, sharesOf } from "../replay/frames.js";
import { titleOf } from "../words.js";
import { fortunes, judged, shares } from "./course.js";
import { placeWords } from "./place_words.js";
import { Players } from "./players.js";
import { reviewed } from "./review.js";

/** How long each step is shown while the match plays, in milliseconds, from slow to fast: as `dicehall replay` does it. */
const STEP_MS = [1_000, 500, 250, 100];

export class Replay {
  /** The next match takes its place. */
  isReplay = true;

  /** @param {import("../main.js").App} app @param {import("../replay/match_file.js").Match} match
   * @param {import("./review.js").Review | null} [review] if a server can make one */
  constructor(app, match, review = null) {
    this.app = app;
    this.match = match;
    this.review = review;
    this.frames = framesOf(match);
    /** The step that is shown, the timer of the next while it plays, and how fast that is. */
    this.at = 0;
    this.timer = 0;
    this.speed = 1;
    this.last = this.frames.length - 1;
    this.rounds = sharesOf(this.frames);
    this.names = namesOf(match, app);
    this.sentences = this.frames.map((frame, at) => this.told(frame, at));
    const { config } = match;
    const game = gameOf(config.game);
    /** Its board; null for a game that only its server can describe. */
    this.board = game?.board(config.config, match.header.seats.length) ?? null;
    if (app.preferences.classic) this.board?.element.classList.add("classic");
    this.players = new Players(app.words("page_players"));
    this.head = h("header", { class: "table-head" });
    this.turn = h("p", { class: "turn", role: "status" });
    this.rolled = h("div", { class: "rolled" });
    this.fortunes = h("div", { class: "outcome" });
    this.worth = h("div", { class: "outcome" });
    this.graph = h("div", { class: "outcome" });
    this.lines = this.sentences.map((it, at) => button(it, () => this.seek(at), { class: "line" }));
    /** The line of the step that is shown. @type {HTMLElement | null} */
    this.line = null;
    this.log = h("ol", { class: "log" }, this.lines.map((it) => h("li", {}, it)));
    /** @type {HTMLInputElement} */
    this.slider = h("input", { type: "range", min: 0, max: this.last, step: 1, value: "0", class: "seek", "aria-label": app.words("page_replay_seek"),
      oninput: () => this.seek(Number(this.slider.value)) });
    this.step = h("span", { class: "quiet step" });
    this.player = button("▶", () => this.toggle(), { class: "primary" });
    this.element = h("main", { class: "table replay" }, this.head, this.middle(), this.panel(), this.side());
    document.addEventListener("keydown", this.onkey);
  }

  onkey = (/** @type {KeyboardEvent} */ event) => this.key(event);

  /** The board, with what has just happened above it. */
  middle() {
    const { app, board, match } = this;
    const unknown = () => h("p", { class: "quiet" }, app.words("page_replay_unknown", { game: titleOf(app, match.config.game) }));
    return h("div", { class: "middle" }, h("section", { class: "game" }, this.turn, h("div", { class: "board" }, board ? board.element : unknown())), this.controls());
  }

  /** The bar on which a step is sought, and the buttons below it. */
  controls() {
    const { words } = this.app;
    const go = (/** @type {string} */ sign, /** @type {string} */ word, /** @type {() => number} */ to) =>
      button(sign, () => this.seek(to()), { "aria-label": words(word), title: words(word) });
    const paces = STEP_MS.map((it, at) => [String(at), `×${1_000 / it}`]);
    const pace = choice("", paces, String(this.speed), (it) => { this.speed = Number(it); }, { "aria-label": words("page_speed"), class: "narrow" });
    return h("div", { class: "controls" }, this.slider, h("div", { class: "row" },
      go("⇤", "page_replay_first", () => 0), go("‹", "page_replay_before", () => this.at - 1), this.player,
      go("›", "page_replay_after", () => this.at + 1), go("⇥", "page_replay_last", () => this.last), pace, this.step));
  }

  /** What stands beside the board: players, dice, luck. */
  panel() {
    const { words } = this.app;
    return h("section", { class: "panel", tabindex: 0, "aria-label": words("page_players") }, this.players.element, this.rolled,
      judged(words, this.match.verdict, this.match.config.game), this.worth, this.fortunes, this.graph);
  }

  side() {
    return h("aside", { class: "side" }, h("h2", {}, this.app.words("page_log")), this.log);
  }

  /** What a step tells, in a line. @param {import("../replay/frames.js").Frame} frame @param {number} at */
  told({ events }, at) {
    const { words } = this.app;
    if (at === 0) return words("page_told_begins");
    const where = { words, config: this.match.config, seat: (/** @type {number} */ it) => this.names[it], person: () => "?" };
    return sentences(events, where);
  }

  /** Goes to a step; what plays stands still. @param {number} to */
  seek(to) {
    this.stop();
    this.show(to);
  }

  /** @param {number} to */
  show(to) {
    this.at = Math.max(0, Math.min(this.last, to));
    this.app.draw();
  }

  /** Plays or stands still; what has come to its end plays from the start. */
  toggle() {
    if (this.timer) this.stop();
    else {
      if (this.at === this.last) this.at = 0;
      this.wait();
    }
    this.app.draw();
  }

  wait() {
    this.timer = setTimeout(() => {
      this.show(this.at + 1);
      if (this.at < this.last && this.element.isConnected) this.wait();
      else this.stop();
    }, STEP_MS[this.speed]);
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = 0;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (!this.element.isConnected) document.removeEventListener("keydown", this.onkey);
    const isOn = (/** @type {string} */ what) => event.target instanceof Element && event.target.closest(what) !== null;
    if (!this.element.isConnected || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isOn("input, select")) return;
    if (event.key === " " && isOn("button")) return;
    /** @type {Record<string, number>} */
    const steps = { ArrowLeft: this.at - 1, ArrowRight: this.at + 1, Home: 0, End: this.last, PageUp: this.turnBefore(), PageDown: this.turnAfter() };
    const to = steps[event.key];
    if (to !== undefined) this.seek(to);
    else if (event.key === " ") this.toggle();
    else if (event.key === "v" && this.review) this.review.ask();
    else return;
    event.preventDefault();
  }

  /** Where the turn began that is shown, or the one before it. */
  turnBefore() {
    let at = this.at - 1;
    while (at > 0 && this.mover(at) === this.mover(at - 1)) at--;
    return at;
  }

  /** Where the next turn begins. */
  turnAfter() {
    let at = this.at + 1;
    while (at < this.last && this.mover(at) === this.mover(at - 1)) at++;
    return at;
  }

  /** @param {number} at */
  mover(at) {
    return this.frames[at].view.to_move;
  }

  draw() {
    const { app, frames, at } = this;
    const { view, last, battle } = frames[at];
    this.drawHead(view);
    // What only the rules would tell is missing here, and no board reads it.
    const seen = /** @type {import("../games/index.js").View} */ (view);
    this.board?.update({ view: seen, players: this.names.map((name, seat) => ({ seat, name })), mine: null, moves: [], source: null, target: null,
      battle, last, danger: [], label: placeWords({ words: app.words, config: this.match.config, view, names: this.names }) });
    this.drawTurn();
    this.drawPlayers(frames[at]);
    redraw(this.rolled, battle, () => (battle ? [battle.attack, battle.defense].map((it, side) => dice(it, sum(it), side)) : null));
    const told = { words: app.words, names: this.names };
    const luck = luckOf(frames.slice(0, at + 1).flatMap((it) => it.events), this.names.length);
    redraw(this.fortunes, luck, () => fortunes(told, luck));
    redraw(this.worth, [this.review?.view ? at : this.review?.percent], () => this.drawReview(told));
    redraw(this.graph, view.round, () => shares(told, this.rounds, view.round));
    this.drawControls();
  }

  /** The review, or the way to it. @param {import("./course.js").Told} told */
  drawReview(told) {
    const { review, frames, at, match: { config } } = this;
    if (!review) return null;
    if (review.view) return reviewed(told, review.view, { config, frames, at, go: (it) => this.seek(it) });
    return button([h("b", {}, told.words("page_review")), " ", review.progress], () => review.ask(), { title: "v" });
  }

  /** @param {import("../replay/frames.js").View} view */
  drawHead(view) {
    const { app, match } = this;
    const { words, language } = app;
    const when = new Date(1_000 * match.header.begun_at).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
    const told = [titleOf(this.app, match.config.game), this.rounds.length ? words("page_round", { round: view.round }) : null, when];
    redraw(this.head, told, () => [button("‹", () => app.back(), { "aria-label": words("page_back"), class: "plain" }), h("h1", {}, words("page_replay")),
      h("p", { class: "quiet" }, told.filter(Boolean).join(" · "))]);
  }

  /** What has just happened; at the end, who has won. */
  drawTurn() {
    const { at, match, app } = this;
    // Steps that follow each other quickly are not read out.
    this.turn.setAttribute("aria-live", this.timer ? "off" : "polite");
    const seat = this.frames[at].events.find((it) => it.acted)?.acted?.seat;
    const winners = match.outcome.winners.map((it) => this.names[it]).join(", ");
    const end = at === this.last ? app.words(winners ? "page_wins" : "page_draw", { names: winners }) : "";
    redraw(this.turn, [at], () => [seat === undefined ? null : mark(seat), " ", [this.sentences[at], end].filter(Boolean).join(" ")]);
  }

  /** @param {import("../replay/frames.js").Frame} frame */
  drawPlayers({ view, resigned }) {
    const { words } = this.app;
    const standings = "standings" in view ? view.standings : null;
    const rows = this.names.map((name, seat) => {
      const standing = standings?.[seat];
      return { name, signs: resigned.includes(seat) ? [words("page_resigned")] : [], figures: standing ? [standing.territories, standing.dice, standing.link] : null,
        dice: standing?.dice ?? 0, moves: view.to_move === seat, isOut: standing?.territories === 0 };
    });
    const places = this.match.config.game === "dice-wars" ? "page_area" : "page_hex";
    this.players.draw(rows, standings ? [places, "page_dice", "page_link"].map((it) => words(it)) : []);
  }

  drawControls() {
    const { words } = this.app;
    const step = words("page_replay_step", { step: this.at, last: this.last });
    if (this.slider.value !== String(this.at)) this.slider.value = String(this.at);
    this.slider.setAttribute("aria-valuetext", step);
    redraw(this.step, step, () => step);
    const word = words(this.timer ? "page_replay_pause" : "page_replay_play");
    redraw(this.player, word, () => (this.timer ? "❚❚" : "▶"));
    this.player.setAttribute("aria-label", word);
    const line = this.lines[this.at];
    if (line === this.line) return;
    this.line?.removeAttribute("aria-current");
    line.setAttribute("aria-current", "step");
    this.line = line;
    this.log.scrollTop = line.offsetTop - this.log.offsetTop - this.log.clientHeight / 2;
  }
}

/** What the seats are called; bots as everywhere.
 * @param {import("../replay/match_file.js").Match} match @param {import("../main.js").App} app */
function namesOf({ header }, app) {
  const people = new Map(header.seats.flatMap(({ human }) => (human ? [[human.player, human.name]] : [])));
  const botName = (/** @type {string} */ bot) => app.botName(bot, header.settings.rules.game);
  return header.seats.map((_, seat) => seatName(header.seats, seat, (player) => people.get(player), botName));
}
