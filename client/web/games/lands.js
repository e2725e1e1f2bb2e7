/**
 * The names of the territories of a map, as in the terminal: initials run from A in the north-west to the south-east.
 *
 * Called by `dice_wars.js`. Law: the names follow from the map alone, by the same steps as in `games/place/lands.rs`.
 */
const NAMES = `Alder Birch Cove Dune Elm Fjord Glen Holm Isle Jetty Kiln Loch Moor Nook Oak Pine Reef Salt Tarn Vale Wold Yew Ash Bay Crag Dale
 Eyot Ford Gorge Heath Inlet Jura Knoll Lea Marsh Ness Orme Peak Ridge Shoal Thorn Vista Weir Yard Arch Brook Cliff Down Edge Fen Grove Hill
 Ivy Joy Key Lawn Mead Nab Onyx Pond Rock Spit Tor Verge Wharf Yoke`.split(/\s+/);
/** The strips from north to south, in each of which names run from west to east. */
const STRIPS = 4;

/** Where the label of a territory is: at the left one of the two blocks side by side that are nearest to its middle.
 * @param {number[][]} own its blocks, by column and row */
function labelled(own) {
  const sum = (/** @type {number} */ axis) => own.reduce((all, it) => all + it[axis], 0);
  const [wide, high] = [sum(0), sum(1)];
  const off = (/** @type {number[]} */ [x, y]) => 2 * Math.abs(y * own.length - high) + Math.abs((2 * x + 1) * own.length - 2 * wide);
  const pairs = own.filter(([x, y]) => own.some((it) => it[0] === x + 1 && it[1] === y));
  return pairs.length ? pairs.reduce((best, it) => (off(it) < off(best) ? it : best)) : own[0];
}

/**
 * The name of each territory; beyond the last name its number.
 * @param {number[][][]} blocks the blocks of each territory, by column and row
 * @param {number} rows the rows of the map
 * @returns {string[]}
 */
export function landNames(blocks, rows) {
  const order = blocks.map((own, place) => ({ place, at: labelled(own) }));
  const strip = (/** @type {number[]} */ at) => Math.floor((at[1] * STRIPS) / rows);
  order.sort((a, b) => strip(a.at) - strip(b.at) || a.at[0] - b.at[0] || a.at[1] - b.at[1]);
  const names = blocks.map((_, place) => `#${place}`);
  order.slice(0, NAMES.length).forEach(({ place }, at) => (names[place] = NAMES[at]));
  return names;
}
