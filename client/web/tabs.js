// The tabs of one browser at one server: which of them sits at which table. Called by `main.js` before a seat is taken up. Law kept
// here: nothing is told to another tab but the code of a table, and a browser without such channels goes on without asking.

/** How long other tabs have to answer, in milliseconds. */
const ANSWER_MS_MAX = 200;

export class Tabs {
  /** @param {string} name of the server @param {() => string | null} holds the table at which this tab sits */
  constructor(name, holds) {
    /** Who waits for the answer whether another tab sits at a table. @type {Map<string, () => void>} */
    this.asked = new Map();
    if (typeof BroadcastChannel === "undefined") return;
    this.channel = new BroadcastChannel(`dicehall ${name}`);
    this.channel.onmessage = ({ data: { ask, held } }) => {
      if (ask && ask === holds()) this.channel?.postMessage({ held: ask });
      if (held) this.asked.get(held)?.();
    };
  }

  /** Whether another tab sits at this table. @param {string} lobby @returns {Promise<boolean>} */
  isHeld(lobby) {
    if (!this.channel) return Promise.resolve(false);
    this.channel.postMessage({ ask: lobby });
    return new Promise((done) => {
      const end = (/** @type {boolean} */ isHeld) => { this.asked.delete(lobby); done(isHeld); };
      this.asked.set(lobby, () => end(true));
      setTimeout(() => end(false), ANSWER_MS_MAX);
    });
  }
}
