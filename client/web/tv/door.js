// How a telephone comes to a table: the code to scan, and the address to type. Called by the parts of the big screen.

import { h } from "../elements.js";
import { picture } from "../screens/invite.js";

/** The names of the machine itself, which lead a telephone to the telephone. */
const HERE_ONLY = /^(localhost|127\.[\d.]+|\[::1\])$/;

/** Whether nobody else finds the machine by this name. @param {string} hostname */
export const isHereOnly = (hostname) => HERE_ONLY.test(hostname);

/**
 * The code of a table, or of the server where the code is empty; at an address of this machine alone the reason why there is none.
 * @param {Pick<import("./big_screen.js").BigScreen, "words" | "linkTo">} screen @param {string} code @param {string} head
 */
export function door({ words, linkTo }, code, head) {
  const href = linkTo(code);
  const { hostname, host } = new URL(href);
  if (isHereOnly(hostname)) return [h("h2", {}, head), h("p", { class: "tv-here" }, words("tv_here_only")), h("b", { class: "tv-code" }, code)];
  return [h("h2", {}, head), h("div", { class: "qr" }, picture(href, words("page_qr"))), h("p", { class: "quiet" }, words("tv_or_open")),
    h("p", { class: "tv-address" }, host), h("b", { class: "tv-code" }, code)];
}
