// What will be played at a table: a picture of the board, the rules in words, the settings for the host, and how the evening stands. Called
// by `screens/table.js`.

import { button, h, redraw } from "../elements.js";
import { titleOf } from "../words.js";
import { evening } from "./evening.js";
import { openLeaders, outlook } from "./leaders.js";
import { rulesOf, rulesTold } from "./rule_words.js";
import { previewOf } from "./samples.js";
import { Settings } from "./settings.js";

export class About {
  /** @param {import("../main.js").InLobby} app */
  constructor(app) {
    this.app = app;
    this.picture = h("div", { class: "picture", inert: true });
    this.title = h("h2", {});
    this.rules = h("p", { class: "quiet" });
    this.settings = new Settings(app);
    this.evening = h("div", { class: "evening" });
    this.element = h("section", { class: "card about-table" }, this.picture, h("div", { class: "played" }, this.title, this.rules), this.settings.element, this.evening);
  }

  /** @param {boolean} isBefore whether no board is shown beside it */
  draw(isBefore) {
    const { app } = this;
    const { lobby } = app;
    const { rules } = lobby.view.settings;
    this.picture.hidden = !isBefore;
    if (isBefore) redraw(this.picture, [rules, lobby.view.seats.length], () => previewOf(app)?.element);
    redraw(this.title, rules.game, () => titleOf(app, rules.game));
    const rated = outlook(app);
    const told = [...rulesTold(app), rated].filter(Boolean);
    redraw(this.rules, told, () => [told.join(" · "), rated && [" ", button(app.words("page_leaders", { month: "false" }), () => openLeaders(app), { class: "plain", "aria-haspopup": "dialog" })]]);
    this.settings.draw();
    redraw(this.evening, [lobby.evening, lobby.view.seats.map((it) => it.holder.human?.player), rules, isBefore], () => evening(app) ??
      (isBefore && h("ol", { class: "rules" }, rulesOf(app, rules.game).map((it) => h("li", {}, it)))));
  }
}
