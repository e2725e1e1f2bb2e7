// What the host chooses for the matches of a table: game, size, clock, pace, password, lock. Called by `screens/seats.js`; everybody
// else reads what is chosen.

import { choice, h, show } from "../elements.js";
import { Door } from "./door.js";

/** The clocks that the page offers; whatever else the host of a terminal chose is shown as it is. */
const CLOCKS = ["off", "30s/action", "1m/action", "2m/turn", "5m+10s"];
/** How long the table looks at each action of a bot, in milliseconds. */
const PACES = ["0", "200", "450", "700", "1500"];

/** The maps of Dice Wars that the page offers. @type {Extract<Wire.MapChoice, string>[]} */
const MAPS = ["drawn", "atoll", "isthmus", "crescent", "lakeland", "heartland"];

export class Settings {
  /** @param {import("../main.js").InLobby} app */
  constructor(app) {
    this.app = app;
    /** What is shown. */
    this.told = "";
    this.fields = h("div", { class: "fields" });
    this.door = new Door(app);
    this.element = h("details", { class: "settings" }, h("summary", {}, app.words("page_settings")), this.fields, this.door.element);
  }

  draw() {
    const { lobby } = this.app;
    this.door.draw();
    const told = JSON.stringify([lobby.view.settings, lobby.isHost, lobby.hints]);
    if (told === this.told) return;
    this.told = told;
    show(this.fields, lobby.isHost ? this.chosen() : this.read());
  }

  /** @param {Partial<Wire.Settings>} what */
  change(what) {
    this.app.send({ change_settings: { settings: { ...this.app.lobby.view.settings, ...what } } });
  }

  chosen() {
    const { app } = this;
    const { games, lobby, words } = app;
    const { rules, clock = "off", bot_pace_ms: pace } = lobby.view.settings;
    const named = games.map((it) => [it.game, words(`page_game_${it.game.replaceAll("-", "_")}`)]);
    const same = (/** @type {string[]} */ list, /** @type {string | number} */ value) =>
      [...new Set([...list, String(value)])].map((it) => [it, it === "off" ? words("page_clock_off") : it]);
    return [
      choice(words("page_game"), named, rules.game, (it) => this.change({ rules: games.find((game) => game.game === it)?.rules ?? rules })),
      ...this.switches(rules),
      choice(words("page_clock"), same(CLOCKS, clock), clock, (it) => this.change({ clock: it })),
      choice(words("page_hints"), [["no", words("page_hints_no")], ["yes", words("page_hints_yes")]], lobby.hints ? "yes" : "no",
        (it) => app.send({ allow_hints: { allowed: it === "yes" } })),
      choice(words("page_pace"), same(PACES, pace), String(pace), (it) => this.change({ bot_pace_ms: Number(it) })),
    ];
  }

  /** The switches of a game that the page offers: sizes, and the map where there is one. @param {Wire.AnyRules} all */
  switches(all) {
    const { words } = this.app;
    const numbers = (/** @type {number} */ from, /** @type {number} */ to) => Array.from({ length: to - from + 1 }, (_, at) => [String(from + at), String(from + at)]);
    if (all.game === "dice-of-doom") {
      const { game, rules } = all;
      const set = (/** @type {Partial<Wire.Rules>} */ what) => this.change({ rules: { game, rules: { ...rules, ...what } } });
      return [choice(words("page_size"), numbers(2, 8), String(rules.size), (it) => set({ size: Number(it) })),
        choice(words("page_max_dice"), numbers(2, 9), String(rules.max_dice), (it) => set({ max_dice: Number(it) }))];
    }
    if (all.game === "dice-wars") {
      const { game, rules } = all;
      const maps = MAPS.map((it) => [it, it === "drawn" ? words("page_map_drawn") : it]);
      const map = typeof rules.map === "string" ? rules.map : "drawn";
      const set = (/** @type {string} */ it) => this.change({ rules: { game, rules: { ...rules, map: MAPS.find((name) => name === it) } } });
      return [choice(words("page_map"), maps, map, set)];
    }
    return [];
  }

  read() {
    const { lobby, words } = this.app;
    const { rules, clock = "off" } = lobby.view.settings;
    const told = Object.entries(rules.rules).filter(([, it]) => typeof it !== "object").map(([name, it]) => `${name} ${it}`);
    return h("p", { class: "quiet" }, [words(`page_game_${rules.game.replaceAll("-", "_")}`), ...told, `${words("page_clock")} ${clock}`].join(" · "));
  }
}
