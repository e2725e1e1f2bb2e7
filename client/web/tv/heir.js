// Who becomes host in the place of a big screen. Called by `big_screen.js`. Law kept here: a screen that nobody touches is never host
// while a person is there, because a host starts the matches.

/** The person to hand the host's part to: who sits, before who watches; null if nobody else is there. @param {Wire.LobbyView} view @param {number} you */
export function heirOf({ players, seats }, you) {
  const there = players.filter((it) => it.connected && it.player !== you).map((it) => it.player);
  const seated = seats.flatMap(({ holder: { human } }) => (human && there.includes(human.player) ? [human.player] : []));
  return seated[0] ?? there[0] ?? null;
}
