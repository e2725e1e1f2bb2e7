// The board of a match with what is beside it: whose turn it is, the players, the roll, and what can be done. Called by
// `screens/table.js`. Law kept here: only what is in the server's choices is offered, with the odds that stand there.

import { dice, roll, showFaces } from "../dice_faces.js";
import { button, h, mark, redraw, remark, show } from "../elements.js";
import { threatened } from "../fair/threats.js";
import { gameOf } from "../games/index.js";
import { percent } from "../games/places.js";
import { put, say } from "../games/svg.js";
import { actionName, sentence, sum } from "../log.js";
import { winChance } from "../luck.js";
import { absent, skipping } from "../waiting.js";
import { Coach } from "./coach.js";
import { End } from "./end.js";
import { placeWords } from "./place_words.js";
import { Players } from "./players.js";

/** A second press of the end of a turn within this time is the same press, in milliseconds. */
const SAME_PRESS_MS = 400;

/** What is to be chosen first and then, in games with words of their own. @type {Record<string, string[]>} */
const HINTS = {
  "dice-of-doom": ["page_choose_source", "page_choose_target"],
  "dice-wars": ["page_choose_source", "page_choose_target"],
};
/** The same in other games: places alone, or pieces and where they go. */
const CELL_HINTS = ["page_choose_cell", "page_choose_cell"];
const PIECE_HINTS = ["page_choose_piece", "page_choose_square"];

export class Game {
  /** @param {import("../main.js").InMatch} app @param {import("./seats.js").Meet} meet */
  constructor(app, meet) {
    this.app = app;
    /** The place that is chosen. @type {number | null} */
    this.source = null;
    /** The place that is pointed at. @type {number | null} */
    this.pointed = null;
    /** Whether an action is on its way to the server. */
    this.acting = false;
    /** The places that were pressed meanwhile: source and target of what is done next. @type {number[]} */
    this.queued = [];
    /** A place that was pressed in vain. @type {number | null} */
    this.vain = null;
    /** When the end of a turn was pressed last. */
    this.endedAt = -Infinity;
    /** The match that is shown. @type {Wire.AnyConfig | null} */
    this.begun = null;
    /** Its game. @type {import("../games/index.js").Game | undefined} */
    this.known = undefined;
    /** @type {import("../games/index.js").Board | null} */
    this.board = null;
    /** The battle that was rolled last. @type {import("../lobby.js").Battle | null} */
    this.shown = null;
    this.turn = h("p", { class: "turn" });
    this.host = h("div", { class: "board" });
    this.players = new Players(app.words("page_players"), (seat) => meet({ seat, player: app.lobby.view.seats[seat].holder.human?.player }));
    this.sides = [dice([], 0, 0), dice([], 0, 1)];
    this.marks = [mark(0), mark(1)];
    this.rolled = h("div", { class: "rolled" }, this.sides.map((it, side) => h("p", {}, this.marks[side], it)));
    /** Makes the dice lie that are in the air. @type {(() => void) | null} */
    this.land = null;
    /** What has just come of an action, over the board. */
    this.happened = h("p", { class: "happened", "aria-hidden": "true" });
    this.hint = h("p", { class: "hint" });
    this.coach = new Coach(app);
    this.actions = h("div", { class: "row actions" });
    this.ending = new End(app);
    this.ending.picture = (past) => this.picture(past);
    /** What stands beside the board. */
    this.panel = h("section", { class: "panel" }, this.rolled, h("div", { class: "deck" }, this.coach.element, this.hint, this.actions), this.players.element, this.ending.details);
    this.element = h("section", { class: "game" }, this.turn, this.ending.banner, this.host, this.ending.caption, this.happened);
    this.clock = setInterval(() => this.drawClocks(), 500);
    document.addEventListener("keydown", this.onkey);
  }

  onkey = (/** @type {KeyboardEvent} */ event) => this.key(event);

  /** The table is left. */
  stop() {
    clearInterval(this.clock);
    document.removeEventListener("keydown", this.onkey);
  }

  /** The board takes the focus; after a match, who has won. */
  focus() {
    if (!this.ending.banner.hidden) this.ending.heading.focus({ preventScroll: true });
    else this.board?.focus(0);
  }

  /** The match's start. */
  get config() {
    return this.app.lobby.match.config;
  }

  /** The match's game. */
  get game() {
    if (!this.known) throw new Error(`this page does not know ${this.config.game}`);
    return this.known;
  }

  draw() {
    const { lobby } = this.app;
    if (this.begun !== this.config) this.begin();
    if (!lobby.isMyTurn) this.source = null;
    const { onShow } = this.app;
    const view = onShow.board && "standings" in lobby.match.view ? { ...lobby.match.view, board: onShow.board } : lobby.match.view;
    this.carryOut();
    const moves = this.moves();
    if (this.source !== null && !moves.some((it) => it.from === this.source)) this.source = null;
    this.drawRoll();
    this.drawPlayers(view);
    const players = this.named();
    const board = "board" in view ? view.board : undefined;
    this.ending.draw();
    this.drawTurn();
    this.drawActions(moves);
    const past = this.ending.scene;
    const air = past?.move ?? this.inTheAir();
    this.board?.update({
      view: past?.view ?? view, players, mine: lobby.seat, last: air ? null : this.lastEnds(), battle: air ? null : this.battle(),
      ...(air ? { moves: [air], source: air.from, target: air.to } : this.queued.length ? this.aim() : { moves, source: this.source, target: this.pointed }),
      danger: lobby.isMyTurn ? threatened(this.config, board, lobby.seat) : [],
      label: placeWords({ words: this.app.words, config: this.config, view, names: players.map((it) => it.name), moves, source: this.source }),
    });
    this.drawHint(moves, view);
    redraw(this.happened, this.app.happened, () => this.app.happened.map((it) => h("span", {}, mark(it.seat), " ", this.app.happening(it))));
  }

  /** The attack whose dice are in the air, with its chance. */
  inTheAir() {
    const { roll: air } = this.app.onShow;
    const ends = air && this.game.ends(air.action);
    return ends ? { ...ends, odds: winChance(air.attack.length, air.defense.length) } : null;
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
    this.known = gameOf(this.config.game, lobby.match.layout);
    const { game, config } = this;
    this.ending.placeName = (place) => game.name(config.config, place);
    const board = game.board(config.config, lobby.view.seats.length);
    this.board = board;
    board.onChoose = (place) => this.choose(place);
    board.onPoint = (place) => this.point(place);
    this.source = this.pointed = this.shown = this.vain = null;
    this.queued = [];
    if (this.app.preferences.classic) board.element.classList.add("classic");
    show(this.host, board.element);
    this.lay(null);
  }

  /** The board as a picture, with the roll on which the match turned. @param {import("../story.js").Roll | null} turned */
  picture(turned) {
    const { lobby } = this.app;
    const board = this.game.board(this.config.config, lobby.view.seats.length);
    const past = turned && this.ending.story?.frames[turned.at - 1].view;
    const view = past ? /** @type {import("../games/index.js").View} */ (past) : lobby.match.view;
    const aim = turned && past ? { moves: [turned], source: turned.from, target: turned.to } : { moves: [], source: null, target: null };
    board.update({ view, players: this.named(), mine: lobby.seat, battle: null, last: null, danger: [], ...aim });
    return board.element;
  }

  /** What may be chosen, by places. */
  moves() {
    const { lobby } = this.app;
    const choices = lobby.isMyTurn ? lobby.choices?.choices ?? [] : [];
    return choices.flatMap((it) => {
      const ends = this.ends(it);
      return ends ? [{ ...it, ...ends }] : [];
    });
  }

  /** The places of a choice: as the board numbers them, or else as the server does. @param {import("../shown.js").Choice} it */
  ends(it) {
    return this.game.ends(it.action.action) ?? it.ends;
  }

  /** The actions without places: to end the turn, and whatever else has a name alone. */
  passes() {
    const { lobby } = this.app;
    return lobby.isMyTurn && lobby.choices ? lobby.choices.choices.filter((it) => !this.ends(it)) : [];
  }

  /** What is kept to be done next, as it is shown. */
  aim() {
    const [from, to = from] = this.queued;
    return { moves: [{ from, to }], source: from, target: to };
  }

  /** Does what was pressed while an action was on its way, as far as it can still be done. */
  carryOut() {
    const { lobby } = this.app;
    if (!this.queued.length || this.acting || !(lobby.isMyTurn || !lobby.isToMove)) return;
    const places = this.queued;
    this.queued = [];
    if (!lobby.isMyTurn || !this.moves().some((it) => it.from === places[0] || it.to === places[0])) return;
    this.source = null;
    for (const it of places) this.press(it);
  }

  /** A place was pressed. @param {number} place */
  choose(place) {
    const { lobby } = this.app;
    this.vain = null;
    if (lobby.isMyTurn) this.press(place);
    else if (lobby.isToMove) this.keep(place);
    else this.vain = place;
    this.app.draw();
  }

  /** Keeps a press for when the server has answered: first where from, then where to. @param {number} place */
  keep(place) {
    const [from, to] = this.queued;
    if (place === from && to === undefined) this.queued = [];
    else this.queued = from === undefined || to !== undefined ? [place] : [from, place];
  }

  /** @param {number} place */
  press(place) {
    const moves = this.moves();
    const onto = moves.filter((it) => it.to === place);
    const move = this.source === null ? onto.find((it) => it.from === it.to) : onto.find((it) => it.from === this.source);
    if (move) return void this.act(move.action);
    if (moves.some((it) => it.from === place)) this.source = this.source === place ? null : place;
    else if (onto.length) this.source = onto.reduce((best, it) => ((it.odds ?? 1) > (best.odds ?? 1) ? it : best)).from;
    else {
      this.vain = this.source === null ? place : null;
      this.source = null;
    }
    this.pointed = onto.length ? place : null;
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
    if (event.key === "Escape" && this.ending.match) this.ending.toggle();
    else if (event.key === "Escape") this.source = null;
    else if (event.key === "v" && this.ending.match) this.ending.judge();
    else if (event.key === "e" && event.target instanceof Node && this.host.contains(event.target)) this.end();
    else return;
    app.draw();
  }

  end() {
    const { app } = this;
    const now = performance.now();
    if (now - this.endedAt < SAME_PRESS_MS) return undefined;
    const [pass] = this.passes();
    if (!pass) return app.warn(app.words(app.lobby.isMyTurn ? "page_must_attack" : "page_not_your_turn"));
    this.endedAt = now;
    return this.act(pass.action);
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
    this.turn.hidden = !this.ending.banner.hidden && this.ending.match !== null;
    put(this.turn, "class", `turn${this.acting ? " sent" : lobby.isMyTurn && isLive ? " mine" : ""}`);
    if (isOver) return redraw(this.turn, [this.ending.title], () => this.ending.title);
    if (lobby.view.paused) return redraw(this.turn, ["paused"], () => words("page_paused"));
    if (lobby.frozen) return redraw(this.turn, ["frozen"], () => words("page_frozen"));
    if (seat === null || seat === undefined) return redraw(this.turn, [], () => null);
    if (!isLive) return redraw(this.turn, ["away", this.acting], () => words(this.acting ? "page_move_under_way" : "page_no_link"));
    const { onShow } = this.app;
    if (onShow.roll) {
      const { seat: by, action } = onShow.roll;
      const acted = { seat: by, action: /** @type {Wire.AnyAction} */ ({ game: this.config.game, action }) };
      const attack = sentence({ acted }, lobby.where(words, botName));
      return redraw(this.turn, [by, attack], () => [mark(by), " ", attack]);
    }
    const told = lobby.isMyTurn || this.acting ? words("page_your_turn") : words("page_waiting_for", { name: lobby.seatName(seat, botName) });
    return redraw(this.turn, [seat, told], () => [mark(seat), " ", told]);
  }

  /** The dice of the attack that is shown, or of the last one. */
  drawRoll() {
    const { onShow: { roll: air, scene }, lobby } = this.app;
    this.rolled.hidden = !this.config.game.startsWith("dice") || this.ending.match !== null;
    const battle = air ?? lobby.battle;
    if (battle && battle.revision !== this.shown?.revision) {
      this.lay(battle);
      if (air && scene) this.land = roll(this.sides, scene.ms);
    }
    if (air || !battle) return;
    this.land?.();
    this.land = null;
    const isWon = sum(battle.attack) > sum(battle.defense);
    this.sides.forEach((it, side) => it.classList.toggle("lost", isWon === (side === 1)));
  }

  /** Puts the dice of an attack beside the board. @param {import("../lobby.js").Battle | null} battle */
  lay(battle) {
    this.land?.();
    this.land = null;
    this.shown = battle;
    [battle?.attack ?? [], battle?.defense ?? []].forEach((it, side) => {
      showFaces(this.sides[side], it, sum(it));
      this.sides[side].classList.remove("lost");
    });
    put(this.rolled, "data-empty", battle ? null : "");
    if (!battle) return;
    remark(this.marks[0], battle.seat);
    remark(this.marks[1], battle.defender);
  }

  /** @param {import("../games/index.js").View} view */
  drawPlayers(view) {
    const { lobby, words } = this.app;
    const standings = "standings" in view ? view.standings : null;
    const seats = lobby.view.seats.filter((it) => it.holder.human ?? it.holder.bot);
    const rows = lobby.view.seats.slice(0, standings?.length ?? Math.max(2, seats.length)).map((it, seat) => this.player(it, seat, view));
    const places = this.config.game === "dice-wars" ? ["page_area", "page_dice", "page_link", "page_reserve"] : ["page_hex", "page_dice", "page_link"];
    this.players.draw(rows, standings ? places.map((it) => words(it)) : []);
    this.drawClocks();
  }

  /** The row of a seat.
   * @param {Wire.SeatView} view of the seat @param {number} seat @param {import("../games/index.js").View} game
   * @returns {import("./players.js").Row} */
  player({ holder: { human }, resigned, wants_pause: wantsPause, wants_skip: wantsSkip }, seat, game) {
    const { lobby, words, botName } = this.app;
    const standing = "standings" in game ? game.standings[seat] : undefined;
    const isOut = standing?.territories === 0;
    const person = human && lobby.view.players.find((it) => it.player === human.player);
    const signs = [seat === lobby.seat && words("page_you"), resigned && words("page_resigned"), isOut && words("page_out"),
      wantsPause && words("page_wants_pause"), wantsSkip && words("page_wants_skip"), person && !person.connected && words("page_away")].filter((it) => typeof it === "string");
    const figures = standing ? [standing.territories, standing.dice, standing.link, standing.reserve] : null;
    return { name: lobby.seatName(seat, botName), signs, figures, dice: standing?.dice ?? 0, moves: lobby.view.phase === "playing" && game.to_move === seat, isOut, reaction: lobby.reactionAt(seat) };
  }

  drawClocks() {
    const { lobby } = this.app;
    // Without a connection nobody knows how the clocks run.
    if (!lobby || !this.element.isConnected || !this.app.isLive) return;
    this.players.rows.forEach(({ clock }, seat) => {
      const left = lobby.left(seat);
      const seconds = Math.ceil((left ?? 0) / 1000);
      say(clock, left === null ? "" : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`);
    });
  }

  /** What is to be chosen next; of an attack that is aimed at, what it would bring and cost.
   * @param {import("../games/index.js").Move[]} moves @param {import("../games/index.js").View} view */
  drawHint(moves, view) {
    const { words, lobby } = this.app;
    const aimed = moves.find((it) => it.from === this.source && it.to === this.pointed && it.odds !== undefined && it.odds !== null);
    const check = "check" in view && view.check ? `${words("page_check")} ` : "";
    const isOfCells = moves.every((it) => it.from === it.to);
    const [source, target] = HINTS[this.config.game] ?? (isOfCells ? CELL_HINTS : PIECE_HINTS);
    const isCoached = this.coach.draw(this.source !== null, moves.length > 0);
    const choose = moves.length && !isCoached ? words(this.source === null ? source : target) : "";
    const link = "standings" in view ? view.standings[lobby.seat ?? -1]?.link : undefined;
    this.hint.hidden = this.ending.match !== null;
    const vain = this.vain === null || this.ending.match ? "" : lobby.isMyTurn ? `${words("page_vain", { place: this.game.name(this.config.config, this.vain) })} ` : words("page_not_your_turn");
    redraw(this.hint, [check, choose, aimed, link, vain], () => (aimed ? this.whatIf(aimed, link) : vain + check + choose));
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
    if (this.ending.match) return redraw(this.actions, this.ending.offered, () => this.ending.buttons());
    const passes = this.passes();
    const plays = lobby.view.phase === "playing" && lobby.seat !== null && !lobby.view.seats[lobby.seat].resigned;
    const paused = plays && Boolean(lobby.view.seats[lobby.seat].wants_pause);
    const isLast = passes.length === 1 && !moves.length;
    const [skip, gone] = [skipping(lobby), absent(lobby)];
    return redraw(this.actions, [passes, isLast, plays, paused, skip, gone, this.config.game],
      () => [...this.buttons(passes, { isLast, plays, paused }), ...this.votes(skip, gone)]);
  }

  /** @param {import("../shown.js").Choice[]} passes @param {Record<"isLast" | "plays" | "paused", boolean>} offered */
  buttons(passes, { isLast, plays, paused }) {
    const { app } = this;
    const { words } = app;
    const ends = passes.every((it) => it.action.action === "pass");
    return [
      // It keeps its place when there is nothing to end, so that a second press of it meets no other button.
      ((passes.length === 1 && ends) || (plays && this.config.game.startsWith("dice"))) &&
        button(words("page_end_turn"), () => this.end(), { class: isLast ? "primary" : "", title: "e", "aria-disabled": passes.length ? null : "true" }),
      ...(ends ? [] : passes.map((it) => button(actionName(it.action.action), () => this.act(it.action)))),
      plays && button(words(paused ? "page_continue" : "page_pause"), () => app.send({ pause: { wanted: !paused } }), { class: "plain" }),
      plays && button(words("page_resign"), () => confirm(words("page_resign_sure")) && app.send("resign"), { class: "plain" }),
    ];
  }

  /** The buttons of what people ask for together. @param {ReturnType<typeof skipping>} skip @param {ReturnType<typeof absent>} gone */
  votes(skip, gone) {
    const { app } = this;
    const { words, lobby } = app;
    const told = (/** @type {string} */ text, /** @type {{count: number, all: number}} */ { count, all }) => (all < 2 ? text : `${text} (${count}/${all})`);
    return [
      skip && button(told(words("page_skip"), skip), () => app.send({ skip: { wanted: !skip.mine } }), { class: "plain", "aria-pressed": String(skip.mine) }),
      gone && button(told(words("page_bot_now", { name: lobby.seatName(gone.seat, app.botName) }), gone),
        () => app.send({ stand_in: { seat: gone.seat, wanted: !gone.mine } }), { class: "plain", "aria-pressed": String(gone.mine) }),
    ];
  }

  classic() {
    const classic = !this.app.preferences.classic;
    this.app.prefer({ classic });
    this.board?.element.classList.toggle("classic", classic);
    this.app.draw();
  }
}
