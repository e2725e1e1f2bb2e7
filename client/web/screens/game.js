// The board of a match with what is beside it: whose turn it is, the players, the roll, and what can be done. Called by
// `screens/table.js`. Law kept here: whatever is offered stands in the server's choices, with its odds.

import { dice, roll } from "../dice_faces.js";
import { button, h, mark, show } from "../elements.js";
import { gameOf } from "../games/index.js";
import { sum } from "../log.js";
import { outcome } from "./outcome.js";

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
    /** The match that is shown. @type {Wire.AnyConfig | null} */
    this.begun = null;
    /** @type {import("../games/index.js").Board | null} */
    this.board = null;
    /** The battle that was rolled last. @type {import("../lobby.js").Battle | null} */
    this.shown = null;
    this.turn = h("p", { class: "turn", role: "status" });
    this.host = h("div", { class: "board" });
    this.players = h("div", { class: "players" });
    this.rolled = h("div", { class: "rolled" });
    this.hint = h("p", { class: "hint" });
    this.actions = h("div", { class: "row actions" });
    /** What stands beside the board. */
    this.panel = h("section", { class: "panel" }, this.players, this.rolled, this.hint, this.actions);
    this.element = h("section", { class: "game" }, this.turn, this.host);
    this.clock = setInterval(() => this.drawClocks(), 500);
    document.addEventListener("keydown", (event) => this.key(event));
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
    this.board?.update({
      view, moves, players: this.named(), mine: lobby.seat, source: this.source, target: this.pointed,
      battle: null, last: this.lastEnds(), danger: [], label: this.labels(view, moves),
    });
    this.drawHint(moves);
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

  /** The actions that lead from nowhere to nowhere: to end the turn. */
  passes() {
    const { lobby } = this.app;
    return lobby.isMyTurn && lobby.choices ? lobby.choices.choices.filter((it) => !this.game.ends(it.action.action)) : [];
  }

  /** @param {number} place */
  choose(place) {
    const moves = this.moves();
    const onto = moves.filter((it) => it.to === place);
    const move = this.source === null ? onto.find((it) => it.from === it.to) : onto.find((it) => it.from === this.source);
    if (move) return this.act(move.action);
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

  /** @param {Wire.AnyAction} action */
  act(action) {
    const { app } = this;
    if (!app.lobby.choices) return;
    const { ply } = app.lobby.choices;
    app.lobby.choices = null;
    this.pointed = null;
    app.send({ act: { ply, action } });
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

  /** What a territory is called for whoever hears the board; other games' places are called by their boards.
   * @param {import("../games/index.js").View} view @param {import("../games/index.js").Move[]} moves */
  labels(view, moves) {
    if (!("standings" in view)) return undefined;
    const { lobby, words, botName } = this.app;
    return (/** @type {number} */ at) => {
      // Two characters a territory: its owner from "a" on, and its dice as a digit, or from "A" on for ten.
      const place = this.game.name(this.config.config, at);
      const count = Number.parseInt(view.board[2 * at + 1], 17);
      if (at === this.source) return words("page_place_source", { place, count });
      const name = lobby.seatName(view.board.charCodeAt(2 * at) - 97, botName);
      const aimed = moves.find((it) => it.from === this.source && it.to === at);
      const percent = Math.round(100 * (aimed?.odds ?? 1));
      return aimed ? words("page_place_target", { place, name, count, percent }) : words("page_place", { place, name, count });
    };
  }

  lastEnds() {
    const { last } = this.app.lobby;
    return last ? this.game.ends(last.action.action) : null;
  }

  drawTurn() {
    const { lobby, words, botName } = this.app;
    const toMove = lobby.match.view.to_move;
    const isOver = lobby.match.outcome || lobby.view.phase === "over";
    this.turn.className = `turn${lobby.isMyTurn ? " mine" : ""}`;
    if (isOver) return show(this.turn, outcome.title(this.app));
    if (lobby.view.paused) return show(this.turn, words("page_paused"));
    if (lobby.frozen) return show(this.turn, words("page_frozen"));
    if (lobby.isMyTurn) return show(this.turn, mark(lobby.seat ?? 0), " ", words("page_your_turn"));
    if (toMove === null || toMove === undefined) return show(this.turn);
    show(this.turn, mark(toMove), " ", words("page_waiting_for", { name: lobby.seatName(toMove, botName) }));
  }

  /** The dice of the last attack; a new one rolls. */
  drawRoll() {
    const { battle } = this.app.lobby;
    if (!battle || battle === this.shown) return;
    this.shown = battle;
    const sides = [battle.attack, battle.defense].map((it, side) => dice(it, sum(it), side));
    show(this.rolled, sides);
    if (battle.seat === this.app.lobby.seat) sides.forEach((it) => roll(it, () => {}));
  }

  /** @param {import("../games/index.js").View} view */
  drawPlayers(view) {
    const { lobby, words, botName } = this.app;
    const standings = "standings" in view ? view.standings : null;
    const seats = standings?.length ?? 2;
    const rows = lobby.view.seats.slice(0, seats).map(({ holder, resigned }, seat) => {
      const standing = standings?.[seat];
      const { human } = holder;
      const person = human && lobby.view.players.find((it) => it.player === human.player);
      const signs = [seat === lobby.seat && words("page_you"), resigned && words("page_resigned"), person && !person.connected && words("page_away")].filter(Boolean);
      const figures = standing && [standing.territories, standing.dice, standing.link].map((it) => h("td", {}, it));
      return h("tr", { class: `${view.to_move === seat ? "moves" : ""}${standing?.territories === 0 ? " out" : ""}` },
        h("th", { scope: "row" }, mark(seat), " ", lobby.seatName(seat, botName), signs.length ? h("small", {}, ` ${signs.join(" · ")}`) : null),
        figures, h("td", { class: "clock", "data-seat": seat }));
    });
    const heads = standings && ["page_hex", "page_dice", "page_link"].map((it) => h("th", { scope: "col" }, words(it)));
    show(this.players, h("table", {}, heads && h("thead", {}, h("tr", {}, h("td"), heads, h("td"))), h("tbody", {}, rows)));
    this.drawClocks();
  }

  drawClocks() {
    const { lobby } = this.app;
    if (!lobby?.clocks || !this.element.isConnected) return;
    const gone = performance.now() - lobby.clocksAt;
    for (const cell of this.players.querySelectorAll(".clock")) {
      const seat = Number(/** @type {HTMLElement} */ (cell).dataset.seat);
      const left = lobby.clocks.left_ms[seat];
      if (left === undefined) continue;
      const seconds = Math.max(0, Math.ceil((left - (lobby.clocks.running === seat ? gone : 0)) / 1000));
      cell.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    }
  }

  /** @param {import("../games/index.js").Move[]} moves */
  drawHint(moves) {
    const { words } = this.app;
    const aimed = moves.find((it) => it.from === this.source && it.to === this.pointed);
    const place = (/** @type {number} */ it) => this.game.name(this.config.config, it);
    if (aimed?.odds !== undefined && aimed.odds !== null) {
      const percent = Math.round(aimed.odds * 100);
      return show(this.hint, `${place(aimed.from)} → ${place(aimed.to)}  `, h("b", {}, words("page_win_chance", { percent })));
    }
    if (!moves.length) return show(this.hint);
    const [source, target] = HINTS[this.config.game];
    show(this.hint, words(this.source === null ? source : target));
  }

  /** @param {import("../games/index.js").Move[]} moves */
  drawActions(moves) {
    const { app } = this;
    const { lobby, words } = app;
    const buttons = [];
    if (this.passes().length) buttons.push(button(words("page_end_turn"), () => this.end(), { class: moves.length ? "" : "primary" }));
    if (lobby.view.phase === "over" && lobby.seat !== null) buttons.push(button(words("page_rematch"), () => app.send("rematch"), { class: "primary" }));
    const plays = lobby.view.phase === "playing" && lobby.seat !== null && !lobby.view.seats[lobby.seat].resigned;
    if (plays) {
      const wanted = lobby.view.seats[lobby.seat].wants_pause;
      buttons.push(button(words(wanted ? "page_continue" : "page_pause"), () => app.send({ pause: { wanted: !wanted } }), { class: "plain" }));
      buttons.push(button(words("page_resign"), () => confirm(words("page_resign_sure")) && app.send("resign"), { class: "plain" }));
    }
    if (this.config.game === "dice-of-doom") buttons.push(button(words("page_classic_look"), () => this.classic(), { class: "plain" }));
    show(this.actions, buttons, lobby.match.outcome ? outcome.details(app) : null);
  }

  classic() {
    const classic = !this.app.preferences.classic;
    this.app.prefer({ classic });
    this.board?.element.classList.toggle("classic", classic);
    this.app.draw();
  }
}
