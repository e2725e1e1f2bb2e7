// The board of a match with what is beside it: whose turn it is, the players, the roll, and what can be done. Called by
// `screens/table.js`. Law kept here: only what is in the server's choices is offered, with the odds that stand there.

import { dice, roll, showFaces } from "../dice_faces.js";
import { button, h, mark, redraw, show } from "../elements.js";
import { threatened } from "../fair/threats.js";
import { gameOf } from "../games/index.js";
import { percent } from "../games/places.js";
import { put, say } from "../games/svg.js";
import { sum } from "../log.js";
import { outcome } from "./outcome.js";
import { placeWords } from "./place_words.js";
import { Players } from "./players.js";

/** What is to be chosen first and then, in each game. @type {Record<Wire.GameKind, string[]>} */
const HINTS = {
  "dice-of-doom": ["page_choose_source", "page_choose_target"],
  "dice-wars": ["page_choose_source", "page_choose_target"],
  "animal-shogi": ["page_choose_piece", "page_choose_square"],
  "tic-tac-toe": ["page_choose_cell", "page_choose_cell"],
};

export class Game {
  /** @param {import("../main.js").InMatch} app */
  constructor(app) {
    this.app = app;
    /** The place that is chosen. @type {number | null} */
    this.source = null;
    /** The place that is pointed at. @type {number | null} */
    this.pointed = null;
    /** Whether an action is on its way to the server. */
    this.acting = false;
    /** The match that is shown. @type {Wire.AnyConfig | null} */
    this.begun = null;
    /** @type {import("../games/index.js").Board | null} */
    this.board = null;
    /** The battle that was rolled last. @type {import("../lobby.js").Battle | null} */
    this.shown = null;
    this.turn = h("p", { class: "turn", role: "status" });
    this.host = h("div", { class: "board" });
    this.players = new Players(app.words("page_players"));
    this.sides = [dice([], 0, 0), dice([], 0, 1)];
    this.rolled = h("div", { class: "rolled" });
    this.hint = h("p", { class: "hint" });
    this.actions = h("div", { class: "row actions" });
    this.outcome = h("div", {});
    /** What stands beside the board. */
    this.panel = h("section", { class: "panel" }, h("div", { class: "deck" }, this.hint, this.actions), this.rolled, this.players.element, this.outcome);
    this.element = h("section", { class: "game" }, this.turn, this.host);
    this.clock = setInterval(() => this.drawClocks(), 500);
    document.addEventListener("keydown", this.onkey);
  }

  onkey = (/** @type {KeyboardEvent} */ event) => this.key(event);

  /** The table is left. */
  stop() {
    clearInterval(this.clock);
    document.removeEventListener("keydown", this.onkey);
  }

  /** The match's start. */
  get config() {
    return this.app.lobby.match.config;
  }

  /** The match's game. */
  get game() {
    const game = gameOf(this.config.game);
    if (!game) throw new Error(`this page does not know ${this.config.game}`);
    return game;
  }

  draw() {
    const { lobby } = this.app;
    if (this.begun !== this.config) this.begin();
    if (!lobby.isMyTurn) this.source = null;
    const { view } = lobby.match;
    const moves = this.moves();
    if (this.source !== null && !moves.some((it) => it.from === this.source)) this.source = null;
    this.drawTurn();
    this.drawRoll();
    this.drawPlayers(view);
    this.drawActions(moves);
    const players = this.named();
    const board = "board" in view ? view.board : undefined;
    this.board?.update({
      view, moves, players, mine: lobby.seat, source: this.source, target: this.pointed, battle: this.battle(), last: this.lastEnds(),
      danger: lobby.isMyTurn ? threatened(this.config, board, lobby.seat) : [],
      label: placeWords({ words: this.app.words, config: this.config, view, names: players.map((it) => it.name), moves, source: this.source }),
    });
    this.drawHint(moves, view);
    redraw(this.outcome, lobby.match.outcome && outcome.told(this.app), () => (lobby.match.outcome ? outcome.details(this.app) : null));
  }

  /** The sums of the last attack, until another action follows it. */
  battle() {
    const { battle, last } = this.app.lobby;
    const ends = battle && this.game.ends(battle.action);
    return ends && last && battle.action === last.action.action ? { ...battle, ...ends } : null;
  }

  /** A match begins: its board is made once. */
  begin() {
    const { lobby } = this.app;
    this.begun = this.config;
    const board = this.game.board(this.config.config, lobby.view.seats.length);
    this.board = board;
    board.onChoose = (place) => this.choose(place);
    board.onPoint = (place) => this.point(place);
    this.source = this.pointed = this.shown = null;
    if (this.app.preferences.classic) board.element.classList.add("classic");
    show(this.host, board.element);
    show(this.rolled);
  }

  /** What may be chosen, by places. */
  moves() {
    const { lobby } = this.app;
    const choices = lobby.isMyTurn ? lobby.choices?.choices ?? [] : [];
    return choices.flatMap((it) => {
      const ends = this.game.ends(it.action.action);
      return ends ? [{ ...it, ...ends }] : [];
    });
  }

  /** The actions without places: to end the turn. */
  passes() {
    const { lobby } = this.app;
    return lobby.isMyTurn && lobby.choices ? lobby.choices.choices.filter((it) => !this.game.ends(it.action.action)) : [];
  }

  /** @param {number} place */
  choose(place) {
    const moves = this.moves();
    const onto = moves.filter((it) => it.to === place);
    const move = this.source === null ? onto.find((it) => it.from === it.to) : onto.find((it) => it.from === this.source);
    if (move) return void this.act(move.action);
    if (moves.some((it) => it.from === place)) this.source = this.source === place ? null : place;
    else if (onto.length) this.source = onto.reduce((best, it) => ((it.odds ?? 1) > (best.odds ?? 1) ? it : best)).from;
    else this.source = null;
    this.pointed = onto.length ? place : null;
    this.app.draw();
  }

  /** @param {number | null} place */
  point(place) {
    if (this.pointed === place) return;
    this.pointed = place;
    this.app.draw();
  }

  /** Sends an action. What is refused has changed nothing, so that it may be chosen again. @param {Wire.AnyAction} action */
  async act(action) {
    const { app } = this;
    const { lobby } = app;
    const { choices } = lobby;
    if (!choices || this.acting) return;
    this.acting = true;
    lobby.choices = null;
    this.pointed = null;
    app.draw();
    const answer = await app.send({ act: { ply: choices.ply, action } });
    this.acting = false;
    if (answer.type === "rejected" && answer.code !== "stale" && lobby.match.ply === choices.ply) lobby.choices ??= choices;
    app.draw();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { app } = this;
    const isTyped = event.target instanceof Element && event.target.closest("input, select, textarea");
    if (!this.element.isConnected || isTyped || event.ctrlKey || event.metaKey) return;
    if (event.key === "Escape") this.source = null;
    else if (event.key === "e") this.end();
    else return;
    app.draw();
  }

  end() {
    const [pass] = this.passes();
    if (pass) this.act(pass.action);
  }

  named() {
    const { lobby, botName } = this.app;
    return lobby.view.seats.map((_, seat) => ({ seat, name: lobby.seatName(seat, botName) }));
  }

  lastEnds() {
    const { last } = this.app.lobby;
    return last ? this.game.ends(last.action.action) : null;
  }

  drawTurn() {
    const { lobby, words, botName, isLive } = this.app;
    const toMove = lobby.match.view.to_move;
    const isOver = lobby.match.outcome || lobby.view.phase === "over";
    const seat = lobby.isMyTurn ? lobby.seat : toMove;
    put(this.turn, "class", `turn${this.acting ? " sent" : lobby.isMyTurn && isLive ? " mine" : ""}`);
    if (isOver) return redraw(this.turn, [outcome.title(this.app)], () => outcome.title(this.app));
    if (lobby.view.paused) return redraw(this.turn, ["paused"], () => words("page_paused"));
    if (lobby.frozen) return redraw(this.turn, ["frozen"], () => words("page_frozen"));
    if (seat === null || seat === undefined) return redraw(this.turn, [], () => null);
    if (!isLive) return redraw(this.turn, ["away", this.acting], () => words(this.acting ? "page_move_under_way" : "page_no_link"));
    const told = lobby.isMyTurn || this.acting ? words("page_your_turn") : words("page_waiting_for", { name: lobby.seatName(seat, botName) });
    return redraw(this.turn, [seat, told], () => [mark(seat), " ", told]);
  }

  /** The dice of the last attack; a new one rolls. */
  drawRoll() {
    const { battle } = this.app.lobby;
    if (!battle || battle === this.shown) return;
    this.shown = battle;
    [battle.attack, battle.defense].forEach((it, side) => showFaces(this.sides[side], it, sum(it)));
    if (!this.rolled.firstChild) show(this.rolled, this.sides);
    if (battle.seat === this.app.lobby.seat) this.sides.forEach((it) => roll(it, () => {}));
  }

  /** @param {import("../games/index.js").View} view */
  drawPlayers(view) {
    const { lobby, words } = this.app;
    const standings = "standings" in view ? view.standings : null;
    const rows = lobby.view.seats.slice(0, standings?.length ?? 2).map((it, seat) => this.player(it, seat, view));
    const places = this.config.game === "dice-wars" ? ["page_area", "page_dice", "page_link", "page_reserve"] : ["page_hex", "page_dice", "page_link"];
    this.players.draw(rows, standings ? places.map((it) => words(it)) : []);
    this.drawClocks();
  }

  /** The row of a seat.
   * @param {Wire.SeatView} view of the seat @param {number} seat @param {import("../games/index.js").View} game
   * @returns {import("./players.js").Row} */
  player({ holder: { human }, resigned, wants_pause: wantsPause }, seat, game) {
    const { lobby, words, botName } = this.app;
    const standing = "standings" in game ? game.standings[seat] : undefined;
    const isOut = standing?.territories === 0;
    const person = human && lobby.view.players.find((it) => it.player === human.player);
    const signs = [seat === lobby.seat && words("page_you"), resigned && words("page_resigned"), isOut && words("page_out"),
      wantsPause && words("page_wants_pause"), person && !person.connected && words("page_away")].filter((it) => typeof it === "string");
    const figures = standing ? [standing.territories, standing.dice, standing.link, standing.reserve] : null;
    return { name: lobby.seatName(seat, botName), signs, figures, dice: standing?.dice ?? 0, moves: game.to_move === seat, isOut };
  }

  drawClocks() {
    const { clocks, clocksAt } = this.app.lobby ?? {};
    // Without a connection nobody knows how the clocks run.
    if (!clocks || !this.element.isConnected || !this.app.isLive) return;
    const gone = performance.now() - clocksAt;
    this.players.rows.forEach(({ clock }, seat) => {
      const left = clocks.left_ms[seat];
      if (left === undefined) return;
      const seconds = Math.max(0, Math.ceil((left - (clocks.running === seat ? gone : 0)) / 1000));
      say(clock, `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`);
    });
  }

  /** What is to be chosen next; of an attack that is aimed at, what it would bring and cost.
   * @param {import("../games/index.js").Move[]} moves @param {import("../games/index.js").View} view */
  drawHint(moves, view) {
    const { words, lobby } = this.app;
    const aimed = moves.find((it) => it.from === this.source && it.to === this.pointed && it.odds !== undefined && it.odds !== null);
    const check = "check" in view && view.check ? `${words("page_check")} ` : "";
    const [source, target] = HINTS[this.config.game];
    const choose = moves.length ? words(this.source === null ? source : target) : "";
    const link = "standings" in view ? view.standings[lobby.seat ?? -1]?.link : undefined;
    redraw(this.hint, [check, choose, aimed, link], () => (aimed ? this.whatIf(aimed, link) : check + choose));
  }

  /** The line of what would be: the chance, the largest region if it is won, and the dice that stay if it is lost.
   * @param {import("../games/index.js").Move} move @param {number | undefined} link the region of now */
  whatIf({ from, to, odds, link: won }, link) {
    const { words } = this.app;
    const place = (/** @type {number} */ it) => this.game.name(this.config.config, it);
    const parts = [won !== undefined && won !== null && won !== link && words("page_if_won", { before: link ?? 0, after: won }), words("page_if_lost", { place: place(from) })];
    return [`${place(from)} → ${place(to)}  `, h("b", {}, words("page_win_chance", { percent: Number.parseInt(percent(odds ?? 1), 10) })), ` · ${parts.filter(Boolean).join(" · ")}`];
  }

  /** The buttons; they are made anew only when others are offered. @param {import("../games/index.js").Move[]} moves */
  drawActions(moves) {
    const { lobby } = this.app;
    const passes = this.passes().length > 0;
    const isOver = lobby.view.phase === "over" && lobby.seat !== null;
    const plays = lobby.view.phase === "playing" && lobby.seat !== null && !lobby.view.seats[lobby.seat].resigned;
    const paused = plays && Boolean(lobby.view.seats[lobby.seat].wants_pause);
    const isLast = passes && !moves.length;
    redraw(this.actions, [passes, isLast, isOver, plays, paused, this.config.game], () => this.buttons({ passes, isLast, isOver, plays, paused }));
  }

  /** @param {Record<"passes" | "isLast" | "isOver" | "plays" | "paused", boolean>} offered */
  buttons({ passes, isLast, isOver, plays, paused }) {
    const { app } = this;
    const { words } = app;
    return [
      // It keeps its place when there is nothing to end, so that a second press of it meets no other button.
      (passes || (plays && this.config.game.startsWith("dice"))) &&
        button(words("page_end_turn"), () => this.end(), { class: isLast ? "primary" : "", title: "e", "aria-disabled": passes ? null : "true" }),
      isOver && button(words("page_rematch"), () => app.send("rematch"), { class: "primary" }),
      plays && button(words(paused ? "page_continue" : "page_pause"), () => app.send({ pause: { wanted: !paused } }), { class: "plain" }),
      plays && button(words("page_resign"), () => confirm(words("page_resign_sure")) && app.send("resign"), { class: "plain" }),
    ];
  }

  classic() {
    const classic = !this.app.preferences.classic;
    this.app.prefer({ classic });
    this.board?.element.classList.toggle("classic", classic);
    this.app.draw();
  }
}
