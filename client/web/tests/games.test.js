/**
 * The boards without a browser: names, geometry, outlines, and every golden view shown on a document that only keeps
 * what it is given.
 */
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { fakeDocument } from "./fake_document.js";

globalThis.document = fakeDocument();
globalThis.matchMedia = () => ({ matches: false, addEventListener() {} });
const { gameOf } = await import("../games/index.js");
const { border, contours, inset, rounded, softened } = await import("../games/outline.js");
const { ahead, percent } = await import("../games/places.js");
const { hexes } = await import("../games/dice_of_doom.js");
const { blocksOf, territories } = await import("../games/dice_wars.js");
const { read, touching } = await import("../games/territory.js");
const { dice, showFaces } = await import("../dice_faces.js");
const { shareGraph, stacked } = await import("../share_graph.js");

const ROWS = [
  "~AAABB~~~~~CCDDD~",
  "AAAEBBB~~~CCFDDDG",
  "HHAEIBB~~~CJFFDGG",
  "KHEEIIB~~~JJLLLGG",
  "KKKMMNBOOOJPPLLLL",
  "KQQMMNNNOORPPSSSS",
  "KQQQTTT~~~RRPUUUS",
  "QQQVVTV~~~RWWWUUU",
  "XXXVVVV~~~WWWWYYY",
  "~XXZZZ~~~~~YYYYY~",
];
const NEIGHBORS = [
  [1, 4, 7],
  [0, 4, 8, 13, 14],
  [3, 5, 9],
  [2, 5, 6, 11],
  [0, 1, 7, 8, 10, 12],
  [2, 3, 9, 11],
  [3, 11],
  [0, 4, 10],
  [1, 4, 12, 13],
  [2, 5, 11, 14, 15, 17],
  [4, 7, 12, 16],
  [3, 5, 6, 9, 15, 18],
  [4, 8, 10, 13, 16, 19],
  [1, 8, 12, 14, 19],
  [1, 9, 13, 17],
  [9, 11, 17, 18, 20, 22],
  [10, 12, 19, 21, 23],
  [9, 14, 15, 22],
  [11, 15, 20],
  [12, 13, 16, 21],
  [15, 18, 22, 24],
  [16, 19, 23, 25],
  [15, 17, 20, 24],
  [16, 21, 25],
  [20, 22],
  [21, 23],
];
const doom = (size) => ({ rules: { size, max_dice: 5 }, seats: 4 });
const players = [
  { seat: 0, name: "Aki" },
  { seat: 1, name: "Ben" },
  { seat: 2, name: "Cleo" },
];
const nothing = { players, mine: 0, moves: [], source: null, target: null, battle: null, last: null, danger: [] };
/** The twofold area of a loop, positive if it runs clockwise on the screen. */
const area = (loop) => loop.reduce((sum, [x, y], at) => sum + x * loop[(at + 1) % loop.length][1] - y * loop[(at + 1) % loop.length][0], 0);
const close = (a, b) => assert.ok(Math.abs(a - b) < 1e-6 * Math.max(1, Math.abs(b)), `${a} is not ${b}`);
const whole = (loops) => loops.reduce((sum, loop) => sum + area(loop), 0);

test("an action goes from a place to a place", () => {
  const cases = [
    ["dice-of-doom", "pass", null],
    ["dice-of-doom", [0, 1], [0, 1]],
    ["dice-wars", [7, 14], [7, 14]],
    ["animal-shogi", "b3b2", [6, 5]],
    ["animal-shogi", "b2b1+", [5, 4]],
    ["animal-shogi", "a1c4", [0, 11]],
    ["animal-shogi", "C*b2", [12, 5]],
    ["animal-shogi", "E*a1", [13, 0]],
    ["animal-shogi", "G*c4", [14, 11]],
    ["tic-tac-toe", "a1", [0, 0]],
    ["tic-tac-toe", "c2", [5, 5]],
    ["tic-tac-toe", "b3", [7, 7]],
  ];
  for (const [game, action, ends] of cases) {
    assert.deepEqual(gameOf(game).ends(action), ends && { from: ends[0], to: ends[1] }, `${game} ${action}`);
  }
});

test("places have the names of the terminal", () => {
  const names = (game, config, places) => places.map((it) => gameOf(game).name(config, it));
  assert.deepEqual(names("dice-of-doom", doom(6), [0, 5, 13, 35]), ["a1", "f1", "b3", "f6"]);
  assert.deepEqual(names("dice-wars", {}, [0, 14]), ["#0", "#14"]);
  for (const { rows, names: lands } of JSON.parse(readFileSync(new URL("./lands.json", import.meta.url), "utf8"))) {
    assert.deepEqual(names("dice-wars", { map: { rows } }, [...lands.keys()]), lands);
  }
  assert.deepEqual(names("animal-shogi", {}, [0, 4, 11, 12, 13, 14]), ["a1", "b1", "c4", "C*", "E*", "G*"]);
  assert.deepEqual(names("tic-tac-toe", {}, [0, 5, 7]), ["a1", "c2", "b3"]);
});

test("a game that this page does not know is no game", () => {
  assert.equal(gameOf("chess"), undefined);
  assert.equal(gameOf("toString"), undefined);
});

test("a board tells owner and dice, sixteen dice too", () => {
  assert.deepEqual(read("a1d9cG"), [
    { owner: 0, dice: 1 },
    { owner: 3, dice: 9 },
    { owner: 2, dice: 16 },
  ]);
});

test("hexes touch as the protocol says", () => {
  for (const [size, classic] of [
    [2, false],
    [5, false],
    [8, false],
    [8, true],
  ]) {
    const expected = [];
    for (let at = 0; at < size * size; at++) {
      const [row, column] = [Math.floor(at / size), at % size];
      if (column + 1 < size) expected.push(`${at},${at + 1}`);
      if (row + 1 < size) expected.push(`${at},${at + size}`);
      if (row + 1 < size && column + 1 < size) expected.push(`${at},${at + size + 1}`);
    }
    const found = touching(hexes(size, 5, classic)).map(({ a, b }) => `${a},${b}`);
    assert.deepEqual(found.sort(), expected.sort());
  }
});

test("territories touch as the neighbors of the config say", () => {
  for (const upright of [false, true]) {
    const found = NEIGHBORS.map(() => []);
    for (const { a, b } of touching(territories(ROWS, upright))) {
      found[a].push(b);
      found[b].push(a);
    }
    assert.deepEqual(
      found.map((it) => it.sort((a, b) => a - b)),
      NEIGHBORS,
    );
  }
});

test("the outline of a territory holds all its cells and nothing else", () => {
  const { shapes } = territories(ROWS);
  shapes.forEach((cells) => {
    cells.forEach((cell) => assert.ok(area(cell) > 0, "a cell runs clockwise"));
    close(whole(contours(cells)), whole(cells));
  });
  close(whole(contours(shapes.flat())), whole(shapes.flat()));
  assert.equal(blocksOf(ROWS).flat().length, ROWS.join("").replaceAll("~", "").length);
});

test("a realm around a hole has two outlines, and one that is torn has as many as parts", () => {
  const { shapes } = hexes(3, 5, false);
  const of = (...places) => contours(places.flatMap((it) => shapes[it]));
  assert.deepEqual([of(0).length, of(0, 1).length, of(0, 2).length, of(0, 1, 2, 3, 5, 6, 7, 8).length], [1, 1, 2, 2]);
  assert.deepEqual(
    of(0, 1).map((it) => it.length),
    [10],
  );
});

test("cells that touch at a corner only stay apart", () => {
  const square = (x, y) => [
    [x, y],
    [x + 1, y],
    [x + 1, y + 1],
    [x, y + 1],
  ];
  assert.deepEqual(
    contours([square(0, 0), square(1, 1)]).map((it) => it.length),
    [4, 4],
  );
});

test("an outline drawn inwards is smaller by its distance", () => {
  const square = [
    [0, 0],
    [10, 0],
    [10, 10],
    [0, 10],
  ];
  close(area(inset(square, 1)) / 2, 64);
  assert.match(rounded(square, 2), /^M0\.0 2\.0Q0\.0 0\.0 2\.0 0\.0L.*Z$/);
});

test("the line between two hexes is one edge, a little short", () => {
  const { shapes } = hexes(2, 5, false);
  const lines = border(shapes[0], shapes[1]);
  assert.deepEqual(
    lines.map((it) => it.length),
    [2],
  );
  assert.match(softened(lines[0], 5, 3), /^M50\.0 -25\.9L50\.0 25\.9$/);
});

test("everything is drawn inside the picture", () => {
  for (const layout of [hexes(2, 5, false), hexes(8, 16, false), hexes(5, 5, true), territories(ROWS), territories(ROWS, true)]) {
    const [x, y, width, height] = layout.box;
    for (const [u, v] of layout.shapes.flat(2)) {
      assert.ok(u > x && u < x + width && v > y && v + layout.depth < y + height, `${u},${v} in ${layout.box}`);
    }
  }
});

test("a hex of five by five can be touched on a phone", () => {
  const { box } = hexes(5, 5, false);
  assert.ok((100 * 360) / box[2] >= 44, `${(100 * 360) / box[2]} px`);
});

test("a label lies in its own territory", () => {
  const { spots } = territories(ROWS);
  spots.forEach(([x, y], place) => assert.equal(ROWS[Math.floor(y / 68)][Math.floor(x / 60)].charCodeAt(0) - 65, place));
});

test("arrow keys go to the nearest place ahead, and back again", () => {
  const { spots } = hexes(5, 5, false);
  const go = (from, ...step) => ahead(spots, from, step);
  assert.deepEqual([go(12, -1, 0), go(12, 1, 0), go(12, 0, -1), go(12, 0, 1)], [11, 13, 7, 17]);
  assert.deepEqual([go(0, -1, 0), go(0, 0, -1), go(24, 0, 1)], [null, null, null]);
});

test("only what is certain has a hundred percent", () => {
  assert.deepEqual([0, 0.001, 0.004, 0.5, 0.944, 0.999, 1].map(percent), ["0%", "1%", "1%", "50%", "94%", "99%", "100%"]);
});

/** Every message of the server with a view, with the config of its game. */
function views() {
  const folder = new URL("../../../protocol/golden/server/", import.meta.url);
  const messages = readdirSync(folder).map((it) => [it, JSON.parse(readFileSync(new URL(it, folder), "utf8"))]);
  const configs = Object.fromEntries(messages.flatMap(([, { game_match: it }]) => (it ? [[it.config.game, it.config.config]] : [])));
  return messages.flatMap(([name, it]) => {
    const view = it.view ?? it.game_match?.view;
    return view ? [{ name, game: view.game, view: view.view, config: configs[view.game] }] : [];
  });
}

test("every golden view is shown", () => {
  const seen = new Set();
  for (const { name, game, view, config } of views()) {
    const board = gameOf(game).board(config, 2);
    for (const mine of [0, 1, null]) board.update({ ...nothing, view, mine });
    const buttons = board.element.all((it) => it.getAttribute("role") === "button");
    assert.ok(buttons.length >= 4, name);
    assert.ok(
      buttons.every((it) => it.getAttribute("aria-label")),
      name,
    );
    assert.equal(buttons.filter((it) => it.getAttribute("tabindex") === "0").length, 1, name);
    assert.ok(!board.element.all((it) => [...it.attributes.values()].some((value) => /NaN|undefined|null/.test(value))).length, name);
    seen.add(game);
  }
  assert.equal(seen.size, 4);
});

const view = { board: "a3b1b2a2", to_move: 0 };
const moves = [
  { from: 0, to: 1, odds: 0.25 },
  { from: 0, to: 2, odds: 1 },
];
const shown = (board, name) => board.element.all((it) => it.classList.contains(name));

test("a chosen place dims the board and shows the odds of its targets", () => {
  const board = gameOf("dice-of-doom").board(doom(2), 2);
  board.update({ ...nothing, view, moves });
  assert.equal(shown(board, "lit").length, 0);
  board.update({ ...nothing, view, moves, source: 0, target: 1 });
  assert.ok(board.element.classList.contains("dim"));
  assert.deepEqual(
    shown(board, "lit").map((it) => it.getAttribute("aria-pressed")),
    ["true", "false", "false"],
  );
  assert.deepEqual(
    shown(board, "pill").map((it) => it.textContent),
    ["25%", "100%"],
  );
  assert.ok(shown(board, "arrow")[0].hasAttribute("transform"));
  board.update({ ...nothing, view, moves });
  assert.ok(!board.element.classList.contains("dim"));
  assert.ok(shown(board, "pill").every((it) => it.classList.contains("none")));
});

test("an update touches what differs and nothing else", () => {
  const board = gameOf("dice-of-doom").board(doom(2), 2);
  board.update({ ...nothing, view, moves });
  const count = document.changes;
  board.update({ ...nothing, view, moves });
  assert.equal(document.changes, count);
  const made = document.made;
  board.update({ ...nothing, view: { ...view, board: "a1a2b2a2" } });
  assert.equal(document.made, made);
  assert.deepEqual(
    shown(board, "flip").map((it) => it.getAttribute("data-place")),
    ["1"],
  );
  assert.ok(shown(board, "flip")[0].classList.contains("was1"));
  board.update({ ...nothing, view: { ...view, board: "a1a2b2a2" }, target: 1 });
  assert.equal(shown(board, "flip").length, 1, "it turns on while the pointer moves");
  board.element.fire("animationend", { target: shown(board, "flip")[0] });
  assert.equal(shown(board, "flip").length, 0);
});

test("a battle shows both sums", () => {
  const board = gameOf("dice-wars").board({ map: { rows: ["AABB", "AABB", "CCDD", "CCDD"] } }, 2);
  board.update({ ...nothing, view, battle: { from: 0, to: 1, attack: [6, 2, 5], defense: [4] } });
  assert.deepEqual(
    shown(board, "pill")
      .map((it) => it.textContent)
      .sort(),
    ["13", "4"],
  );
  const moves = [{ from: 3, to: 1, odds: 0.5 }];
  board.update({ ...nothing, view, moves, source: 3, battle: { from: 0, to: 1, attack: [6, 2, 5], defense: [4] } });
  assert.deepEqual(shown(board, "pill").filter((it) => !it.classList.contains("none")).map((it) => it.textContent), ["50%"], "what is chosen hides it");
});

test("the look of the book stacks a cube for each die", () => {
  const board = gameOf("dice-of-doom").board(doom(2), 2);
  board.element.classList.add("classic");
  board.update({ ...nothing, view });
  assert.equal(board.element.all((it) => it.tagName === "use").length, 8);
  board.update({ ...nothing, view: { ...view, board: "a1b1b2a9" } });
  assert.equal(board.element.all((it) => it.tagName === "use").length, 13);
  assert.ok(board.element.classList.contains("classic"));
});

test("mouse and keys choose and point", () => {
  const board = gameOf("tic-tac-toe").board({}, 2);
  const calls = [];
  board.onChoose = (place) => calls.push(`choose ${place}`);
  board.onPoint = (place) => calls.push(`point ${place}`);
  board.update({ ...nothing, view: { board: ".........", to_move: 0, line: [] } });
  const [first, second] = board.element.all((it) => it.getAttribute("role") === "button");
  const key = (target, name) => board.element.fire("keydown", { target, key: name });
  board.element.fire("click", { target: first.children[1] });
  board.element.fire("pointerover", { target: second });
  key(first, "ArrowRight");
  key(second, "Enter");
  key(second, " ");
  key(second, "x");
  assert.deepEqual(calls, ["choose 0", "point 1", "choose 1", "choose 1"]);
  assert.deepEqual(
    [first, second].map((it) => it.getAttribute("tabindex")),
    ["-1", "0"],
  );
  assert.equal(document.focused, second);
});

test("labels are the words of the caller if there are some", () => {
  const board = gameOf("dice-of-doom").board(doom(2), 2);
  board.update({ ...nothing, view });
  const label = () => shown(board, "place")[1].getAttribute("aria-label");
  assert.equal(label(), "b1, Ben, 1");
  board.update({ ...nothing, view, label: (place) => `number ${place}` });
  assert.equal(label(), "number 1");
});

test("a piece that moves is the same element, a captured one goes", () => {
  const shown = views()
    .filter((it) => it.game === "animal-shogi")
    .sort((a, b) => b.name.length - a.name.length);
  const [after, before] = [shown.find((it) => it.name.startsWith("update")), shown.find((it) => it.name.startsWith("snapshot"))];
  const board = gameOf("animal-shogi").board(before.config, 2);
  const pieces = () => board.element.all((it) => it.classList.contains("piece"));
  board.update({ ...nothing, view: before.view });
  const first = pieces();
  board.update({ ...nothing, view: after.view });
  assert.deepEqual([first.length, pieces().length, first.filter((it) => pieces().includes(it)).length], [8, 8, 7]);
});

test("dice tell their faces and their sum", () => {
  const element = dice([6, 3], 9, "attack");
  assert.equal(element.getAttribute("aria-label"), "6 + 3 = 9");
  assert.deepEqual(
    element.all((it) => it.classList.contains("eyes")).map((it) => it.getAttribute("data-face")),
    ["6", "3"],
  );
  const faces = () => element.all((it) => it.classList.contains("eyes")).map((it) => it.getAttribute("data-face"));
  for (const [shown, sum] of [[[1, 2, 5], 8], [[4], 4], [[], 0], [[2, 2], 4]]) {
    showFaces(element, shown, sum);
    assert.deepEqual(faces(), shown.map(String));
    assert.equal(element.getAttribute("aria-label"), `${shown.join(" + ")} = ${sum}`);
    assert.equal(element.lastElementChild.textContent, String(sum));
  }
});

test("the shares of a round fill the height", () => {
  assert.deepEqual(stacked([1, 3]), [
    { from: 0, share: 0.25 },
    { from: 0.25, share: 0.75 },
  ]);
  assert.deepEqual(
    stacked([0, 0]).map((it) => it.share),
    [0, 0],
  );
  for (const rounds of [
    [],
    [[3, 3, 2]],
    [
      [3, 3, 2],
      [8, 0, 0],
    ],
  ]) {
    const graph = shareGraph(rounds, players, { title: "Dice by round" });
    const [title, desc] = graph.children;
    assert.equal(title.textContent, "Dice by round");
    assert.match(desc.textContent, /^Aki \d+% → \d+%, Ben/);
    assert.ok(!graph.all((it) => /NaN/.test(it.getAttribute("d") ?? "")).length);
  }
});

/** A board of a game that the page does not know, as its server describes it. */
function describedBoard(layout) {
  const game = gameOf("of-a-later-server", layout);
  const board = game.board({}, 2);
  const show = (view, more = {}) => board.update({ ...nothing, view: { to_move: 0, marks: [], text: "", ...view }, ...more });
  const place = (at) => board.element.children.find((it) => it.getAttribute("data-place") === String(at));
  return { game, board, show, place };
}

test("a game that the page does not know is drawn and played as its server describes it", () => {
  assert.equal(gameOf("of-a-later-server"), undefined, "without a description there is nothing to draw");
  const { game, board, show, place } = describedBoard({ kind: "grid", columns: 7, rows: 6 });
  assert.deepEqual([0, 6, 41].map((it) => game.name(undefined, it)), ["a1", "g1", "g6"]);
  show({ marks: [[38, 0, null, null], [31, 1, "K", 2]], text: "round 3" }, { moves: [{ from: 3, to: 3 }] });
  assert.equal(board.element.children.filter((it) => it.getAttribute("role") === "button").length, 42);
  assert.equal(place(38).getAttribute("aria-label"), "d6, Aki");
  assert.equal(place(31).getAttribute("aria-label"), "d5, Ben, K×2");
  assert.ok(place(31).all((it) => it.classList.contains("s1")).length === 1 && !place(31).classList.contains("can"));
  assert.ok(place(3).classList.contains("can"));
  const chosen = [];
  board.onChoose = (it) => chosen.push(it);
  board.element.listeners.click[0]({ target: { closest: () => place(3) } });
  board.element.listeners.keydown[0]({ key: "Enter", target: { closest: () => place(3) }, preventDefault() {} });
  assert.deepEqual(chosen, [3, 3], "by mouse and by key");
  show({ marks: [[38, 0, null, null], [31, 1, "K", 2], [3, 0, null, null]], to_move: 1 });
  assert.ok(place(3).classList.contains("latest") && !place(38).classList.contains("latest"), "what has changed is seen");
  assert.ok(board.element.children.some((it) => it.getAttribute("class") === "sign"));
});

test("everything that lies at one place is seen and told", () => {
  const { show, place } = describedBoard({ kind: "grid", columns: 12, rows: 1 });
  show({ marks: [[0, 0, null, 2], [0, 1, null, 1], [4, 1, "K", null]] });
  assert.equal(place(0).getAttribute("aria-label"), "a1, Aki, 2, Ben, 1");
  const things = (at) => place(at).children[1].children.filter((it) => !it.hasAttribute("visibility"));
  assert.deepEqual(things(0).map((it) => [it.getAttribute("class"), it.children[2].textContent]), [["s0", "2"], ["s1", "1"]]);
  assert.notEqual(things(0)[0].getAttribute("transform"), things(0)[1].getAttribute("transform"));
  show({ marks: [[0, 1, null, 1]] });
  assert.deepEqual([things(0).length, things(0)[0].getAttribute("class"), things(0)[0].getAttribute("transform"), things(4).length], [1, "s1", null, 0]);
});

test("what has changed is seen through one's own turn, and the line of a wide board is large", () => {
  const { board, show, place } = describedBoard({ kind: "grid", columns: 24, rows: 1 });
  const latest = () => [0, 1, 2].filter((at) => place(at).classList.contains("latest"));
  const choices = { moves: [{ from: 5, to: 5 }] };
  show({}, choices);
  show({ marks: [[0, 0, null, null]], to_move: 1 });
  show({ marks: [[0, 0, null, null], [1, 1, null, null]], to_move: 0 });
  for (const target of [null, 5, 6]) show({ marks: [[0, 0, null, null], [1, 1, null, null]] }, { ...choices, target });
  assert.deepEqual(latest(), [0, 1], "one's own action and those after it");
  show({ marks: [[0, 0, null, null], [1, 1, null, null], [2, 0, null, null]], to_move: 1 });
  assert.deepEqual(latest(), [2]);
  show({ marks: [] }, { mine: null });
  show({ marks: [[1, 1, null, null]] }, { mine: null });
  assert.deepEqual(latest(), [1], "who watches sees the last change");
  assert.ok(Number.parseFloat(board.line.style.fontSize) > 60);
});

test("hexes are shifted row by row, places may be numbered by columns, and regions are a map", () => {
  const spots = (layout) => describedBoard(layout).board.spots;
  const [first, , third] = spots({ kind: "grid", columns: 2, rows: 2, cells: "hex_right" });
  assert.deepEqual([third[0] - first[0], Math.round(third[1] - first[1])], [50, 87]);
  assert.equal(spots({ kind: "grid", columns: 2, rows: 2, cells: "hex_left" })[2][0], -50);
  const byColumns = describedBoard({ kind: "grid", columns: 3, rows: 4, order: "columns" });
  assert.deepEqual([0, 1, 4, 11].map((it) => byColumns.game.name(undefined, it)), ["a1", "a2", "b1", "c4"]);
  assert.equal(spots({ kind: "regions", rows: ROWS }).length, 26);
  assert.equal(spots({ kind: "text" }).length, 0);
});

test("what is held in a hand has rooms below the board, and others' hands are told", () => {
  const { board, show, place } = describedBoard({ kind: "grid", columns: 3, rows: 3 });
  show({ marks: [[9, 0, "P", 2], [10, 1, "P", 1]] }, { moves: [{ from: 9, to: 4 }] });
  assert.ok(place(9).classList.contains("can"));
  assert.equal(place(9).getAttribute("aria-label"), "#9, Aki, P×2");
  show({ marks: [[9, 0, "P", 2], [10, 1, "P", 1]] }, { moves: [{ from: 9, to: 4 }], source: 9 });
  assert.ok(place(4).classList.contains("can") && place(9).classList.contains("source"));
  assert.equal(board.element.children.find((it) => it.getAttribute("class") === "sign").textContent, "Ben: P×1");
});
