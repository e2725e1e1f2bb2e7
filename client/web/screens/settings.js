// What the host chooses for the matches of a table: game, size, clock, pace, password, lock. Called by `screens/about.js`, where
// everybody else reads what is chosen.

import { choice, h, show } from "../elements.js";
import { titleOf } from "../words.js";
import { Door } from "./door.js";
import { clockWords, paceWords, plainValue, ruleName, ruleWords } from "./rule_words.js";

/** The clocks that the page offers; whatever else the host of a terminal chose is shown as it is. */
const CLOCKS = ["off", "30s/action", "1m/action", "2m/turn", "5m+10s"];
/** How long the table looks at each action of a bot, in milliseconds. */
const PACES = ["0", "75", "150", "300", "600"];

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
    this.element.hidden = !lobby.isHost;
    if (!lobby.isHost) return;
    this.door.draw();
    const told = JSON.stringify([lobby.view.settings, lobby.hints]);
    if (told === this.told) return;
    this.told = told;
    show(this.fields, this.chosen());
  }

  /** @param {Partial<Wire.Settings>} what */
  change(what) {
    this.app.send({ change_settings: { settings: { ...this.app.lobby.view.settings, ...what } } });
  }

  chosen() {
    const { app } = this;
    const { games, lobby, words } = app;
    const { rules, clock = "off", bot_pace_ms: pace } = lobby.view.settings;
    const named = games.map((it) => [it.game, titleOf(app, it.game)]);
    const same = (/** @type {string[]} */ list, /** @type {string | number} */ value, /** @type {(value: string) => string} */ told) =>
      [...new Set([...list, String(value)])].map((it) => [it, told(it)]);
    return [
      choice(words("page_game"), named, rules.game, (it) => this.change({ rules: games.find((game) => game.game === it)?.rules ?? rules })),
      ...this.switches(rules),
      choice(words("page_clock"), same(CLOCKS, clock, (it) => clockWords(app, it)), clock, (it) => this.change({ clock: it })),
      choice(words("page_hints"), [["no", words("page_hints_no")], ["yes", words("page_hints_yes")]], lobby.hints ? "yes" : "no",
        (it) => app.send({ allow_hints: { allowed: it === "yes" } })),
      choice(words("page_pace"), same(PACES, pace, (it) => paceWords(app, it)), String(pace), (it) => this.change({ bot_pace_ms: Number(it) })),
    ];
  }

  /** The switches of the game, but those that set others. @param {Wire.AnyRules} all */
  switches(all) {
    const { app } = this;
    const rules = /** @type {Record<string, unknown>} */ (all.rules);
    const own = app.games.find((it) => it.game === all.game)?.switches ?? [];
    return own.filter(([name]) => name in rules).map(([name, values]) => {
      const value = rules[name];
      const now = plainValue(value);
      const named = [...new Set([...values, now])].map((it) => [it, /^[1-9]\d*$/.test(it) && name !== "map" ? it : ruleWords(app, name, it)]);
      // A map is chosen by its name or by its number.
      const typed = (/** @type {string} */ it) => (typeof value === "number" || name === "map" ? Number(it) : NaN);
      const set = (/** @type {string} */ it) => ({ ...all, rules: { ...rules, [name]: Number.isNaN(typed(it)) ? it : typed(it) } });
      return choice(ruleName(app, name), named, now, (it) => this.change({ rules: /** @type {Wire.AnyRules} */ (set(it)) }));
    });
  }
}
