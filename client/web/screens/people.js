// Everybody at the table, with what the host may do with them at any time: send away, silence, hand over, and let in again who was
// sent away for good. Called by `screens/side.js`. What is refused is refused by the server, and its sentence shown.

import { button, choice, h, mark, redraw } from "../elements.js";
import { Door } from "./door.js";

export class People {
  /** @param {import("../main.js").InLobby} app */
  constructor(app) {
    this.app = app;
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
      lobby.isHost && person.player !== lobby.you ? manage(this.app, person) : null];
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

/** What a host may do with somebody. @param {import("../main.js").InLobby} app @param {Wire.PlayerView} person */
export function manage(app, { player, name, silenced }) {
  const { words } = app;
  const options = [["", "⋯"], ["kick", words("page_kick")], ["ban", words("page_ban")], ["silence", words(silenced ? "page_unsilence" : "page_silence")], ["hand_over_host", words("page_make_host")]];
  /** @type {Record<string, Wire.ClientCommand>} */
  const commands = { kick: { kick: { player } }, ban: { ban: { player } }, silence: { silence: { player, silenced: !silenced } }, hand_over_host: { hand_over_host: { player } } };
  const pick = (/** @type {string} */ it) => it && (it !== "ban" || confirm(words("page_ban_sure", { name }))) && app.send(commands[it]);
  const menu = choice("", options, "", async (it) => {
    await pick(it);
    const select = menu.querySelector("select");
    if (select) select.value = "";
  }, { "aria-label": words("page_manage_of", { name }), class: "narrow" });
  return menu;
}
