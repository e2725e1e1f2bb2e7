// What this browser keeps between two visits: preferences, seat, dice, and a line that was not said yet. Called by `main.js` and the
// screens. Laws kept here: what belongs to one server is never told to another, also behind one proxy; a browser that keeps
// nothing still plays; and each tab has its own seat, so that a second tab takes nothing from the first.

/** The names under which things are kept; the server's path follows, unless it has none. */
const NAMES = { preferences: "dicehall.preferences", seat: "dicehall.seat", dice: "dicehall.dice", draft: "dicehall.draft", secret: "dicehall.secret" };

/**
 * @typedef {{lobby: string, token: string}} Seat
 * @typedef {Seat & {at?: string}} KeptSeat with the address of the server that gave the token
 * @typedef {{lobby: string, text: string}} Draft of what is said at a table
 */

export class Kept {
  /**
   * @param {URL} server where the page of the server is @param {() => Storage} browser what outlives a tab
   * @param {() => Storage} tab what ends with it; both may throw, where the browser forbids them
   */
  constructor(server, browser = () => localStorage, tab = () => sessionStorage) {
    this.at = server.href;
    this.path = server.pathname === "/" ? "" : server.pathname;
    this.browser = new Shelf(browser);
    this.tab = new Shelf(tab);
  }

  /** @param {keyof typeof NAMES} what */
  key(what) {
    return NAMES[what] + this.path;
  }

  /** @returns {unknown} */
  get preferences() {
    return this.browser.read(this.key("preferences"));
  }

  set preferences(it) {
    this.browser.write(this.key("preferences"), it);
  }

  /** @returns {unknown} */
  get dice() {
    return this.tab.read(this.key("dice"));
  }

  set dice(it) {
    this.tab.write(this.key("dice"), it);
  }

  /** By which the person signs in, with the server it was made for. @returns {unknown} */
  get secret() {
    return this.browser.read(this.key("secret"));
  }

  set secret(it) {
    this.browser.write(this.key("secret"), it);
  }

  /** What is typed at a table and not said yet. @param {string} lobby */
  draft(lobby) {
    const draft = /** @type {Draft | null} */ (this.tab.read(this.key("draft")));
    return draft?.lobby === lobby ? draft.text : "";
  }

  /** @param {string} lobby @param {string} text */
  keepDraft(lobby, text) {
    this.tab.write(this.key("draft"), text ? { lobby, text } : null);
  }

  /** This tab's seat; in a new tab that of the last one. Whoever took this tab's seat over has the token that counts. @returns {Seat | null} */
  get seat() {
    const [mine, last] = [this.tab, this.browser].map((it) => /** @type {KeptSeat | false | null} */ (it.read(this.key("seat"))));
    const known = last && (last.at ?? this.at) === this.at ? last : null;
    if (mine === false) return null;
    const seat = mine && mine.lobby !== known?.lobby ? mine : known;
    return seat && { lobby: seat.lobby, token: seat.token };
  }

  /** Keeps a seat, or with null that this tab has none; that of another tab stays. @param {Seat | null} seat */
  set seat(seat) {
    const key = this.key("seat");
    const mine = /** @type {KeptSeat | false | null} */ (this.tab.read(key));
    const last = /** @type {KeptSeat | null} */ (this.browser.read(key));
    this.tab.write(key, seat ? { ...seat, at: this.at } : false);
    if (seat) this.browser.write(key, { ...seat, at: this.at });
    else if (!mine || mine.lobby === last?.lobby) this.browser.write(key, null);
  }
}

/** What a browser keeps for a page; where it keeps nothing, what this page remembers itself. */
export class Shelf {
  /** @param {() => Storage} storage */
  constructor(storage) {
    this.storage = storage;
    /** @type {Map<string, string>} */
    this.remembered = new Map();
  }

  /** @param {string} key @returns {unknown} */
  read(key) {
    try {
      return JSON.parse(this.storage().getItem(key) ?? "null");
    } catch {
      return JSON.parse(this.remembered.get(key) ?? "null");
    }
  }

  /** Keeps something, or forgets it with null. @param {string} key @param {unknown} value */
  write(key, value) {
    try {
      if (value === null) this.storage().removeItem(key);
      else this.storage().setItem(key, JSON.stringify(value));
    } catch {
      this.remembered.set(key, JSON.stringify(value));
    }
  }
}
