// How the dice of a match were agreed on, as far as this page saw it: taken from a snapshot, brought forward by events.
//
// Pure; the sharer and the witness both follow it. Law kept here: what the server has committed to cannot change, and no share
// may be shown before every commitment is there.

/**
 * @typedef {{seat: number, commitment?: string | null, share?: string | null, missed: boolean}} Share
 * @typedef {{match_id: string, begun_at: number, commitment: string, shares: Share[], secret?: string | null,
 *   actions: number}} Agreement
 */

/**
 * Whether a server that shows `now` takes back what it has shown of the same match before.
 * @param {Agreement} before
 * @param {Agreement} now
 * @returns {boolean}
 */
export const takesBack = (before, now) => {
  /** @type {(it: Agreement) => string} */
  const seal = (it) => JSON.stringify([it.match_id, it.begun_at, it.commitment, it.shares.map((share) => share.seat)]);
  /** @type {(it: Share) => string} */
  const whole = (it) => JSON.stringify([it.commitment, it.share, it.missed]);
  /** @type {(was: Share, is: Share) => boolean} */
  const keeps = (was, is) =>
    was.share != null || was.missed
      ? whole(was) === whole(is)
      : was.commitment == null || was.commitment === is.commitment;
  return seal(before) !== seal(now) || !before.shares.every((it, at) => keeps(it, now.shares[at]));
};

/**
 * Whether every commitment is there or missed, so that shares may be shown.
 * @param {Agreement} agreement
 * @returns {boolean}
 */
export const isRevealing = (agreement) => agreement.shares.every((it) => it.missed || it.commitment != null);

/**
 * The agreement after an event, and whether the event may come at that point: first the seal, then commitments, then shares.
 * @param {Agreement | null} before left as it is
 * @param {Wire.EventView} event as an update tells it
 * @returns {[Agreement | null, boolean]}
 */
export const follow = (before, event) => {
  if (event === "match_called") return [null, true];
  if (event.dice_sealed) {
    const { seats, ...seal } = event.dice_sealed;
    const shares = seats.map((/** @type {number} */ seat) => ({ seat, missed: false }));
    return [{ ...seal, shares, actions: 0 }, before === null];
  }
  if (event.acted) return [before && { ...before, actions: before.actions + 1 }, true];
  if (event.dice_opened) {
    return [before && { ...before, secret: event.dice_opened.secret }, before !== null && before.secret == null];
  }
  const told = event.share_committed ?? event.share_shown ?? event.share_missed;
  if (!told) return [before, true];
  const agreement = structuredClone(before);
  const share = agreement?.shares.find((it) => it.seat === told.seat && !it.missed);
  if (!agreement || !share) return [agreement, false];
  return [agreement, change(share, event, isRevealing(agreement))];
};

/**
 * Changes the share of a seat that has not missed; tells whether that change is allowed.
 * @type {(share: Share, event: Wire.EventView, mayShow: boolean) => boolean}
 */
const change = (share, event, mayShow) => {
  if (event.share_committed) {
    const isFirst = share.commitment == null;
    share.commitment = event.share_committed.commitment;
    return isFirst;
  }
  if (event.share_shown) {
    const isFirst = share.share == null;
    share.share = event.share_shown.share;
    return isFirst && mayShow;
  }
  share.missed = true;
  return share.share == null && (mayShow || share.commitment == null);
};
