// The bar below the seats: what a start waits for, and the one button that comes next: to sit down, to get ready, to start. Called by
// `screens/seats.js`. Laws kept here: a start that cannot work says why, beside the button; the focus stays where it was.

import { button, h, mark, redraw, tell } from "../elements.js";

/**
 * What a start waits for.
 * @param {Wire.LobbyView} view @param {number} you
 * @returns {{held: number, people: number, late: number[], open: boolean}} how many play, and the seats of people who are not ready
 */
export function waitsFor({ seats, host, phase }, you) {
  const isFree = (/** @type {Wire.SeatView} */ it) => !it.holder.human && !it.holder.bot;
  const people = seats.flatMap(({ holder: { human } }, seat) => (human ? [{ seat, human }] : []));
  // A host who starts is ready.
  const late = people.filter(({ human }) => !human.ready && human.player !== host && !(phase === "over" && human.player === you)).map((it) => it.seat);
  return { held: seats.filter((it) => !isFree(it)).length, people: people.length, late, open: seats.some((it) => it.holder === "open") };
}

export class Start {
  /** @param {import("../main.js").InLobby} app @param {() => void} talk shows the talk */
  constructor(app, talk) {
    this.app = app;
    this.why = h("p", { class: "waits" });
    this.said = button("", talk, { class: "last-said", hidden: true });
    this.actions = h("div", { class: "row actions" });
    this.element = h("div", { class: "start" }, this.said, this.why, this.actions);
    /** Whether a start was possible when it was drawn last. */
    this.could = true;
  }

  draw() {
    const { lobby } = this.app;
    const { view, you } = lobby;
    const waits = waitsFor(view, you);
    const told = [waits, view.seats.map((it) => it.holder), view.host, you, view.phase, waits.late.map((it) => this.name(it))];
    redraw(this.why, told, () => this.reason(waits));
    redraw(this.actions, told, () => this.buttons(waits));
    const can = waits.held > 1 && !waits.late.length;
    if (can && !this.could && lobby.isHost && view.phase === "waiting") tell(this.app.words("page_can_start"));
    this.could = can;
    this.drawSaid();
  }

  /** The last line of the talk, where the talk itself is out of sight. */
  drawSaid() {
    const { lobby, words } = this.app;
    const last = lobby.talk.filter((it) => !lobby.muted.has(it.player)).at(-1);
    this.said.hidden = !last;
    redraw(this.said, [last?.name, last?.text, lobby.unread.length], () => last && [lobby.unread.length ? h("span", { class: "unread", "aria-label": words("page_unread", { count: lobby.unread.length }) }, lobby.unread.length) : null,
      h("b", {}, h("bdi", {}, last.name)), " ", h("bdi", {}, last.text)]);
  }

  /** @param {number} seat */
  name(seat) {
    return this.app.lobby.seatName(seat, this.app.botName);
  }

  /** What holds it up, and what does not. @param {ReturnType<typeof waitsFor>} waits */
  reason({ held, late, open }) {
    const { lobby, words } = this.app;
    const own = lobby.seat === null ? null : lobby.view.seats[lobby.seat].holder.human;
    if (lobby.view.phase === "starting") return words("page_sealing");
    if (!own && !lobby.isHost) return words(open ? "page_watching_open" : "page_watching_full");
    if (held < 2) return words("page_too_few_play");
    const others = late.filter((it) => it !== lobby.seat);
    if (own && !lobby.isHost && !own.ready) return words("page_say_ready");
    if (others.length) return [words("page_start_waits"), others.map((it, at) => [at ? ", " : " ", mark(it), " ", h("bdi", {}, this.name(it))])];
    if (!lobby.isHost) return words("page_host_starts", { name: lobby.names.get(lobby.view.host ?? -1) ?? "?" });
    return open ? words("page_open_holds_nothing") : null;
  }

  /** @param {ReturnType<typeof waitsFor>} waits */
  buttons({ held, late, people, open }) {
    const { app } = this;
    const { lobby, words } = app;
    const { phase } = lobby.view;
    if (phase === "starting") return null;
    const own = lobby.seat === null ? null : lobby.view.seats[lobby.seat].holder.human;
    const isOver = phase === "over";
    const sit = !own && open && !isOver && button(words("page_sit"), () => app.send({ take_seat: {} }), { class: lobby.isHost ? "" : "primary" });
    const ready = own && !lobby.isHost && !isOver && button(words(own.ready ? "page_not_ready" : "page_ready"), () => app.send({ ready: { ready: !own.ready } }), { class: own.ready ? "" : "primary", "data-name": "ready" });
    const counts = [words("page_people", { count: people }), held > people && words("page_bots", { count: held - people })].filter(Boolean).join(", ");
    const start = () => (held < 2 ? app.warn(words("page_too_few_play")) : app.send({ start: { force: true } }));
    return [sit, ready, lobby.isHost && button([h("b", {}, words(late.length ? "page_start_anyway" : "page_start")), held > 1 && h("small", {}, counts)], start,
      { class: `start-match${held > 1 && !late.length && !isOver ? " primary" : ""}`, "data-name": "start", "aria-disabled": held < 2 ? "true" : null })];
  }
}
