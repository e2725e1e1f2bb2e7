// How others come to a table: a code for telephones, and a link to copy or share. Called by `screens/table.js`; the code by the big screen, too.

import { button, h, redraw } from "../elements.js";
import { make } from "../games/svg.js";
import { pathOf, qrOf } from "../qr.js";

/** The light rim that readers want around a code, in fields. */
const RIM = 3;

export class Invite {
  /** @param {import("../main.js").InLobby} app */
  constructor(app) {
    const { words } = app;
    this.app = app;
    this.picture = h("div", { class: "qr" });
    this.link = h("b", { class: "link" });
    const copy = button(words("page_copy_link"), () => copyLink(app));
    const share = globalThis.navigator && "share" in navigator
      ? button(words("page_share_link"), () => navigator.share({ url: this.href, title: app.lobby.view.title }).catch(() => {})) : null;
    this.element = h("section", { class: "card invite" }, this.picture, h("div", {}, h("p", {}, h("b", {}, words("page_invite"))),
      h("div", { class: "row" }, copy, share), this.link, h("a", { href: app.linkTo("get"), target: "_blank" }, words("page_ways"))));
  }

  get href() {
    return this.app.linkTo(this.app.lobby.view.lobby);
  }

  /** @param {boolean} isShown */
  draw(isShown) {
    this.element.hidden = !isShown;
    if (!isShown) return;
    const { href } = this;
    // Too long for its place, it breaks before the code and not in it.
    redraw(this.link, href, () => href.replace(/^\w+:\/\//, "").split(/(?<=\/)/).flatMap((it) => [h("wbr"), it]));
    redraw(this.picture, href, () => picture(href, this.app.words("page_qr")));
  }
}

/** The code of an address, black on white. @param {string} href @param {string} label */
export function picture(href, label) {
  const code = qrOf(href);
  if (!code) return null;
  const size = code.length + 2 * RIM;
  return make("svg", { viewBox: `${-RIM} ${-RIM} ${size} ${size}`, role: "img", "aria-label": label, "shape-rendering": "crispEdges" }, make("path", { d: pathOf(code) }));
}

/** Copies the link to the table, or shows it where the browser does not let. @param {import("../main.js").InLobby} app */
export async function copyLink(app) {
  const link = app.linkTo(app.lobby.view.lobby);
  // Browsers give no clipboard to pages without encryption, but copy what is selected.
  const isCopied = (await navigator.clipboard?.writeText(link).then(() => true, () => false)) || selected(link);
  app.warn(isCopied ? app.words("page_copied") : link);
}

/** Copies a text by selecting it; tells whether the browser did. @param {string} text */
function selected(text) {
  const held = document.activeElement;
  const area = h("textarea", { readonly: true, class: "aside" });
  area.value = text;
  document.body.append(area);
  area.select();
  const isCopied = document.execCommand("copy");
  area.remove();
  if (held instanceof HTMLElement) held.focus();
  return isCopied;
}
