// What keeps a television showing: the screen stays lit, the cursor goes, and nothing stands at one spot for hours. Called by `main.js`
// once. Law kept here: what is shown moves by a few pixels only, so slowly that nobody sees it move.

/** So long after its last move the cursor is hidden, in milliseconds. */
const CURSOR_MS = 3_000;
/** How often the picture moves, in milliseconds. */
const SHIFT_EVERY_MS = 60_000;
/** How far it moves from its middle at most, in pixels. */
const SHIFT_MAX = 4;

/** Where the picture stands in a minute: a walk around a square, one pixel a minute. @param {number} minute @returns {[number, number]} */
export function shiftAt(minute) {
  const side = 2 * SHIFT_MAX;
  const [edge, step] = [Math.floor(minute / side) % 4, minute % side];
  const [x, y] = [[step, 0], [side, step], [side - step, side], [0, side - step]][edge];
  return [x - SHIFT_MAX, y - SHIFT_MAX];
}

/** @param {HTMLElement} page what is shown */
export function stayAwake(page) {
  let minute = 0;
  setInterval(() => {
    minute += 1;
    page.style.translate = shiftAt(minute).map((it) => `${it}px`).join(" ");
  }, SHIFT_EVERY_MS);
  hideCursor();
  void keepLit();
  // The browser takes the lock back whenever something else was in front.
  document.addEventListener("visibilitychange", keepLit);
}

/** Asks the browser to keep the screen lit. It lets only pages that came over TLS, or from this very machine, ask for that: over plain
 * http the television's own settings must keep it on. */
async function keepLit() {
  if (document.visibilityState !== "visible") return;
  await navigator.wakeLock?.request("screen").catch(() => {});
}

function hideCursor() {
  const { classList } = document.documentElement;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const seen = () => {
    classList.remove("still");
    clearTimeout(timer);
    timer = setTimeout(() => classList.add("still"), CURSOR_MS);
  };
  document.addEventListener("pointermove", seen);
  seen();
}
