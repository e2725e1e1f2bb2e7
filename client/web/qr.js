// The QR code of an address, for whoever comes with a telephone (ISO/IEC 18004). Called by `screens/invite.js`. Laws kept here: it is made
// in this browser, without any request; what is too long for it has none.

/** Codewords of data and of correction, by version from 1; at the lowest level of correction each is one block. */
const SIZES = [[19, 7], [34, 10], [55, 15], [80, 20], [108, 26]];
/** The fields of the eight masks: which are turned over. @type {((x: number, y: number) => boolean)[]} */
const MASKS = [(x, y) => (x + y) % 2 === 0, (_, y) => y % 2 === 0, (x) => x % 3 === 0, (x, y) => (x + y) % 3 === 0,
  (x, y) => ((x / 3 | 0) + (y / 2 | 0)) % 2 === 0, (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0, (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0];

/** @typedef {(boolean | undefined)[][]} Fields by row, true where it is dark; undefined where nothing stands yet */

/**
 * The code of a text, by row; null if it is too long.
 * @param {string} text
 * @returns {boolean[][] | null}
 */
export function qrOf(text) {
  const bytes = [...new TextEncoder().encode(text)];
  const version = SIZES.findIndex(([most]) => bytes.length + 2 <= most) + 1;
  if (!version) return null;
  const words = codewords(bytes, SIZES[version - 1]);
  const all = MASKS.map((_, mask) => drawn(words, version, mask));
  return all.reduce((best, it) => (unrest(it) < unrest(best) ? it : best));
}

/** The code as the path of an SVG, each field one unit wide. @param {boolean[][]} code */
export const pathOf = (code) => code.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ""))).join("");

/** The bytes with their head, filled up, and with their correction. @param {number[]} bytes @param {number[]} size */
function codewords(bytes, [most, correction]) {
  // Four bits that say "bytes", eight of the length, and four at the end: so each byte stands across two codewords.
  const halves = [4, bytes.length >> 4, bytes.length & 15, ...bytes.flatMap((it) => [it >> 4, it & 15]), 0];
  const data = Array.from({ length: most }, (_, at) => (2 * at < halves.length ? 16 * halves[2 * at] + halves[2 * at + 1] : (at - halves.length / 2) % 2 ? 0x11 : 0xec));
  return [...data, ...corrected(data, correction)];
}

/** The remainder by Reed and Solomon. @param {number[]} data @param {number} count */
function corrected(data, count) {
  let divisor = [1];
  for (let at = 0, root = 1; at < count; at++, root = times(root, 2)) {
    const by = root;
    divisor = [...divisor, 0].map((it, place) => it ^ times(divisor[place - 1] ?? 0, by));
  }
  const rest = [...data, ...Array.from({ length: count }, () => 0)];
  for (let at = 0; at < data.length; at++) {
    const first = rest[at];
    divisor.forEach((it, place) => { rest[at + place] ^= times(it, first); });
  }
  return rest.slice(data.length);
}

/** The product in the field of 256 elements. @param {number} a @param {number} b */
function times(a, b) {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) product = (product << 1) ^ ((product >> 7) * 0x11d) ^ (((b >> bit) & 1) * a);
  return product;
}

/** @param {number[]} words @param {number} version @param {number} mask */
function drawn(words, version, mask) {
  const size = 17 + 4 * version;
  /** @type {Fields} */
  const fields = Array.from({ length: size }, () => Array.from({ length: size }));
  const frame = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ reach, /** @type {number[]} */ light) => {
    for (let dy = -reach; dy <= reach; dy++) {
      for (let dx = -reach; dx <= reach; dx++) if (fields[y + dy] && x + dx >= 0 && x + dx < size) fields[y + dy][x + dx] = !light.includes(Math.max(Math.abs(dx), Math.abs(dy)));
    }
  };
  for (let at = 0; at < size; at++) fields[6][at] = fields[at][6] = at % 2 === 0;
  for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]]) frame(x, y, 4, [2, 4]);
  if (version > 1) frame(size - 7, size - 7, 2, [1]);
  format(fields, mask);
  fill(fields, words, MASKS[mask]);
  return fields.map((row) => row.map(Boolean));
}

/** The level of correction and the mask, twice. @param {Fields} fields @param {number} mask */
function format(fields, mask) {
  const told = 8 + mask;
  let rest = told;
  for (let at = 0; at < 10; at++) rest = (rest << 1) ^ ((rest >> 9) * 0x537);
  const bits = ((told << 10) | rest) ^ 0x5412;
  const size = fields.length;
  for (let at = 0; at < 15; at++) {
    const isDark = ((bits >> at) & 1) === 1;
    if (at < 8) fields[at < 6 ? at : at + 1][8] = fields[8][size - 1 - at] = isDark;
    else fields[8][at === 8 ? 7 : 14 - at] = fields[size - 15 + at][8] = isDark;
  }
  fields[size - 8][8] = true;
}

/** The codewords go up and down in pairs of columns, from the right. @param {Fields} fields @param {number[]} words @param {(x: number, y: number) => boolean} mask */
function fill(fields, words, mask) {
  const size = fields.length;
  let at = 0;
  for (let right = size - 1; right > 0; right -= right === 8 ? 3 : 2) {
    for (let step = 0; step < 2 * size; step++) {
      const y = ((right + 1) & 2) === 0 ? size - 1 - (step >> 1) : step >> 1;
      const x = right - (step & 1);
      if (fields[y][x] !== undefined) continue;
      const bit = ((words[at >> 3] ?? 0) >> (7 - (at & 7))) & 1;
      fields[y][x] = (bit === 1) !== mask(x, y);
      at += 1;
    }
  }
}

/** How hard it is to read: long runs and squares of one kind. @param {boolean[][]} code */
function unrest(code) {
  let sum = 0;
  const columns = code.map((_, x) => code.map((row) => row[x]));
  for (const line of [...code, ...columns]) {
    for (const run of line.map(Number).join("").match(/0{5,}|1{5,}/g) ?? []) sum += run.length - 2;
  }
  for (let y = 1; y < code.length; y++) {
    for (let x = 1; x < code.length; x++) if (code[y][x] === code[y - 1][x] && code[y][x] === code[y][x - 1] && code[y][x] === code[y - 1][x - 1]) sum += 3;
  }
  return sum;
}
