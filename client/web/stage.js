// What is seen of the page: one screen, with the notice over it. Called by `main.js`. Law kept here: a button that is held down is the same
// one when it is let go, and the focus is never nowhere.

/** @typedef {{element: HTMLElement, draw: () => void, stop: () => void, focus?: () => void, isReplay?: boolean}} Screen `focus` is for a focus whose place is gone */

export class Stage {
  /** @param {HTMLElement} page @param {import("./notice.js").Notice} notice */
  constructor(page, notice) {
    this.page = page;
    this.notice = notice;
    /** @type {Screen | null} */
    this.screen = null;
    this.drawing = 0;
    /** The button that was pressed last. @type {Element | null} */
    this.pressed = null;
    const press = (/** @type {Event} */ event) => { this.pressed = event.target instanceof Element ? event.target.closest("button") : null; };
    for (const event of ["pointerdown", "keydown"]) document.addEventListener(event, press, true);
  }

  /** Another screen takes the place of this one. @param {Screen} screen */
  turnTo(screen) {
    this.screen?.stop();
    this.screen = screen;
  }

  /** Draws before the next frame; later while a button is held down. */
  draw() {
    if (this.drawing) return;
    this.drawing = requestAnimationFrame(() => {
      this.drawing = 0;
      if (this.pressed?.matches(":active")) this.draw();
      else this.paint();
    });
  }

  paint() {
    const { notice, screen } = this;
    if (!screen) return;
    const held = document.activeElement;
    const isNew = screen.element.parentElement !== this.page;
    // The focus goes nowhere by its place: another screen has other things there.
    if (isNew) this.page.replaceChildren(notice.band, screen.element, notice.element);
    screen.draw();
    notice.draw();
    const isLost = held !== document.body && (document.activeElement === document.body || !document.activeElement?.checkVisibility?.());
    if (isLost) screen.focus?.();
    if (isNew) scrollTo(0, 0);
  }
}
