// The table before a match and between two: how telephones come to it, who sits there, how the evening stands, and how the last match went.
// Called by `big_screen.js`. Law kept here: whoever is waited for is asked kindly, and no talk is shown.

import { h, redraw } from "../elements.js";
import { vacant } from "../games/faces.js";
import { evening } from "../screens/evening.js";
import { rating } from "../screens/leaders.js";
import { rulesOf, rulesTold } from "../screens/rule_words.js";
import { titleOf } from "../words.js";
import { door } from "./door.js";
import { faceAt } from "./seat_face.js";

/** So many rules of the table are told: size, dice and rounds come first. */
const RULES_MAX = 3;

export class Gathering {
  /** @param {import("./big_screen.js").AtTable} screen */
  constructor(screen) {
    this.screen = screen;
    this.head = h("header", { class: "tv-head" });
    this.door = h("section", { class: "tv-door" });
    this.seats = h("section", { class: "tv-seats" });
    this.evening = h("section", { class: "tv-evening" });
    this.element = h("main", { class: "tv-gathering" }, this.head, this.door, this.seats, this.evening);
    // The time of day is shown, so it has to go on while nobody does anything.
    setInterval(() => this.screen.draw(), 10_000);
  }

  draw() {
    const { screen } = this;
    const { lobby, words } = screen;
    const { view } = lobby;
    const isOpen = !view.locked && this.held.length < this.most;
    this.drawHead();
    redraw(this.door, [view.lobby, isOpen], () => door(screen, view.lobby, words(isOpen ? "tv_take_seat" : "tv_watch_along")));
    redraw(this.seats, [view.seats, view.players, view.phase, view.host, lobby.game], () => [h("h2", {}, words(view.phase === "starting" ? "page_sealing" : "tv_at_table")),
      h("ol", {}, view.seats.slice(0, this.most).map((it, seat) => this.seat(it, seat)))]);
    const { told } = screen.parts.ending;
    redraw(this.evening, [lobby.evening, told?.key, view.settings.rules, view.seats.map((it) => it.holder.human?.player)], () => [evening(screen) ?? [h("h2", {}, titleOf(screen, view.settings.rules.game)), h("ol", { class: "rules" }, rulesOf(screen, view.settings.rules.game).map((it) => h("li", {}, it)))], told && h("div", { class: "card" }, h("h3", {}, words("tv_last_match")), told.card())]);
  }

  /** How many seats the chosen game has. */
  get most() {
    const { games, lobby } = this.screen;
    return Math.max(games.find((it) => it.game === lobby.view.settings.rules.game)?.seats[1] ?? 4, ...this.held.map((it) => it + 1));
  }

  /** The seats that somebody holds. */
  get held() {
    return this.screen.lobby.view.seats.flatMap(({ holder: { human, bot } }, seat) => (human || bot ? [seat] : []));
  }

  drawHead() {
    const { screen } = this;
    const { lobby, words, language } = screen;
    const { view } = lobby;
    const rules = [titleOf(screen, view.settings.rules.game), ...rulesTold(screen).slice(0, RULES_MAX)].join(" · ");
    const seated = new Set(view.seats.map((it) => it.holder.human?.player));
    const watching = view.players.filter((it) => it.connected && !seated.has(it.player) && it.player !== lobby.you).length;
    const time = new Date().toLocaleTimeString(language, { timeStyle: "short" });
    const so = watching ? words("tv_watching", { count: watching }) : "";
    redraw(this.head, [view.title, rules, time, so], () => [h("div", {}, h("h1", {}, h("bdi", {}, view.title)), h("p", { class: "quiet" }, words("tv_next_game", { game: rules }))),
      h("div", { class: "tv-time" }, h("b", {}, time), h("p", { class: "quiet" }, so))]);
  }

  /** @param {Wire.SeatView} view @param {number} seat */
  seat({ holder, rating: rated }, seat) {
    const { screen } = this;
    const { lobby, words } = screen;
    const { human, bot } = holder;
    if (!human && !bot) return h("li", { class: `s${seat} free` }, vacant(seat), h("div", {}, h("b", {}, words(holder === "open" ? "page_open_seat" : "page_closed_seat")), h("p", {}, holder === "open" && words("tv_scan"))));
    const name = lobby.seatName(seat, screen.botName);
    const isReady = Boolean(bot || human?.ready);
    return h("li", { class: `s${seat}` }, faceAt(screen, seat),
      h("div", {}, h("b", {}, h("bdi", {}, name), rated && h("small", { class: "quiet" }, ` ${rating(rated)}`)), h("p", { class: human?.ready ? "good" : "" }, bot ? words("page_bot") : this.stateOf(human?.player ?? -1, isReady))),
      isReady && human && h("span", { class: "tv-check", "aria-hidden": "true" }, "✓"));
  }

  /** What a person is at, in words. @param {number} player @param {boolean} isReady */
  stateOf(player, isReady) {
    const { lobby: { view }, words } = this.screen;
    const person = view.players.find((it) => it.player === player);
    if (person && !person.connected) return words("page_away");
    if (isReady) return words("page_is_ready");
    return words(player === view.host ? "page_host" : "tv_waits");
  }
}
