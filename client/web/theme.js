// Light or dark: as the system has it, or as the person wishes. Called by `main.js` at the start and by the first screen. The light
// colors are a style sheet of their own, which is put on or left off.

/** When the light colors are put on, as a media query. @type {Record<string, string>} */
const WORN = { "": "(prefers-color-scheme: light)", light: "all", dark: "not all" };
/** The ground in both, for the browser's own bars. */
const GROUND = { light: "#f4f1ea", dark: "#101219" };

/** @param {string} theme "light", "dark", or "" for that of the system */
export function wear(theme) {
  const light = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[href$='light.css']"));
  if (!light) return;
  light.media = WORN[theme] ?? WORN[""];
  const isLight = matchMedia(light.media).matches;
  document.querySelector("meta[name='theme-color']")?.setAttribute("content", isLight ? GROUND.light : GROUND.dark);
}
