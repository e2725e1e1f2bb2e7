// Everybody at the table, with what one can do with them at any time, and who was sent away for good. Called by `screens/side.js`. What is refused is refused by the server, and its sentence shown.

import { button, h, mark, redraw } from "../elements.js";
import { Door } from "./door.js";

export class People {
  /** @param {import("../main.js").InLobby} app @param {import("./seats.js").Meet} meet */
  constructor(app, meet) {
    this.app = app;
    this.meet = meet;
    this.door = new Door(app);
    this.list = h("ul", { class: "everybody" });
    this.bans = h("div", {});
    this.element = h("div", { class: "people" }, this.list, this.bans, this.door.element);
    /** The row of each person. @type {Map<number, HTMLElement>} */
    this.rows = new Map();
  }

  draw() {
    const { lobby } = this.app;
    const { players, seats, host, bans = [] } = lobby.view;
    const here = new Set(players.map((it) => it.player));
    for (const [player, row] of this.rows) {
      if (here.has(player)) continue;
      row.remove();
      this.rows.delete(player);
    }
    for (const person of players) {
      const seat = seats.findIndex((it) => it.holder.human?.player === person.player);
      redraw(this.row(person.player), [person, seat, host, lobby.you], () => this.told(person, seat));
    }
    redraw(this.bans, [bans, lobby.isHost], () => (lobby.isHost && bans.length ? this.banned(bans) : null));
    this.door.draw();
  }

  /** @param {number} player */
  row(player) {
    const known = this.rows.get(player);
    if (known) return known;
    const row = h("li", {});
    this.rows.set(player, row);
    this.list.append(row);
    return row;
  }

  /** @param {Wire.PlayerView} person @param {number} seat below 0 for whoever watches */
  told(person, seat) {
    const { lobby, words } = this.app;
    const signs = [person.player === lobby.you && words("page_you"), person.player === lobby.view.host && words("page_host"),
      seat < 0 && words("page_watches"), !person.connected && words("page_away"), person.silenced && words("page_silenced")].filter(Boolean);
    return [seat < 0 ? null : mark(seat), h("span", { class: "who" }, h("bdi", {}, person.name), signs.length ? h("small", {}, ` ${signs.join(" · ")}`) : null),
      button("⋮", () => this.meet({ player: person.player }), { class: "plain dots", "aria-label": words("page_manage_of", { name: person.name }), "aria-haspopup": "dialog" })];
  }

  /** Who is not let in, and the way back. @param {{player: number, name: string}[]} bans */
  banned(bans) {
    const { app } = this;
    const { words } = app;
    const rows = bans.map(({ player, name }) => h("li", {}, h("span", { class: "who" }, h("bdi", {}, name)),
      button(words("page_lift_ban"), () => app.send({ lift_ban: { player } }))));
    return [h("h2", {}, words("page_bans")), h("ul", { class: "everybody" }, rows)];
  }
}
