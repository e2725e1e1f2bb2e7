// A menu over the page: rows that each say what follows. Called by `screens/person.js` and `screens/seats.js`. Laws kept here: it has a name,
// Escape closes it, arrows move in it, and the browser gives the focus back to what has opened it.

import { button, h, show } from "../elements.js";

/**
 * @typedef {{name: string, about?: string, go?: () => unknown, then?: Row[], isBad?: boolean}} Row what it does, or the rows that it leads to
 */

/**
 * @param {import("../words.js").Words} words @param {import("../elements.js").Child} title @param {Row[]} rows
 * @param {((close: () => void) => import("../elements.js").Child)} [top] what stands above the rows
 */
export function openMenu(words, title, rows, top = () => null) {
  /** @type {() => void} */
  const close = () => dialog.close();
  const list = h("ul", {});
  /** @type {HTMLDialogElement} */
  const dialog = h("dialog", { class: "menu", "aria-labelledby": "menu_title", onclose: () => dialog.remove(), onclick: (event) => event.target === dialog && close(), onkeydown: (event) => event instanceof KeyboardEvent && move(dialog, event) },
  h("header", {}, h("h2", { id: "menu_title" }, title), button("×", close, { class: "plain", "aria-label": words("page_close") })), top(close), list);
  /** @type {(wanted: Row[]) => void} */
  const fill = (wanted) => show(list, wanted.map(({ name, about, go, then, isBad }) => h("li", {}, button([h("b", {}, name), about && h("small", {}, about)], () => {
    if (then) return fill(then);
    close();
    return go?.();
  }, { class: isBad ? "bad" : "" }))));
  fill(rows);
  document.body.append(dialog);
  dialog.showModal();
  /** @type {HTMLElement | null} */ (dialog.querySelector("ul button, .reactions button"))?.focus();
}

/** @param {HTMLElement} dialog @param {KeyboardEvent} event */
function move(dialog, event) {
  const step = { ArrowDown: 1, ArrowUp: -1, ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  const all = [.../** @type {NodeListOf<HTMLElement>} */ (dialog.querySelectorAll("button"))];
  event.preventDefault();
  all[(all.findIndex((it) => it === document.activeElement) + step + all.length) % all.length].focus();
}
