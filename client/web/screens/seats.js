// The seats of a table before a match and after it: who sits where, who is ready, and for the host a bot for every open seat by one press.
// Called by `screens/table.js`. What is refused is refused by the server, and its sentence shown.

import { button, h, redraw } from "../elements.js";
import { face, head, vacant } from "../games/faces.js";
import { put } from "../games/svg.js";
import { LADDER, rungName } from "../ladder.js";
import { wonBy } from "./evening.js";
import { rating } from "./leaders.js";
import { openMenu } from "./menu.js";
import { Start } from "./start.js";

/** @typedef {(whom: {player?: number, seat?: number | null}) => void} Meet opens what one can do with somebody */

export class Seats {
  /** @param {import("../main.js").InLobby} app @param {Meet} meet @param {() => void} talk shows the talk */
  constructor(app, meet, talk) {
    this.app = app;
    this.meet = meet;
    /** The seats of bots for which another is being chosen. @type {Set<number>} */
    this.choosing = new Set();
    this.list = h("ol", { class: "seats" });
    /** One row for each seat; a row stays while its seat is the same. @type {HTMLElement[]} */
    this.rows = [];
    this.watchers = h("ul", { class: "watchers" });
    this.start = new Start(app, talk);
    this.element = h("section", { class: "seating" }, this.list, this.watchers, this.start.element);
  }

  /** The game that will be played, as far as the page knows it. */
  get game() {
    const { games, lobby } = this.app;
    return games.find((it) => it.game === lobby.view.settings.rules.game);
  }

  draw() {
    const { lobby } = this.app;
    const [, has] = this.game?.seats ?? [2, 4];
    const { seats, players } = lobby.view;
    // Since an earlier release somebody may hold a seat that the game does not have.
    const most = Math.max(has, ...seats.map(({ holder }, seat) => (holder.human || holder.bot ? seat + 1 : 0)));
    seats.slice(0, most).forEach((it, seat) => this.drawSeat(it, seat));
    for (const row of this.rows.splice(most)) row.remove();
    const seated = new Set(seats.map((it) => it.holder.human?.player));
    const watching = players.filter((it) => !seated.has(it.player));
    redraw(this.watchers, [watching, lobby.isHost, lobby.you], () => watching.map((it) => h("li", {}, face(null, it.name),
      h("span", { class: "who" }, h("b", {}, h("bdi", {}, it.name)), this.signs(it), " ", h("small", {}, this.app.words("page_watches"))), this.dots(it))));
    this.start.draw();
  }

  /** @param {Wire.SeatView} view @param {number} seat */
  drawSeat(view, seat) {
    const { lobby } = this.app;
    const row = this.rows[seat] ?? h("li", {});
    if (!this.rows[seat]) {
      this.rows[seat] = row;
      this.list.append(row);
    }
    const { human, bot } = view.holder;
    if (!bot) this.choosing.delete(seat);
    put(row, "class", `s${seat} ${human || bot ? "held" : "free"}`);
    const person = human && lobby.view.players.find((it) => it.player === human.player);
    const same = bot ? lobby.view.seats.map((it) => it.holder.bot?.bot === bot.bot) : null;
    const told = [view.holder, person, same, lobby.view.host, lobby.you, lobby.seat, this.game?.game, this.choosing.has(seat), lobby.reactionAt(seat), person && wonBy(lobby, person.name), view.rating];
    redraw(row, told, () => this.seat(view, person, seat));
  }

  /** @param {Wire.SeatView} view @param {Wire.PlayerView | undefined} person @param {number} seat */
  seat({ holder, rating: rated }, person, seat) {
    const { lobby, words, botName } = this.app;
    const reaction = lobby.reactionAt(seat);
    const shown = reaction ? h("span", { class: "reaction" }, reaction) : null;
    if (person) {
      const won = wonBy(lobby, person.name);
      const isReady = holder.human?.ready;
      // A host who starts is ready.
      const told = isReady || person.player !== lobby.view.host ? words(isReady ? "page_is_ready" : "page_is_not_ready") : "";
      const state = [rated && rating(rated), !person.connected && words("page_away"), won !== undefined && words("page_has_won", { count: won })].filter(Boolean).join(" · ");
      return [face(seat, person.name), h("span", { class: "who" }, h("b", {}, h("bdi", {}, person.name)), shown, this.signs(person), h("span", { class: "state" },
        h("span", { class: isReady ? "good" : "quiet" }, told), state && h("small", {}, `${told && " · "}${state}`))), this.dots(person)];
    }
    const name = holder.bot ? lobby.seatName(seat, botName) : words(holder === "open" ? "page_open_seat" : "page_closed_seat");
    const about = words(holder.bot ? "page_bot" : holder === "open" ? (lobby.isHost ? "page_open_told" : "page_open_told_guest") : "page_closed_told");
    return [holder.bot ? head(this.rung(holder.bot.bot), seat) : vacant(seat), h("span", { class: "who" }, h("b", {}, name), shown, h("small", { class: "state" }, rated ? `${about} · ${rating(rated)}` : about)), ...this.handles(holder, seat)];
  }

  /** The name of the rung on which a bot stands; "" if it stands on none. @param {string} bot */
  rung(bot) {
    return LADDER[this.game?.bots.indexOf(bot) ?? -1] ?? "";
  }

  /** What somebody is besides. @param {Wire.PlayerView} person */
  signs(person) {
    const { lobby, words } = this.app;
    const signs = [person.player === lobby.you && words("page_you"), person.player === lobby.view.host && words("page_host"), person.silenced && words("page_silenced")].filter(Boolean);
    return signs.length ? h("small", {}, ` ${signs.join(" · ")}`) : null;
  }

  /** To stand up oneself, or what one can do with another. @param {Wire.PlayerView} person */
  dots({ player, name }) {
    const { app } = this;
    const { lobby, words } = app;
    if (player === lobby.you) return lobby.seat === null ? null : button(words("page_stand"), () => app.send("spectate"));
    return button("⋮", () => this.meet({ player }), { class: "plain dots", "aria-label": words("page_manage_of", { name }), "aria-haspopup": "dialog" });
  }

  /** What can be done with a seat on which no person sits. @param {Wire.HolderView} holder @param {number} seat */
  handles(holder, seat) {
    const { app } = this;
    const { lobby, words } = app;
    const number = { seat: seat + 1 };
    const sit = holder === "open" && button(words("page_sit_here"), () => app.send({ take_seat: { seat } }), { "aria-label": words("page_sit_at", number) });
    if (!lobby.isHost) return [sit];
    if (holder === "closed") return [button(words("page_open_it"), () => app.send({ open_seat: { seat } }))];
    if (!holder.bot) return [sit, this.heads(seat)];
    const isChoosing = this.choosing.has(seat);
    const change = () => {
      if (!this.choosing.delete(seat)) this.choosing.add(seat);
      app.draw();
    };
    return [button(words("page_change"), change, { "aria-expanded": String(isChoosing), "data-name": `change ${seat}` }),
      button("×", () => app.send({ open_seat: { seat } }), { class: "plain", "aria-label": words("page_free_seat", { name: lobby.seatName(seat, app.botName) }) }), isChoosing && this.heads(seat)];
  }

  /** The bots of the ladder, each by one press, and the others behind it. @param {number} seat */
  heads(seat) {
    const { app, game } = this;
    const { words } = app;
    const place = (/** @type {string} */ bot) => {
      this.choosing.delete(seat);
      return app.send({ seat_bot: { seat, bot } });
    };
    const rows = () => [...(game?.more ?? []).map((bot) => ({ name: bot, about: words("page_bot"), go: () => place(bot) })),
      { name: words("page_close_seat"), about: words("page_closed_told"), go: () => app.send({ close_seat: { seat } }) }];
    const name = words("page_seat_number", { seat: seat + 1 });
    return h("div", { class: "heads", role: "group", "aria-label": words("page_bot_for", { seat: seat + 1 }) },
      (game?.bots ?? []).map((bot, at) => button([head(LADDER[at]), h("span", {}, rungName(words, at))], () => place(bot), { class: "head", "data-name": `${seat} ${LADDER[at]}` })),
      button("⋯", () => openMenu(words, name, rows()), { class: "plain", "aria-label": words("page_more_of", { seat: seat + 1 }), "aria-haspopup": "dialog" }));
  }
}
