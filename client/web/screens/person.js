// What one can do with somebody at a table, at any time: react, whisper, listen no more, and what only a host may. Called by the seats, by
// the list of people and by the players beside a board. What is refused is refused by the server, and its sentence shown.

import { button, h } from "../elements.js";
import { REACTIONS } from "../reactions.js";
import { openMenu } from "./menu.js";

/**
 * @param {import("../main.js").InLobby} app @param {{player?: number, seat?: number | null, whisper?: (name: string) => void}} whom a person, or the
 *   bot of a seat
 */
export function openPerson(app, { player, seat = null, whisper }) {
  const { words, lobby, botName } = app;
  const person = lobby.view.players.find((it) => it.player === player);
  const at = seat ?? lobby.view.seats.findIndex((it) => player !== undefined && it.holder.human?.player === player);
  const name = person?.name ?? lobby.seatName(at, botName);
  const others = person && person.player !== lobby.you ? [...ways(app, person, whisper), ...(lobby.isHost ? powers(app, person) : [])] : [];
  const reactions = (/** @type {() => void} */ close) => (at < 0 ? null : h("div", { class: "reactions", role: "group", "aria-label": words("page_react", { name }) },
    /** @type {[Wire.Reaction, string][]} */ (Object.entries(REACTIONS)).map(([reaction, glyph]) => button(glyph, () => {
      close();
      return app.send({ react: { seat: at, reaction } });
    }, { "aria-label": words("page_reaction", { reaction }), title: words("page_reaction", { reaction }) }))));
  openMenu(words, h("bdi", {}, name), others, reactions);
}

/** To whisper to somebody, and to listen to them no more. @param {import("../main.js").InLobby} app @param {Wire.PlayerView} person
 * @param {((name: string) => void) | undefined} whisper @returns {import("./menu.js").Row[]} */
function ways(app, { player, name }, whisper) {
  const { words, lobby: { muted } } = app;
  const mute = () => {
    if (!muted.delete(player)) muted.add(player);
    app.draw();
  };
  return [{ name: words("page_whisper"), about: words("page_whisper_told"), go: () => whisper?.(name) },
    { name: words(muted.has(player) ? "page_unmute" : "page_mute"), about: words("page_mute_told"), go: mute }];
}

/** What a host may do. @param {import("../main.js").InLobby} app @param {Wire.PlayerView} person @returns {import("./menu.js").Row[]} */
function powers(app, { player, name, silenced }) {
  const { words } = app;
  const sure = [{ name: words("page_ban"), about: words("page_ban_sure", { name }), isBad: true, go: () => app.send({ ban: { player } }) }, { name: words("page_back") }];
  return [
    { name: words("page_make_host"), about: words("page_make_host_told"), go: () => app.send({ hand_over_host: { player } }) },
    { name: words(silenced ? "page_unsilence" : "page_silence"), about: words("page_silence_told"), go: () => app.send({ silence: { player, silenced: !silenced } }) },
    { name: words("page_kick"), about: words("page_kick_told"), isBad: true, go: () => app.send({ kick: { player } }) },
    { name: `${words("page_ban")} …`, about: words("page_ban_told"), isBad: true, then: sure },
  ];
}
