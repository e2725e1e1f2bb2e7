// The first screen: a name, a match against bots, a table of one's own, and the tables that there are. Called by `main.js`.

import { button, choice, h, redraw, show } from "../elements.js";
import { LADDER } from "../ladder.js";
import { requestKey } from "../link.js";
import { wear } from "../theme.js";

/** The largest file of a match that is read, in bytes; a long match has a tenth of a megabyte. */
const FILE_BYTES_MAX = 16 * 1024 * 1024;

/** How often the list of tables is asked for, in milliseconds. */
const LIST_EVERY_MS = 3_000;

export class Home {
  /** @param {import("../main.js").App} app */
  constructor(app) {
    this.app = app;
    /** The tables of this server, once they are known. @type {Wire.LobbyLine[] | null} */
    this.lobbies = null;
    /** In which state this was drawn last. */
    this.drawn = "";
    /** @type {{input: HTMLInputElement, label: HTMLElement}} */
    this.name = this.field("page_name", { value: app.preferences.name, placeholder: app.guest, maxlength: 24, autocomplete: "nickname",
      onchange: () => app.rename(this.name.input.value.trim()) });
    this.code = this.field("page_join_code", { maxlength: 5, autocapitalize: "characters", autocomplete: "off", spellcheck: "false" });
    // The field for a table's password is there once one is asked for.
    this.password = this.field("page_password", { type: "password", autocomplete: "off" });
    this.password.label.hidden = true;
    this.bots = h("div", { class: "row" });
    this.list = h("ul", { class: "lobbies" });
    this.element = h("main", { class: "home" }, h("h1", {}, "Dicehall"), this.playing(), this.joining(), h("section", { class: "card" },
      h("h2", {}, app.words("page_lobbies")), this.list), this.replaying(), this.looks());
    this.every = setInterval(() => this.ask(), LIST_EVERY_MS);
  }

  /** The language, and light or dark. */
  looks() {
    const { app } = this;
    const languages = [["en", "English"], ["ja", "日本語"], ["zh", "中文"]];
    const language = choice(app.words("page_language"), languages, app.language, (it) => { app.prefer({ language: it }); location.reload(); });
    const themes = [["", app.words("page_theme_auto")], ["light", app.words("page_theme_light")], ["dark", app.words("page_theme_dark")]];
    const theme = choice(app.words("page_theme"), themes, app.preferences.theme, (it) => { app.prefer({ theme: it }); wear(it); });
    return h("footer", { class: "row" }, language, theme);
  }

  playing() {
    const { app } = this;
    return h("section", { class: "card play" }, this.name.label, this.bots, h("div", { class: "row" },
      button(app.words("page_play_bots"), () => this.play(), { class: "primary" }),
      button(app.words("page_open_table"), () => this.open())));
  }

  joining() {
    const { app } = this;
    const go = (/** @type {Event} */ event) => { event.preventDefault(); app.join(this.code.input.value.trim()); };
    return h("form", { class: "card join", onsubmit: go }, this.code.label, h("button", { type: "submit" }, app.words("page_join")), this.password.label);
  }

  /** Opens the file of a match, which may also be dropped anywhere on the screen. */
  replaying() {
    const { words } = this.app;
    /** @type {HTMLInputElement} */
    const file = h("input", { type: "file", accept: ".jsonl,.json,application/json", onchange: () => this.read(file.files?.[0]) });
    document.addEventListener("dragover", this.ondrag);
    document.addEventListener("drop", this.ondrop);
    return h("section", { class: "card" }, h("h2", {}, words("page_replay")), h("label", { class: "field" }, h("span", {}, words("page_replay_open")), file));
  }

  ondrag = (/** @type {Event} */ event) => event.preventDefault();

  ondrop = (/** @type {DragEvent} */ event) => {
    event.preventDefault();
    this.read(event.dataTransfer?.files[0]);
  };

  /** Reads a file and shows the match. @param {File} [file] */
  async read(file) {
    if (!file || !this.element.isConnected) return;
    if (file.size > FILE_BYTES_MAX) this.app.warn(this.app.words("page_replay_bad"));
    else await this.app.replay(await file.text());
  }

  /** Another screen is shown. */
  stop() {
    clearInterval(this.every);
    document.removeEventListener("dragover", this.ondrag);
    document.removeEventListener("drop", this.ondrop);
  }

  /** @param {string} word @param {Record<string, import("../elements.js").Prop>} props */
  field(word, props) {
    const input = h("input", props);
    return { input, label: h("label", { class: "field" }, h("span", {}, this.app.words(word)), input) };
  }

  async ask() {
    if (!this.element.isConnected) return this.stop();
    if (this.app.state !== "outside" || document.visibilityState === "hidden") return;
    const answer = await this.app.link.send("list_lobbies");
    if (answer.reply?.lobbies) { this.lobbies = answer.reply.lobbies; this.app.draw(); }
  }

  draw() {
    const { app } = this;
    if (this.drawn !== app.state && app.state === "outside") this.ask();
    this.drawn = app.state;
    const games = app.games.map((it) => [it.game, app.words(`page_game_${it.game.replaceAll("-", "_")}`)]);
    const levels = LADDER.map((it, at) => [String(at + 1), `${at + 1} · ${it}`]);
    const { game, level } = app.preferences;
    if (!this.bots.firstChild) {
      show(this.bots, choice(app.words("page_game"), games, game, (it) => app.prefer({ game: it })),
        choice(app.words("page_level"), levels, String(level), (it) => app.prefer({ level: Number(it) })));
    }
    redraw(this.list, this.lobbies, () => {
      if (this.lobbies?.length) return this.lobbies.map((it) => this.row(it));
      return h("li", { class: "quiet" }, app.words(this.lobbies ? "page_no_lobbies" : "page_connecting"));
    });
  }

  /** @param {Wire.LobbyLine} lobby */
  row(lobby) {
    const { words, games } = this.app;
    // Servers of earlier releases count four seats whatever is played; in a game for two no more than two are used.
    const [, most] = games.find((it) => it.game === lobby.game)?.seats ?? [2, 4];
    const open = Math.max(0, Math.min(lobby.open, most - lobby.humans - lobby.bots));
    const signs = [lobby.has_password && "🔒", lobby.locked && words("page_locked")].filter(Boolean).join(" ");
    const label = open && lobby.phase !== "playing" ? words("page_join") : words("page_watch");
    const game = words(`page_game_${lobby.game.replaceAll("-", "_")}`);
    const told = [game, words("page_people", { count: lobby.humans }), lobby.bots && words("page_bots", { count: lobby.bots }),
      words("page_open_seats", { count: open }), lobby.lobby, signs].filter(Boolean).join(" · ");
    return h("li", {}, h("span", { class: "title" }, lobby.title, " ", h("small", {}, told)),
      button(label, () => { this.code.input.value = lobby.lobby; this.app.join(lobby.lobby); }, { disabled: lobby.locked }));
  }

  /** Comes into a lobby; asks for its password if it has one. @param {string} code */
  async join(code) {
    const { app } = this;
    const password = this.password.input.value || undefined;
    const inside = app.inside();
    const answer = await app.send({ join_lobby: { lobby: code, key: requestKey(), ...(password ? { password } : {}) } });
    if (answer.code === "wrong_password") {
      this.code.input.value = code;
      this.password.label.hidden = false;
      this.password.input.focus();
    }
    const joined = answer.reply?.joined;
    if (!joined) return;
    app.address(joined.lobby);
    await inside;
    await this.sit();
  }

  /** Sits down if a seat is open and no match runs; who comes later watches. */
  async sit() {
    const view = this.app.lobby?.view;
    const isOpen = view?.phase === "waiting" || view?.phase === "over";
    if (isOpen && view.seats.some((it) => it.holder === "open")) await this.app.send({ take_seat: {} });
  }

  /** Makes a table and sits down at it; the game, unless that is refused. */
  async open() {
    const { app } = this;
    const game = app.games.find((it) => it.game === app.preferences.game) ?? app.games[0];
    const settings = { rules: game.rules, bot_pace_ms: app.preferences.pace };
    const create = { title: app.words("page_table_of", { name: app.name }), settings, key: requestKey() };
    const joined = (await app.send({ create_lobby: create })).reply?.joined;
    if (!joined) return null;
    app.address(joined.lobby);
    await app.send({ take_seat: {} });
    return game;
  }

  /** A table of one's own whose other seats bots hold, and the match at once. */
  async play() {
    const { app } = this;
    const game = await this.open();
    if (!game) return;
    const bot = game.bots[app.preferences.level - 1];
    for (let seat = 1; seat < game.seats[1]; seat++) await app.send({ seat_bot: { seat, bot } });
    await app.send({ start: { force: true } });
  }
}
