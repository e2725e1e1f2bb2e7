// What this page does for fair dice: it gives a share, records what it saw, and tells the verdict at the end. Called by `main.js` with every
// message. Law kept here: what must outlive a reload is kept before anything is said.

import { Sharer } from "./fair/shares.js";
import { Witness } from "./fair/witness.js";

/** @typedef {{sharer: string, witness: string}} Kept each as `JSON.stringify` made it */

export class Fairness {
  /** @param {Kept | null} kept what was kept before a reload @param {(kept: Kept) => void} keep */
  constructor(kept, keep) {
    this.keep = keep;
    this.sharer = Sharer.fromJSON(kept?.sharer ?? null);
    this.witness = Witness.fromJSON(kept?.witness ?? null);
    /** Whether the dice of the last match were honest, once it is over. @type {import("./fair/witness.js").Verdict | null} */
    this.verdict = null;
    addEventListener("pagehide", () => this.save());
  }

  /** Takes in a message; the command that the dice wait for, if they wait for this page. @param {Wire.ServerMessage} message */
  heard(message) {
    if (message.type === "welcome") this.sharer.begin();
    if (message.events?.includes("match_called")) this.verdict = null;
    const command = this.sharer.heard(message);
    this.verdict = this.witness.heard(message, this.sharer.given) ?? this.verdict;
    if (command) this.save();
    return command;
  }

  /** The commitment that goes along with a command, if one does. @param {Wire.ClientCommand} command */
  commits(command) {
    const commits = this.sharer.commits(command);
    if (commits) this.save();
    return commits;
  }

  /** Takes in a piece of the past; the revision before which more is wanted, or null. @param {Wire.History} history */
  past(history) {
    this.verdict = this.witness.past(history, this.sharer.given) ?? this.verdict;
    return this.witness.wants();
  }

  save() {
    this.keep({ sharer: JSON.stringify(this.sharer), witness: JSON.stringify(this.witness) });
  }
}
