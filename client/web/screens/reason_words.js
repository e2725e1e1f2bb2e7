// Why a choice is the best one, in the words of the terminal's hints. Pure; called by `review.js`.

import { percent } from "../games/places.js";

/** @param {import("../words.js").Words} words @param {Wire.Why} why @returns {string} */
export function reasonWords(words, why) {
  if (typeof why === "string") return words(`hint_${why}`);
  if (why.attacks) return attackWords(words, why.attacks);
  if (why.prevents) return words(why.prevents.losing === why.prevents.others ? "hint_all_lose" : "hint_some_lose", why.prevents);
  if (why.solved) return solvedWords(words, why.solved);
  const { gain, best } = why.stops ?? {};
  const dice = gain && `+${gain.placed}`;
  return [dice, typeof best === "number" && words("hint_best", { percent: percent(best) })].filter(Boolean).join(" · ");
}

/** @param {import("../words.js").Words} words @param {NonNullable<Exclude<Wire.Why, string>["attacks"]>} attack */
function attackWords(words, { chance, link: [before, after], ends, threatens }) {
  const parts = [words("hint_chance", { percent: percent(chance) }), typeof ends === "number" && words("hint_takes_last"),
    after > before && words("hint_link", { link: `${before}→${after}` }), threatens && words("hint_threatens")];
  return parts.filter(Boolean).join(" · ");
}

/** @param {import("../words.js").Words} words @param {NonNullable<Exclude<Wire.Why, string>["solved"]>} value */
function solvedWords(words, value) {
  if (typeof value === "string") return words("hint_solved_draw");
  const { win, loss = 0 } = value;
  return win === undefined ? words("hint_solved_loss", { plies: loss }) : words("hint_solved_win", { plies: win });
}
