/**
 * SVG elements: made once, changed only where they differ.
 *
 * Called by every board and by the dice and the graph. Law: texts become text nodes, never markup.
 */

const SPACE = "http://www.w3.org/2000/svg";

/** The marks that tell owners without colour (▲ ● ■ ◆), about two units wide around the origin. */
export const MARKS = ["M0-1.1 1.1.9H-1.1Z", "M-1 0a1 1 0 1 0 2 0a1 1 0 1 0-2 0Z", "M-.9-.9H.9V.9H-.9Z", "M0-1.25 1.1 0 0 1.25-1.1 0Z"];

/**
 * Makes an element with attributes and children.
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string|number>} [attributes]
 * @param {...(Node|string)} children
 * @returns {SVGElementTagNameMap[Tag]}
 */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SPACE, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/**
 * A square with round corners around the origin.
 * @param {string} name its class
 * @param {number} half of its width
 * @param {number} [down] how far below
 */
export const square = (name, half, down = 0) => make("rect", { class: name, x: -half, y: down - half, width: 2 * half, height: 2 * half, rx: half * 0.25 });

/**
 * Gives an attribute a value, or takes it away with null, if that changes something.
 * @param {Element} element
 * @param {string} name
 * @param {string|number|null} value
 */
export function put(element, name, value) {
  if (value === null) {
    if (element.hasAttribute(name)) element.removeAttribute(name);
  } else if (element.getAttribute(name) !== String(value)) {
    element.setAttribute(name, String(value));
  }
}

/**
 * Gives an element a text, if that changes something.
 * @param {Element} element
 * @param {string|number} text
 */
export function say(element, text) {
  if (element.textContent !== String(text)) element.textContent = String(text);
}

/**
 * Class names from those that apply.
 * @param {...(string|false|null|undefined|0)} names
 * @returns {string}
 */
export const classes = (...names) => names.filter(Boolean).join(" ");

/**
 * Circles as one path: one element, however many there are.
 * @param {number[][]} centers
 * @param {number} radius
 * @returns {string}
 */
export const circles = (centers, radius) =>
  centers
    .map(([x, y]) => `M${(x - radius).toFixed(1)} ${y.toFixed(1)}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0Z`)
    .join("");

/** An arrow across the origin that points to the right. */
export const ARROW = "M-22-4-.3-7.2V-18L22 0-.3 18V7.2L-22 4Z";

/**
 * How an arrow is moved, turned and scaled.
 * @param {{x: number, y: number, dx: number, dy: number}} across
 * @param {number} [scale]
 * @returns {string}
 */
export const turned = ({ x, y, dx, dy }, scale = 1) =>
  `translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${((Math.atan2(dy, dx) * 180) / Math.PI).toFixed(1)}) scale(${scale})`;
