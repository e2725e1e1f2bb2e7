// Elements of the page, made by one call each. Called by every screen. Law kept here: what somebody has typed becomes text,
// never markup.

/**
 * Makes an element. Properties that begin with "on" are listeners, `class` is the class, others are attributes; those that
 * are false, null or undefined are left out.
 * @param {string} tag
 * @param {Record<string, any>} [props]
 * @param {...(Node|string|number|null|undefined|false|Array<any>)} children
 * @returns {HTMLElement}
 */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === false || value === null || value === undefined) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value") /** @type {any} */ (element).value = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...wanted(children));
  return element;
}

/** Puts these in place of what an element holds. @param {Element} parent @param {...any} children */
export function show(parent, ...children) {
  parent.replaceChildren(...wanted(children));
}

/** A button. @param {string} text @param {() => void} onclick @param {Record<string, any>} [props] */
export function button(text, onclick, props = {}) {
  return h("button", { type: "button", onclick, ...props }, text);
}

/**
 * A choice among some; `onpick` is told the value.
 * @param {string} label @param {[string, string][]} options @param {string} value @param {(value: string) => void} onpick
 */
export function choice(label, options, value, onpick, props = {}) {
  const listed = options.map(([name, text]) => h("option", { value: name, selected: name === value }, text));
  const select = h("select", { onchange: () => onpick(/** @type {any} */ (select).value), ...props }, listed);
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

function wanted(children) {
  const known = (it) => it !== null && it !== undefined && it !== false;
  return children.flat(Infinity).filter(known).map((it) => (it instanceof Node ? it : String(it)));
}
