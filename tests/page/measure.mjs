// Measures what the page costs a browser: bytes, the time to a drawn board, the processor time of an update, and the heap. Called
// by `run.sh --measure`, and by the test of the heap. The match that is fed to the page was played on a real server, at 8x8.

import { pathToFileURL } from "node:url";
import { Browser, Server } from "./stage.mjs";

/** After how many updates the heap is looked at. */
export const [FEW, MANY] = [200, 2_000];
/** So many updates are not counted: the browser compiles what it runs often. */
const WARMING = 30;
/** How often the page is opened, and how often each update of a match is measured. */
const [OPENINGS, LAPS] = [10, 5];

/** The bots of the recorded match. They choose without a search, so it is soon over. */
const BOT = "strategist";

/** The messages that whoever watches four bots on a board of 8x8 is told, from the call of the match on. */
export async function record(browser, server) {
  const context = await browser.person("recorder");
  const page = await context.newPage();
  const told = [];
  page.on("websocket", (it) => it.on("framereceived", ({ payload }) => told.push(JSON.parse(payload))));
  await page.goto(`http://${server.address}/`);
  await page.waitForSelector("body[data-link=outside]");
  await page.locator("button", { hasText: "Open a table" }).click();
  await page.waitForSelector(".seats .held");
  await page.locator(".settings summary").click();
  await page.locator(".settings select").nth(1).selectOption("8");
  const seated = async (count) => {
    await page.locator(".heads").first().locator("button").last().click();
    await page.locator(".menu li button", { hasText: BOT }).click();
    await page.waitForFunction((it) => document.querySelectorAll(".seats .held").length === it, count);
  };
  for (const seat of [1, 2, 3]) await seated(seat + 1);
  await page.locator("button", { hasText: "Stand" }).click();
  await page.waitForSelector(".heads");
  await seated(4);
  await page.locator("button", { hasText: "Start" }).first().click();
  await page.waitForSelector(".outcome");
  await context.close();
  return told;
}

/** A page that is told these messages instead of a server's, one by one, as fast as it is asked to. */
export async function fed(browser, server, heard) {
  const { Shown } = await import(pathToFileURL("client/web/shown.js").href);
  const shown = new Shown();
  const told = heard.map((it) => shown.unfold(it));
  const snapshot = told.find((it) => it.type === "snapshot");
  const welcome = { ...told.find((it) => it.type === "welcome"), resumed: true, renewed: { token: "x", last_id: 0 } };
  const context = await browser.person("watcher");
  await context.addInitScript(stand, [welcome, snapshot]);
  const page = await browser.open(context, `http://${server.address}/`);
  // Without a time between two looks the wait would ask for frames, which come only with `stand.take`.
  await page.waitForFunction(() => window.stand?.isOpen, null, { polling: 20 });
  const updates = told.slice(told.indexOf(snapshot)).filter((it) => it.type === "update");
  const begun = updates.findIndex((it) => it.events.some((event) => event.match_started)) + 1;
  await take(page, updates.slice(0, begun).map((it) => JSON.stringify(it)));
  const going = updates.slice(begun).filter((it) => it.events[0]?.acted && !it.lobby && !it.outcome);
  return { page, going, course: course(going), cdp: await context.newCDPSession(page) };
}

/** In the page, before it begins: a connection and frames that the measurement moves on. */
function stand([welcome, snapshot]) {
  localStorage.setItem("dicehall.seat", JSON.stringify({ lobby: snapshot.lobby.lobby, token: "x" }));
  const stand = (window.stand = { isOpen: false, frame: null });
  window.requestAnimationFrame = (frame) => { stand.frame = frame; return 1; };
  // Takes in an update and draws it, to the last corner.
  stand.take = (data) => {
    stand.socket.onmessage({ data });
    const { frame } = stand;
    stand.frame = null;
    frame?.(performance.now());
    document.body.getBoundingClientRect();
  };
  window.WebSocket = class {
    static OPEN = 1;
    readyState = 1;
    constructor() {
      stand.socket = this;
      setTimeout(() => this.onopen(), 0);
    }
    send(text) {
      const said = JSON.parse(text);
      setTimeout(() => this.answer(said), 0);
    }
    answer({ type, id }) {
      if (type !== "hello") return this.give({ type: "accepted", id });
      this.give(welcome);
      this.give(snapshot);
      stand.isOpen = true;
    }
    give(message) { this.onmessage({ data: JSON.stringify(message) }); }
    close() {}
  };
}

/** One long match, made of the recorded actions over and over: the text of each update. */
function* course(going) {
  let { revision, ply } = going[0];
  for (;;) {
    for (const it of going) {
      revision += it.events.length;
      yield JSON.stringify({ ...it, revision, ply: ++ply });
    }
  }
}

/** The bytes of the heap after all that is no longer needed was cleared away: of everything, and without what the browser has
 * compiled and without the elements, of which there are as many after every update. */
export async function heap(cdp) {
  for (let round = 0; round < 3; round++) await cdp.send("HeapProfiler.collectGarbage");
  const { usedSize } = await cdp.send("Runtime.getHeapUsage");
  const parts = [];
  const listen = ({ chunk }) => parts.push(chunk);
  cdp.on("HeapProfiler.addHeapSnapshotChunk", listen);
  await cdp.send("HeapProfiler.takeHeapSnapshot");
  cdp.off("HeapProfiler.addHeapSnapshotChunk", listen);
  const { snapshot: { meta }, nodes } = JSON.parse(parts.join(""));
  const [kind, size] = ["type", "self_size"].map((it) => meta.node_fields.indexOf(it));
  let data = 0;
  for (let at = 0; at < nodes.length; at += meta.node_fields.length) {
    if (!["code", "native", "synthetic"].includes(meta.node_types[kind][nodes[at + kind]])) data += nodes[at + size];
  }
  return { usedSize, data };
}

/** Feeds these updates to the page. */
const take = (page, texts) => page.evaluate((texts) => texts.forEach(window.stand.take), texts);

/** Feeds so many updates of the long match. */
export const feed = ({ page, course }, count) => take(page, Array.from({ length: count }, () => course.next().value));

/** What one update costs the page's thread, in milliseconds of processor time: script, style and layout. */
export async function costs({ page, course, cdp }, count) {
  await cdp.send("Performance.enable", { timeDomain: "threadTicks" });
  const read = async () => {
    const { metrics } = await cdp.send("Performance.getMetrics");
    const of = (name) => 1_000 * metrics.find((it) => it.name === name).value;
    return { script: of("ScriptDuration"), drawing: of("RecalcStyleDuration") + of("LayoutDuration") };
  };
  const found = [];
  for (let before = await read(); found.length < count; ) {
    await page.evaluate((text) => new Promise((done) => setTimeout(() => done(window.stand.take(text)), 0)), course.next().value);
    const after = await read();
    found.push({ script: after.script - before.script, drawing: after.drawing - before.drawing });
    before = after;
  }
  return found.slice(WARMING);
}

/** The time from the navigation to a drawn board, in milliseconds, and the bytes that were loaded. */
async function openings(browser, server) {
  const page = await browser.open(await browser.person("opener"), `http://${server.address}/`);
  await page.waitForSelector("body[data-link=outside]");
  const bytes = await page.evaluate(() => performance.getEntries().reduce((sum, it) => sum + (it.encodedBodySize ?? 0), 0));
  await page.locator(".play .primary").click();
  await page.waitForSelector(".board svg .place");
  const times = [];
  while (times.length < OPENINGS) {
    await page.goto(page.url());
    times.push(await page.evaluate(() => new Promise((done) => {
      const look = () => (document.querySelector(".board svg .place") ? requestAnimationFrame(() => done(performance.now())) : setTimeout(look, 1));
      look();
    })));
  }
  await page.context().close();
  return { bytes, times };
}

/** Of some numbers the one below which so many of them are, with two digits. */
function part(numbers, below) {
  const sorted = [...numbers].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * below))].toFixed(2);
}

async function measure() {
  const [server, browser] = await Promise.all([Server.start(), Browser.start()]);
  const { bytes, times } = await openings(browser, server);
  console.log(`loaded: ${bytes} bytes; navigation to a drawn board, ms: median ${part(times, 0.5)}, least ${part(times, 0)}, most ${part(times, 1)}`);
  const told = await record(browser, server);
  const { going, ...stage } = await fed(browser, server, told);
  const each = await costs(stage, LAPS * going.length + WARMING);
  const sum = ({ script, drawing }) => script + drawing;
  const least = going.map((_, at) => each.filter((__, it) => it % going.length === at).reduce((one, other) => (sum(one) < sum(other) ? one : other)));
  for (const [name, all] of [["of all updates", each], [`of each update the least of ${LAPS} laps`, least]]) {
    const parts = [["script", (it) => it.script], ["style and layout", (it) => it.drawing], ["both", sum]];
    const said = parts.map(([what, of]) => `${what} ${part(all.map(of), 0.5)}, p95 ${part(all.map(of), 0.95)}`);
    console.log(`processor time ${name}, ms, median: ${said.join("; ")}`);
  }
  const grown = await fed(browser, server, told);
  await feed(grown, FEW);
  const before = await heap(grown.cdp);
  await feed(grown, MANY - FEW);
  const after = await heap(grown.cdp);
  const growth = (what) => `${before[what]} to ${after[what]} (x${(after[what] / before[what]).toFixed(3)})`;
  console.log(`heap after ${FEW} and ${MANY} updates: ${growth("usedSize")}; without compiled code: ${growth("data")}`);
  await browser.stop();
  server.stop();
}

if (process.argv[2] === "--measure") await measure();
