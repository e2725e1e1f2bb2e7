// A match on the big screen: the board, the dice of the last attack as large as a hand, and how everybody stands. Called by `big_screen.js`.
// Law kept here: the board changes only when the dice lie, and whose turn it is stands at the same place always.

import { h, mark, redraw } from "../elements.js";
import { gameOf } from "../games/index.js";
import { deeds, sentence } from "../log.js";
import { luckOf, winChance } from "../luck.js";
import { door } from "./door.js";
import { RollPanel } from "./roll_panel.js";
import { signed } from "./roll_told.js";
import { faceAt } from "./seat_face.js";

/** So many of the last sentences stand beside a board without dice. */
const LINES_MAX = 7;

export class Playing {
  /** @param {import("./big_screen.js").AtMatch} screen */
  constructor(screen) {
    this.screen = screen;
    /** The match that is shown. @type {Wire.AnyConfig | null} */
    this.begun = null;
    /** @type {import("../games/index.js").Game | undefined} */
    this.game = undefined;
    /** @type {import("../games/index.js").Board | null} */
    this.board = null;
    /** The luck of everybody so far, and the revision of the roll up to which it was counted. @type {import("../luck.js").Luck[]} */
    this.luck = [];
    this.luckTo = "";
    this.turn = h("p", { class: "tv-turn" });
    this.host = h("div", { class: "tv-board", inert: true });
    this.roll = new RollPanel(screen);
    this.lines = h("div", { class: "tv-lines" });
    this.shares = h("div", { class: "bar", "aria-hidden": "true" });
    this.strip = h("ol", { class: "tv-strip" });
    this.door = h("section", { class: "tv-small-door" });
    this.element = h("main", { class: "tv-playing" }, this.turn, this.host, this.roll.element, this.lines, this.shares, this.strip, this.door);
  }

  draw() {
    const { screen } = this;
    const { lobby: { match, view }, onShow, words } = screen;
    if (this.begun !== match.config) this.begin();
    const shown = onShow.board && "standings" in match.view ? { ...match.view, board: onShow.board } : match.view;
    this.drawTurn();
    this.drawBoard(shown);
    const isRolled = match.config.game.startsWith("dice") && this.roll.draw(this.game, match.config);
    this.roll.element.hidden = !isRolled;
    this.lines.hidden = isRolled;
    this.drawLines(shown.to_move);
    this.count();
    this.drawStrip(shown);
    const isOpen = !view.locked && view.seats.some((it) => it.holder === "open");
    redraw(this.door, [view.lobby, isOpen], () => door(screen, view.lobby, words(isOpen ? "tv_take_seat" : "tv_watch_along")));
  }

  /** A match begins: its board is made once. */
  begin() {
    const { lobby: { match, view } } = this.screen;
    this.begun = match.config;
    this.luckTo = "";
    this.game = gameOf(match.config.game, match.layout);
    this.board = this.game?.board(match.config.config, view.seats.length) ?? null;
    this.host.replaceChildren(...(this.board ? [this.board.element] : []));
    this.roll.begin();
  }

  /** The board as it stood at the end. */
  picture() {
    const { lobby: { match, view } } = this.screen;
    const board = gameOf(match.config.game, match.layout)?.board(match.config.config, view.seats.length);
    board?.update({ view: match.view, players: this.players, mine: null, moves: [], source: null, target: null, battle: null, last: null, danger: [] });
    return board?.element ?? null;
  }

  /** Who plays, as boards are told. */
  get players() {
    return this.names.map((name, seat) => ({ seat, name }));
  }

  /** What everybody is called. */
  get names() {
    const { lobby, botName } = this.screen;
    return lobby.view.seats.map((_, seat) => lobby.seatName(seat, botName));
  }

  /** The name of a place. @returns {((place: number) => string) | null} */
  get placeName() {
    const { game, begun } = this;
    return game && begun ? (place) => game.name(begun.config, place) : null;
  }

  drawTurn() {
    const { lobby: { match: { view }, view: { seats } }, words } = this.screen;
    const seat = view.to_move ?? null;
    const round = "round" in view ? words("page_round", { round: view.round }) : "";
    const name = seat === null ? "" : this.names[seat];
    const told = [round, ...this.screen.asides].filter(Boolean).join(" · ");
    redraw(this.turn, [seat, name, told, seats.length], () => [seat !== null && h("b", {}, mark(seat), " ", h("bdi", {}, words("tv_turn", { name }))), h("span", {}, told)]);
  }

  /** @param {import("../games/index.js").View} view */
  drawBoard(view) {
    const { lobby: { battle, last }, onShow } = this.screen;
    const ends = (/** @type {import("../games/index.js").Action | undefined} */ action) => (action === undefined ? null : this.game?.ends(action) ?? null);
    const air = onShow.roll;
    const thrown = air && ends(air.action);
    const move = air && thrown ? { ...thrown, odds: winChance(air.attack.length, air.defense.length) } : null;
    const fought = battle && last?.action.action === battle.action ? ends(battle.action) : null;
    this.board?.update({
      view, players: this.players, mine: null, moves: move ? [move] : [], source: move?.from ?? null, target: move?.to ?? null,
      battle: !move && battle && fought ? { ...battle, ...fought } : null, last: move ? null : ends(last?.action.action), danger: [],
    });
  }

  /** Who moves, large, with what was done last in this match: where no dice are shown. @param {number | null | undefined} seat */
  drawLines(seat) {
    if (this.lines.hidden) return;
    const { lobby, words, botName } = this.screen;
    const where = lobby.where(words, botName);
    const told = deeds(lobby.log).slice(-LINES_MAX).map((it) => sentence(it.event, where));
    redraw(this.lines, [seat, told], () => [typeof seat === "number" && faceAt(this.screen, seat), h("ol", {}, told.map((it) => h("li", {}, it)))]);
  }

  /** Counts everybody's luck anew after a roll. */
  count() {
    const { lobby, fairness: { witness } } = this.screen;
    const to = `${lobby.battle?.revision} ${witness.taken}`;
    if (this.luckTo === to || this.screen.onShow.roll) return;
    this.luckTo = to;
    this.luck = luckOf(witness.steps(), lobby.view.seats.length);
  }

  /** @param {import("../games/index.js").View} view */
  drawStrip(view) {
    const { lobby, words, state } = this.screen;
    const standings = "standings" in view ? view.standings : null;
    const all = standings?.reduce((sum, it) => sum + it.dice, 0) ?? 0;
    const seats = lobby.view.seats.flatMap(({ holder: { human, bot } }, seat) => ((standings ? standings[seat] : human || bot) ? [seat] : []));
    const luck = seats.map((seat) => (this.luck[seat]?.count ? this.luck[seat].won - this.luck[seat].expected : null));
    redraw(this.strip, [seats, standings, luck, view.to_move, this.names, lobby.view.seats.map((it) => [it.holder, it.resigned]), state], () => seats.map((seat, at) => {
      const it = standings?.[seat];
      const isOut = it?.territories === 0 || lobby.view.seats[seat].resigned;
      const figures = it && words(this.begun?.game === "dice-wars" ? "tv_lands" : "tv_group", { count: it.territories, link: it.link });
      const told = isOut ? words(lobby.view.seats[seat].resigned ? "page_resigned" : "page_out") : figures;
      return h("li", { class: [`s${seat}`, seat === view.to_move && "moves", isOut && "out"].filter(Boolean).join(" ") }, faceAt(this.screen, seat),
        h("div", {}, h("b", {}, h("bdi", {}, this.names[seat])), h("p", {}, told), luck[at] !== null && h("p", { class: (luck[at] ?? 0) < 0 ? "minus" : "plus" }, words("tv_luck", { luck: signed(luck[at] ?? 0, 1) }))));
    }));
    this.shares.hidden = !all;
    redraw(this.shares, standings?.map((it) => it.dice) ?? null, () => standings?.flatMap((it, seat) => (it.dice ? [this.part(seat, it.dice, all)] : [])));
  }

  /** A seat's part of the bar of all dice. @param {number} seat @param {number} dice @param {number} all */
  part(seat, dice, all) {
    const percent = Math.round((100 * dice) / all);
    const part = h("span", { class: `s${seat}` }, mark(seat), ` ${percent}%`);
    part.style.flexGrow = String(dice);
    return part;
  }
}
