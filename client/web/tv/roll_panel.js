// The dice of an attack, as large as a hand: the attacker's above, the chance between, the defender's below, and what came of it. Called by
// `playing.js`. Law kept here: the chance is told before the dice lie, result and luck only after.

import { dice, roll, showFaces } from "../dice_faces.js";
import { h, mark, redraw } from "../elements.js";
import { percent } from "../games/places.js";
import { put } from "../games/svg.js";
import { sum } from "../log.js";
import { holdsWith, rollTold, signed } from "./roll_told.js";
import { faceAt } from "./seat_face.js";

/** The last die is in the air alone for so long, in milliseconds, where all of them are for long enough that it can be told what it decides. */
const ALONE_MS = 1_100;
/** More dice than this are drawn smaller, so that they stand in one row. */
const LARGE_MAX = 5;

export class RollPanel {
  /** @param {import("./big_screen.js").AtMatch} screen */
  constructor(screen) {
    this.screen = screen;
    this.dice = [dice([], 0, 0), dice([], 0, 1)];
    this.heads = [h("header", {}), h("header", {})];
    this.sides = [0, 1].map((side) => h("section", {}, this.heads[side], this.dice[side]));
    this.chance = h("div", { class: "tv-chance" });
    this.result = h("p", { class: "tv-result" });
    this.element = h("div", { class: "tv-roll" }, this.sides[0], this.chance, this.sides[1], this.result);
    /** The roll that is shown. @type {number | null} */
    this.shown = null;
    /** Makes the dice lie. @type {(() => void) | null} */
    this.land = null;
    /** Whether the last die alone is in the air. */
    this.isAlone = false;
  }

  /** A match begins: nothing was rolled. */
  begin() {
    this.land?.();
    this.land = this.shown = null;
  }

  /** Draws the roll in the air, or the last one; tells whether there is one. @param {import("../games/index.js").Game | undefined} game @param {Wire.AnyConfig} config */
  draw(game, config) {
    const { lobby, onShow: { roll: air, scene } } = this.screen;
    const battle = air ?? lobby.battle;
    if (!battle) return false;
    if (battle.revision !== this.shown) {
      this.lay(battle);
      if (air && scene) this.throw(scene.ms);
    }
    if (!air) this.land?.();
    if (!air) this.land = null;
    const told = rollTold(battle);
    const ends = game?.ends(battle.action);
    const place = (/** @type {number | undefined} */ it) => (it === undefined || !game ? "" : game.name(config.config, it));
    const name = (/** @type {number | null} */ it) => (it === null ? "" : lobby.seatName(it, this.screen.botName));
    this.drawHead(0, { seat: battle.seat, name: name(battle.seat), deed: this.screen.words("tv_attacks", { place: place(ends?.from) }) });
    this.drawHead(1, { seat: battle.defender, name: name(battle.defender), deed: this.screen.words("tv_holds", { place: place(ends?.to) }) });
    this.drawChance(told.odds, name(battle.seat));
    if (air && this.isAlone) this.drawLast(holdsWith(battle), name(battle.defender));
    else this.drawResult(told, air === null ? battle.seat : null);
    return true;
  }

  /** Throws the dice that were put down. @param {number} ms */
  throw(ms) {
    const alone = () => {
      this.isAlone = true;
      this.screen.draw();
    };
    this.land = roll(this.dice, ms, ms >= 1.5 * ALONE_MS ? ALONE_MS : 0, alone);
  }

  /** Puts the dice down. @param {import("../lobby.js").Battle} battle */
  lay(battle) {
    this.land?.();
    this.land = null;
    this.isAlone = false;
    this.shown = battle.revision;
    [battle.attack, battle.defense].forEach((it, side) => {
      showFaces(this.dice[side], it, sum(it));
      this.dice[side].classList.remove("lost");
      this.dice[side].classList.toggle("many", it.length > LARGE_MAX);
    });
  }

  /** @param {number} side @param {{seat: number | null, name: string, deed: string}} who */
  drawHead(side, { seat, name, deed }) {
    put(this.sides[side], "class", `s${seat ?? ""}`);
    redraw(this.heads[side], [seat, name, deed], () => [seat !== null && faceAt(this.screen, seat), h("b", {}, h("bdi", {}, name)), h("span", {}, deed)]);
  }

  /** @param {number} odds @param {string} name */
  drawChance(odds, name) {
    const { words } = this.screen;
    redraw(this.chance, [odds, name], () => {
      const bar = h("i", {});
      bar.style.width = `${100 * odds}%`;
      return [h("b", { class: odds >= 0.5 ? "good" : "bad" }, percent(odds)), h("div", {}, h("span", { class: odds >= 0.5 ? "good" : "bad" }, bar), h("p", {}, words("tv_chance", { name })))];
    });
  }

  /** What the last die decides. @param {number} face the least with which the defender holds @param {string} name */
  drawLast(face, name) {
    redraw(this.result, [face, name], () => h("b", {}, this.screen.words("tv_last_die", { face, name })));
  }

  /** @param {ReturnType<typeof rollTold>} told @param {number | null} seat that has rolled; null while its dice are in the air */
  drawResult({ isWon, by, luck }, seat) {
    const { words } = this.screen;
    this.dice.forEach((it, side) => it.classList.toggle("lost", seat !== null && isWon === (side === 1)));
    redraw(this.result, [isWon, by, luck, seat], () => seat !== null && [h("b", { class: isWon ? "won" : "" }, words("tv_result", { won: isWon ? "yes" : "no", by })),
      h("span", { class: luck < 0 ? "minus" : "plus" }, mark(seat), " ", words("tv_luck", { luck: signed(luck, 2) }))]);
  }
}
