// What an action has brought about that everybody at the table should see: somebody is out, a realm is cut, one place more wins, a
// lion can be caught. Called by `main.js` with the views before and after. Law kept here: no rule is known; all is read from the views.

/** A region that loses so many places to one attack was cut. */
const CUT_MIN = 2;

/** @typedef {{kind: "fallen" | "cut" | "point" | "check", seat: number, before: number, after: number}} Happening */

/** What an update has brought about; a match that has just begun has brought nothing about in the one before it.
 * @param {{match: object | null, view: import("./lobby.js").View | null | undefined}} before @param {import("./lobby.js").Match | null} match after it */
export const broughtAbout = (before, match) => (before.match === match ? happenings(before.view, match?.view) : []);

/** @param {import("./lobby.js").View | null | undefined} before @param {import("./lobby.js").View | null | undefined} after @returns {Happening[]} */
export function happenings(before, after) {
  if (!before || !after || after.outcome) return [];
  if ("check" in before && "check" in after) return after.check && !before.check ? [{ kind: "check", seat: after.to_move ?? 0, before: 0, after: 0 }] : [];
  if (!("standings" in before && "standings" in after)) return [];
  const each = after.standings.flatMap((now, seat) => ofSeat(seat, before.standings[seat], now));
  const [left, leftBefore] = [after, before].map((it) => othersOf(it.standings));
  const leader = after.standings.findIndex((it) => it.territories === most(after.standings));
  return left === 1 && leftBefore > 1 ? [...each, { kind: "point", seat: leader, before: leftBefore, after: left }] : each;
}

/** @param {number} seat @param {Wire.Standing | undefined} before @param {Wire.Standing} now @returns {Happening[]} */
function ofSeat(seat, before, now) {
  if (!before?.territories) return [];
  if (!now.territories) return [{ kind: "fallen", seat, before: before.territories, after: 0 }];
  return before.link - now.link >= CUT_MIN ? [{ kind: "cut", seat, before: before.link, after: now.link }] : [];
}

/** @param {Wire.Standing[]} standings */
const most = (standings) => Math.max(...standings.map((it) => it.territories));

/** How many places are not the leader's. @param {Wire.Standing[]} standings */
const othersOf = (standings) => standings.reduce((all, it) => all + it.territories, 0) - most(standings);
