// The seats of a table before a match and after it: who sits where, who is ready, and what the host may change. Called by
// `screens/table.js`. What is refused is refused by the server, and its sentence shown.

import { button, choice, h, mark, redraw } from "../elements.js";
import { LADDER } from "../ladder.js";
import { put, say } from "../games/svg.js";
import { manage } from "./people.js";
import { Settings } from "./settings.js";

export class Seats {
  /** @param {import("../main.js").InLobby} app @param {() => unknown} copy copies the link to this table */
  constructor(app, copy) {
    this.app = app;
    this.link = h("b", {});
    /** How others come, while seats are free. */
    this.invite = h("p", { class: "invite" }, h("span", {}, app.words("page_invite"), " ", this.link), button(app.words("page_copy_link"), copy));
    this.settings = new Settings(app);
    this.list = h("ol", { class: "seats" });
    /** One row for each seat; a row stays while its seat is the same, so that a menu that is open stays open. @type {HTMLElement[]} */
    this.rows = [];
    this.actions = h("div", { class: "row actions" });
    this.watchers = h("p", { class: "quiet" });
    this.element = h("section", { class: "card seating" }, this.list, this.watchers, this.invite, this.actions, this.settings.element);
  }

  draw() {
    const { lobby, games, words } = this.app;
    const [, has] = games.find((it) => it.game === lobby.view.settings.rules.game)?.seats ?? [2, 4];
    const { seats, phase, host } = lobby.view;
    // Since an earlier release somebody may hold a seat that the game does not have.
    const most = Math.max(has, ...seats.map(({ holder }, seat) => (holder.human || holder.bot ? seat + 1 : 0)));
    seats.slice(0, most).forEach((it, seat) => this.drawSeat(it, seat));
    for (const row of this.rows.splice(most)) row.remove();
    const seated = new Set(lobby.view.seats.map((it) => it.holder.human?.player));
    const watching = lobby.view.players.filter((it) => !seated.has(it.player)).map((it) => it.name);
    say(this.watchers, watching.length ? `${words("page_spectators")}: ${watching.join(", ")}` : "");
    say(this.link, this.app.linkTo(lobby.view.lobby));
    this.invite.hidden = phase !== "waiting" || lobby.view.locked || !seats.slice(0, most).some((it) => it.holder === "open");
    redraw(this.actions, [seats.map((it) => it.holder), host, lobby.you, phase], () => this.buttons());
    this.settings.draw();
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
    put(row, "class", human || bot ? "held" : "free");
    const person = human && lobby.view.players.find((it) => it.player === human.player);
    const same = bot ? lobby.view.seats.map((it) => it.holder.bot?.bot === bot.bot) : null;
    redraw(row, [view.holder, person, same, lobby.view.host, lobby.you, lobby.seat, lobby.view.settings.rules.game], () => this.seat(view, seat));
  }

  /** @param {Wire.SeatView} view @param {number} seat */
  seat({ holder }, seat) {
    const { lobby, words } = this.app;
    const { human } = holder;
    const person = human && lobby.view.players.find((it) => it.player === human.player);
    const name = person ? person.name : holder.bot ? lobby.seatName(seat, this.app.botName) : words(holder === "open" ? "page_open_seat" : "page_closed_seat");
    const signs = [
      person?.player === lobby.you && words("page_you"),
      person && person.player === lobby.view.host && words("page_host"),
      holder.human?.ready && words("page_ready"),
      person && !person.connected && words("page_away"),
      person?.silenced && words("page_silenced"),
      holder.bot && words("page_bot"),
    ].filter(Boolean);
    return [mark(seat), h("span", { class: "who" }, h("bdi", {}, name), signs.length ? h("small", {}, ` ${signs.join(" · ")}`) : null),
      this.handles(holder, person, seat)];
  }

  /** What can be done with a seat.
   * @param {Wire.HolderView} holder @param {Wire.PlayerView | undefined} person @param {number} seat */
  handles(holder, person, seat) {
    const { app } = this;
    const { lobby, words } = app;
    const handles = [];
    if (holder === "open" && lobby.seat === null) handles.push(button(words("page_sit"), () => app.send({ take_seat: { seat } }), { class: "primary" }));
    if (person?.player === lobby.you) handles.push(button(words("page_stand"), () => app.send("spectate")));
    if (!lobby.isHost) return handles;
    if (person && person.player !== lobby.you) handles.push(manage(app, person));
    else if (!person) handles.push(this.fill(holder, seat));
    return handles;
  }

  /** A bot for the seat, or nobody. @param {Wire.HolderView} holder @param {number} seat */
  fill(holder, seat) {
    const { app } = this;
    const { lobby, games, words } = app;
    const bots = games.find((it) => it.game === lobby.view.settings.rules.game)?.bots ?? [];
    const options = [["open", words("page_open_seat")], ["closed", words("page_closed_seat")], ...bots.map((it, at) => [it, `${words("page_bot")} ${at + 1} · ${LADDER[at]}`])];
    const pick = (/** @type {string} */ it) => app.send(it === "open" ? { open_seat: { seat } } : it === "closed" ? { close_seat: { seat } } : { seat_bot: { seat, bot: it } });
    return choice("", options, typeof holder === "string" ? holder : holder.bot?.bot ?? "", pick, { "aria-label": words("page_add_bot") });
  }

  buttons() {
    const { app } = this;
    const { lobby, words } = app;
    const own = lobby.seat === null ? null : lobby.view.seats[lobby.seat].holder.human;
    const buttons = [];
    const isOver = lobby.view.phase === "over";
    if (lobby.view.phase === "starting") return h("p", { class: "quiet" }, words("page_sealing"));
    if (own && !lobby.isHost && !isOver) buttons.push(button(words(own.ready ? "page_not_ready" : "page_ready"), () => app.send({ ready: { ready: !own.ready } }), { class: own.ready ? "" : "primary" }));
    if (lobby.isHost) {
      const held = lobby.view.seats.filter((it) => it.holder.human || it.holder.bot).length;
      const ready = lobby.view.seats.every((it) => !it.holder.human || it.holder.human.ready || it.holder.human.player === lobby.you);
      buttons.push(button(words(ready ? "page_start" : "page_start_anyway"), () => app.send({ start: { force: true } }), { class: isOver ? "" : "primary", disabled: held < 2 }));
      if (held < 2) buttons.push(h("span", { class: "quiet why" }, words("page_too_few_play")));
    }
    return buttons;
  }
}
