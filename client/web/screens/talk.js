// The field in which somebody speaks at a table, and what was not read of the talk. Called by `screens/side.js`. Law kept here: what was
// typed stays in its field until the server has taken it.

import { button, h } from "../elements.js";
import { put, say } from "../games/svg.js";
import { spoken } from "../spoken.js";

/** Short lines that are said by one press, each with its word in the catalogue, and signs that need none. */
const PHRASES = ["page_phrase_luck", "page_phrase_roll", "page_phrase_ouch", "page_phrase_played", "page_phrase_moment"];
const SIGNS = ["👍", "👏", "😂", "😱", "🔥", "🎲"];
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
    document.addEventListener("scrollend", this.onscroll);
    const hint = app.words("page_chat_hint");
    this.why = h("p", { class: "why bad", id: "why_said", hidden: true, role: "alert" });
    this.input = h("input", { maxlength: 280, "aria-label": hint, "aria-describedby": "why_said", placeholder: hint, autocomplete: "off", enterkeyhint: "send",
      value: app.kept.draft(app.lobby.view.lobby), oninput: () => this.typed() });
    this.element = h("form", { class: "speech", onsubmit: (event) => this.submit(event) }, this.input, h("button", { type: "submit" }, app.words("page_send")), this.phrases(), this.why);
    /** The number of lines that were not read, on the tab and in the head of the table. */
    this.mark = h("span", { class: "unread", hidden: true });
    this.badge = button("", () => this.open(), { class: "unread-badge", hidden: true });
  }

  onscroll = () => { if (this.count) this.app.draw(); };

  /** A button for each phrase and each sign. */
  phrases() {
    const { app } = this;
    const phrase = (/** @type {string} */ text) => button(text, () => this.send({ chat: { text } }), { class: "phrase" });
    return h("div", { class: "phrases", role: "group", "aria-label": app.words("page_phrases") }, PHRASES.map((it) => phrase(app.words(it))), SIGNS.map(phrase));
  }

  /** Begins a whisper. @param {string} name of whom */
  whisperTo(name) {
    this.input.value = `:w ${name} `;
    this.typed();
    this.open();
  }

  /** Shows the talk and puts the cursor into its field. */
  open() {
    this.turn();
    this.element.hidden = false;
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
    const isSaid = await this.send(command);
    if (isSaid && this.input.value.trim() === line) {
      this.input.value = "";
      this.typed();
    }
    return undefined;
  }

  /** Tells whether the server has taken it; if not, why not. @param {Wire.ClientCommand} command */
  async send(command) {
    const { app } = this;
    if (this.isSent) return false;
    this.isSent = true;
    put(this.element, "aria-busy", "true");
    this.complain("");
    const answer = await app.ask(command);
    this.isSent = false;
    put(this.element, "aria-busy", "false");
    if (answer.type === "rejected") this.complain(app.refusal(answer));
    else this.turn();
    return answer.type !== "rejected";
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
    document.removeEventListener("scrollend", this.onscroll);
    clearTimeout(this.timer);
  }
}
