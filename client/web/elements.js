// Elements of the page, made by one call each. Called by every screen. Law kept here: what somebody has typed becomes text,
// never markup.

/**
 * @typedef {string | number | boolean | null | undefined | ((event: Event) => unknown)} Prop
 * @typedef {Node | string | number | null | undefined | false | Children} Child
 * @typedef {Array<Child>} Children
 */

/**
 * Makes an element. Properties that begin with "on" are listeners, `class` is the class, others are attributes; those that
 * are false, null or undefined are left out.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, Prop>} [props]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === false || value === null || value === undefined) continue;
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (name === "value" && "value" in element) element.value = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...wanted(children));
  return element;
}

/** What can be pressed or typed into. */
const CONTROLS = "button, select, input";

/**
 * Puts these in place of what an element holds; who had the focus keeps it: by its name, or else by its place, because a button says something
 * else after it was pressed.
 * @param {Element} parent @param {...Child} children
 */
export function show(parent, ...children) {
  const held = document.activeElement;
  const isInside = held && held !== parent && parent.contains(held);
  const at = isInside ? [...parent.querySelectorAll(CONTROLS)].indexOf(held) : -1;
  const name = isInside ? called(held) : "";
  parent.replaceChildren(...wanted(children));
  if (!isInside) return;
  const controls = [.../** @type {NodeListOf<HTMLElement>} */ (parent.querySelectorAll(CONTROLS))];
  (controls.find((it) => called(it) === name) ?? controls[Math.min(at, controls.length - 1)])?.focus();
}

/** What a button or field is called, to whoever hears the page. @param {Element} it */
function called(it) {
  return it.getAttribute("data-name") ?? it.getAttribute("aria-label") ?? it.closest("label")?.firstElementChild?.textContent ?? it.textContent;
}

/** What each part was last drawn from. @type {WeakMap<Element, string>} */
const drawn = new WeakMap();

/**
 * Draws a part anew only if what it is drawn from has changed, so that most updates leave it alone.
 * @param {Element} parent @param {unknown} told everything that `make` reads @param {() => Child} make its children
 */
export function redraw(parent, told, make) {
  const key = JSON.stringify(told);
  if (drawn.get(parent) === key) return;
  drawn.set(parent, key);
  show(parent, make());
}

/** A button; while what it does is on its way, another press does nothing. @param {Child} text @param {() => unknown} onclick
 * @param {Record<string, Prop>} [props] */
export function button(text, onclick, props = {}) {
  let isBusy = false;
  const press = async () => {
    if (isBusy) return;
    isBusy = true;
    try {
      await onclick();
    } finally {
      isBusy = false;
    }
  };
  return h("button", { type: "button", onclick: press, ...props }, text);
}

/**
 * A choice among some; `onpick` is told the value.
 * @param {string} label @param {string[][]} options pairs of value and text @param {string} value
 * @param {(value: string) => unknown} onpick @param {Record<string, Prop>} [props]
 */
export function choice(label, options, value, onpick, props = {}) {
  const listed = options.map(([name, text]) => h("option", { value: name, selected: name === value }, text));
  /** @type {HTMLSelectElement} */
  const select = h("select", { onchange: () => onpick(select.value), ...props }, listed);
  return h("label", { class: "field" }, h("span", {}, label), select);
}

/** Says something to whoever listens to the page instead of looking at it. @param {string} text */
export function tell(text) {
  const told = document.getElementById("told");
  if (told && text) told.textContent = text;
}

/** The marks of the seats, which tell owners apart without color. */
const MARKS = ["▲", "●", "■", "◆"];

/** A seat's mark in its color. @param {number} seat */
export function mark(seat) {
  return h("span", { class: `mark s${seat}`, "aria-hidden": "true" }, MARKS[seat]);
}

/** Makes a mark that of another seat, or of nobody. @param {HTMLElement} it @param {number | null} seat */
export function remark(it, seat) {
  it.className = `mark s${seat ?? ""}`;
  it.textContent = seat === null ? "" : MARKS[seat];
}

/** @param {Child[]} children @returns {(Node | string)[]} */
function wanted(children) {
  return children.flatMap((it) => {
    if (it === null || it === undefined || it === false) return [];
    return Array.isArray(it) ? wanted(it) : [it instanceof Node ? it : String(it)];
  });
}
