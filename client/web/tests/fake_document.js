/**
 * A document that keeps what it is given: enough for the boards, and it counts what is made and changed.
 *
 * Called by the tests.
 */

/** An element with attributes, children and listeners. */
class FakeElement {
  constructor(owner, tagName) {
    Object.assign(this, { owner, tagName, attributes: new Map(), children: [], listeners: {}, style: {}, parent: null });
    owner.made += 1;
    this.classList = {
      contains: (name) => this.names().includes(name),
      add: (...names) => this.setAttribute("class", [...new Set([...this.names(), ...names])].join(" ")),
      remove: (...names) =>
        this.setAttribute(
          "class",
          this.names()
            .filter((it) => !names.includes(it))
            .join(" "),
        ),
    };
  }

  names() {
    return (this.getAttribute("class") ?? "").split(" ").filter(Boolean);
  }

  set className(value) {
    this.setAttribute("class", value);
  }

  hasAttribute(name) {
    return this.attributes.has(name);
  }

  getAttribute(name) {
    return this.attributes.get(name) ?? null;
  }

  setAttribute(name, value) {
    this.owner.changes += 1;
    this.attributes.set(name, String(value));
  }

  removeAttribute(name) {
    this.owner.changes += 1;
    this.attributes.delete(name);
  }

  append(...children) {
    for (const child of children) {
      this.owner.changes += 1;
      child.remove?.();
      if (typeof child === "object") child.parent = this;
      this.children.push(child);
    }
  }

  replaceChildren(...children) {
    this.children = [];
    this.append(...children);
  }

  before(sibling) {
    const { children } = this.parent;
    sibling.parent = this.parent;
    children.splice(children.indexOf(this), 0, sibling);
  }

  get firstElementChild() {
    return this.children.find((it) => typeof it === "object");
  }

  get lastElementChild() {
    return this.children.findLast((it) => typeof it === "object");
  }

  remove() {
    if (this.parent) this.parent.children = this.parent.children.filter((it) => it !== this);
    this.parent = null;
  }

  get textContent() {
    return this.children.map((it) => (typeof it === "string" ? it : it.textContent)).join("");
  }

  set textContent(text) {
    this.owner.changes += 1;
    this.children = [String(text)];
  }

  addEventListener(name, call) {
    (this.listeners[name] ??= []).push(call);
  }

  fire(name, event) {
    for (const call of this.listeners[name] ?? []) call({ preventDefault() {}, ...event });
  }

  focus() {
    this.owner.focused = this;
  }

  closest(selector) {
    const found = selector.startsWith(".") ? this.classList.contains(selector.slice(1)) : this.hasAttribute(selector.slice(1, -1));
    return found ? this : (this.parent?.closest(selector) ?? null);
  }

  /** Every element below that a test accepts. */
  all(accepts) {
    const elements = this.children.filter((it) => typeof it === "object");
    return elements.flatMap((it) => [...(accepts(it) ? [it] : []), ...it.all(accepts)]);
  }
}

/** A document without a page. */
export function fakeDocument() {
  const owner = { made: 0, changes: 0, focused: null };
  owner.createElement = (tag) => new FakeElement(owner, tag);
  owner.createElementNS = (_space, tag) => new FakeElement(owner, tag);
  owner.createTextNode = (data) => Object.assign(new FakeElement(owner, "#text"), { data });
  return owner;
}
