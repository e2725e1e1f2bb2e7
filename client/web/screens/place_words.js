// What a territory is called for whoever hears the board. Called by `game.js` and `replay.js`; the places of other games are called
// by their boards.

import { gameOf } from "../games/index.js";
import { percent } from "../games/places.js";

/**
 * @param {{words: import("../words.js").Words, config: Wire.AnyConfig, names: string[], source?: number | null,
 *   view: import("../games/index.js").View | import("../replay/positions.js").Seen, moves?: import("../games/index.js").Move[]}} where
 * @returns {((place: number) => string) | undefined}
 */
export function placeWords({ words, config, view, names, moves = [], source = null }) {
  const game = gameOf(config.game);
  if (!game || !config.game.startsWith("dice") || !("board" in view)) return undefined;
  return (at) => {
    // Two characters a territory: its owner from "a" on, and its dice as a digit, or from "A" on for ten.
    const place = game.name(config.config, at);
    const count = Number.parseInt(view.board[2 * at + 1], 17);
    if (at === source) return words("page_place_source", { place, count });
    const name = names[view.board.charCodeAt(2 * at) - 97] ?? "?";
    const aimed = moves.find((it) => it.from === source && it.to === at);
    const chance = { percent: Number.parseInt(percent(aimed?.odds ?? 1), 10) };
    return aimed ? words("page_place_target", { place, name, count, ...chance }) : words("page_place", { place, name, count });
  };
}
