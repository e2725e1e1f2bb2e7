// What is said over every screen: the state of the connection in a band at the top, warnings and farewells at the bottom. Called by
// `main.js` and `stage.js`. Law kept here: whatever has happened to the connection, there is a way on and a way home.

import { button, h, redraw, tell } from "./elements.js";

/** A connection that is away for so long, in milliseconds, may be away for good; the next attempt says so. */
const AWAY_MS = 20_000;

export class Notice {
  /** @param {import("./main.js").App} app */
  constructor(app) {
    this.app = app;
    // What changes in it every second is read out once.
    this.band = h("div", { class: "band" });
    this.element = h("div", { class: "notice" });
    /** Since when there is no connection, if there is none. @type {number | null} */
    this.since = null;
  }

  /** The state of the connection is another. */
  changed() {
    const { state } = this.app;
    if (state === "outside" || state === "inside") this.since = null;
    else if (state === "broken" && this.since === null) {
      this.since = Date.now();
      tell(this.lost(false));
    }
  }

  /** An answer is late: whoever listens hears so once. @param {number} seconds */
  isLate(seconds) {
    if (seconds && !this.app.late) tell(this.app.words("page_late", { seconds }));
  }

  /** Both parts are made anew only when they say something else: a button that is being pressed must stay. */
  draw() {
    const { state, why, late, held, farewell, warning, lobby, link } = this.app;
    const isAway = this.since !== null && Date.now() - this.since >= AWAY_MS;
    const told = [state, why, late, held, isAway, Boolean(lobby), link.attempts, link.isForbidden, navigator.onLine];
    redraw(this.band, told, () => this.connection(isAway));
    redraw(this.element, [farewell, warning], () => [farewell ? this.parting(farewell) : null, warning ? h("p", { class: "warning" }, warning) : null]);
  }

  /** @param {boolean} isAway for long */
  connection(isAway) {
    const { app } = this;
    const { words, state, why, late, link, held } = app;
    const again = () => button(words("page_try_again"), () => link.open());
    if (link.isForbidden) return banner(words("page_forbidden", { origin: location.origin }));
    if (state === "replaced") return banner(words("page_replaced"), button(words("page_take_over"), () => app.takeOver(), { class: "primary" }), this.wayHome());
    if (state === "closed" && why?.code === "server_banned") return banner(words("page_banned", { message: why.message }));
    if (state === "closed") return banner(words("page_version"), button(words("page_reload"), () => location.reload(), { class: "primary" }));
    if (this.since !== null) return over(banner(this.lost(isAway), isAway ? again() : null, this.wayHome()));
    if (late) return over(banner(words("page_late", { seconds: late }), this.wayHome()));
    if (held && state === "outside") return banner(words("page_held", { code: held }), button(words("page_take_over"), () => app.takeOver(), { class: "primary" }));
    return null;
  }

  /** @param {boolean} isAway for long */
  lost(isAway) {
    const { words, why, link } = this.app;
    if (!navigator.onLine) return words("page_offline");
    if (isAway) return words("page_away_long");
    const told = why ? `${words("page_farewell", why)} ` : "";
    return told + words("page_reconnecting", { attempts: link.attempts });
  }

  /** Home is always near, for whoever is not there. */
  wayHome() {
    const { app } = this;
    return app.lobby ? button(app.words("page_leave"), () => app.leave(), { class: "plain" }) : null;
  }

  /** @param {string} text */
  parting(text) {
    const { app } = this;
    return h("p", { class: "farewell" }, text, " ", button(app.words("page_understood"), () => { app.farewell = ""; app.draw(); }));
  }
}

/** A banner that lies over what is below it. @param {HTMLElement} it */
function over(it) {
  it.classList.add("over");
  return it;
}

/** @param {string} text @param {...(HTMLElement | null)} buttons */
function banner(text, ...buttons) {
  return h("div", { class: "banner" }, h("span", {}, text), buttons);
}
