// The field in which somebody speaks at a table, and what was not read of the talk. Called by `screens/side.js`. Law kept here: what was
// typed stays in its field until the server has taken it.

import { button, h } from "../elements.js";
import { put, say } from "../games/svg.js";
import { spoken } from "../spoken.js";

/** New lines are read out at most so often, in milliseconds. */
const READ_OUT_EVERY_MS = 5_000;

export class Talk {
  /** @param {import("../main.js").InLobby} app @param {() => void} turn shows the talk */
  constructor(app, turn) {
    this.app = app;
    this.turn = turn;
    /** Whether a line is on its way. */
    this.isSent = false;
    /** How many lines were not read, as it was shown last. */
    this.count = 0;
    /** When lines were read out last, and the timer of the next time. */
    this.readOutAt = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    const hint = app.words("page_chat_hint");
    this.why = h("p", { class: "why bad", id: "why_said", hidden: true, role: "alert" });
    this.input = h("input", { maxlength: 280, "aria-label": hint, "aria-describedby": "why_said", placeholder: hint, autocomplete: "off", enterkeyhint: "send",
      value: app.kept.draft(app.lobby.view.lobby), oninput: () => this.typed() });
    this.element = h("form", { class: "speech", onsubmit: (event) => this.submit(event) }, this.input, h("button", { type: "submit" }, app.words("page_send")), this.why);
    /** The number of lines that were not read, on the tab and in the head of the table. */
    this.mark = h("span", { class: "unread", hidden: true });
    this.badge = button("", () => this.open(), { class: "unread-badge", hidden: true });
  }

  /** Shows the talk and puts the cursor into its field. */
  open() {
    this.turn();
    this.element.scrollIntoView({ block: "nearest" });
    this.input.focus();
  }

  typed() {
    this.app.kept.keepDraft(this.app.lobby.view.lobby, this.input.value);
    this.complain("");
  }

  /** @param {string} why */
  complain(why) {
    say(this.why, why);
    this.why.hidden = !why;
  }

  /** @param {Event} event */
  async submit(event) {
    event.preventDefault();
    const { app } = this;
    const line = this.input.value.trim();
    if (!line || this.isSent) return;
    const people = app.lobby.view.players.filter((it) => it.player !== app.lobby.you);
    const { command, fault } = spoken(line, people, app.lobby.whisperer);
    if (!command) return this.complain(app.words("page_not_said", { why: fault }));
    this.isSent = true;
    put(this.element, "aria-busy", "true");
    this.complain("");
    const answer = await app.ask(command);
    this.isSent = false;
    put(this.element, "aria-busy", "false");
    if (answer.type === "rejected") return this.complain(app.refusal(answer));
    if (this.input.value.trim() === line) {
      this.input.value = "";
      this.typed();
    }
    return this.turn();
  }

  /** Marks what was not read, unless the talk is in sight. @param {boolean} isShown */
  draw(isShown) {
    const { lobby, words } = this.app;
    if (isShown && document.visibilityState === "visible") lobby.unread.length = 0;
    const count = lobby.unread.length;
    if (count > this.count) this.readOut();
    this.count = count;
    this.mark.hidden = this.badge.hidden = count === 0;
    say(this.mark, String(count));
    put(this.mark, "aria-label", words("page_unread", { count }));
    say(this.badge, `💬 ${count}`);
    put(this.badge, "aria-label", words("page_unread", { count }));
  }

  /** Says the newest line to whoever listens, or how many there are: at most once in a while. */
  readOut() {
    if (this.timer !== undefined) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.readOutAt = Date.now();
      const { lobby, words } = this.app;
      const newest = lobby?.unread[lobby.unread.length - 1];
      const said = document.getElementById("said");
      if (!newest || !said) return;
      const count = lobby.unread.length;
      said.textContent = `${count > 1 ? `${words("page_unread", { count })}. ` : ""}${newest.name}: ${newest.text}`;
    }, Math.max(0, this.readOutAt + READ_OUT_EVERY_MS - Date.now()));
  }

  stop() {
    clearTimeout(this.timer);
  }
}
