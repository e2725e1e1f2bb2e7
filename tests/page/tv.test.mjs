// The big screen through an evening: two telephones play three matches, the screen follows them by itself, and nobody touches it.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Browser, Server, begin, playOn } from "./stage.mjs";

let server;
let browser;
before(async () => { [server, browser] = await Promise.all([Server.start(), Browser.start()]); });
after(async () => { await browser.stop(); server.stop(); });

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const home = () => `http://${server.address}/`;
const close = async (pages) => { for (const it of pages) await it.context().close(); };

/** A television of this width and height. */
const television = async (address, width = 1_920, options = {}) => browser.open(await browser.person("nobody", { viewport: { width, height: (width * 9) / 16 }, ...options }), address);

/** A table at which somebody with a telephone sits. */
async function table(name, game) {
  const host = await browser.open(await browser.person(name, PHONE), home());
  await begin(host, game, "Open a table");
  await host.waitForSelector(".seats .held");
  return host;
}

/** Somebody with a telephone who comes by the address of a table. */
async function joined(name, address) {
  const guest = await browser.open(await browser.person(name, PHONE), address);
  await guest.waitForSelector(".seats .held:nth-of-type(2)");
  return guest;
}

/** In the page: what is cut off or outside of the picture, and texts that are smaller than 28 of 1920 points. */
function faults() {
  const { innerWidth: width, innerHeight: height } = window;
  const texts = [...document.querySelectorAll("#page *")].filter((it) => it.checkVisibility() && !it.closest("svg, .qr") && [...it.childNodes].some((node) => node.nodeType === 3 && node.data.trim()));
  const small = texts.filter((it) => parseFloat(getComputedStyle(it).fontSize) < (28 / 1_920) * width - 0.1);
  const outside = texts.filter((it) => { const { left, right, top, bottom } = it.getBoundingClientRect(); return left < -1 || top < -1 || right > width + 1 || bottom > height + 1; });
  const boards = [...document.querySelectorAll(".tv-board svg.board")].map((it) => it.getBoundingClientRect()).filter((it) => it.bottom > height || (document.querySelector(".tv-strip")?.getBoundingClientRect().top ?? height) < it.bottom);
  const scrolls = document.documentElement.scrollHeight > height || document.documentElement.scrollWidth > width;
  return [...small.map((it) => `small: ${it.textContent}`), ...outside.map((it) => `outside: ${it.textContent}`), ...boards.map(() => "the board is cut"), ...(scrolls ? ["it scrolls"] : [])];
}

/** Checks that everything is seen from the sofa, and that there is nothing to press. */
async function isSeen(screens) {
  for (const it of screens) {
    assert.deepEqual(await it.evaluate(faults), []);
    assert.equal(await it.locator("button, a, input, select, [tabindex='0']").locator("visible=true").filter({ hasNot: it.locator("[inert]") }).evaluateAll((all) => all.filter((one) => !one.closest("[inert]")).length), 0);
  }
}

test("the screen follows an evening of three matches with two telephones, through a killed server, and is never host", async () => {
  const host = await table("hanna", "tic-tac-toe");
  const address = host.url();
  const screens = [await television(`${address}/tv`), await television(`${address}/tv`, 1_280)];
  for (const it of screens) await it.locator(".tv-seats li", { hasText: "Open seat" }).waitFor();
  await isSeen(screens);
  const guest = await joined("mira", address);
  for (const it of screens) await it.locator(".tv-seats li", { hasText: "mira" }).waitFor();
  await guest.locator("button", { hasText: "Ready" }).first().click();
  for (const it of screens) await it.locator(".tv-seats li", { hasText: "mira" }).locator(".tv-check").waitFor();
  for (let match = 1; match <= 3; match++) {
    if (match > 1) await guest.locator(".rematch:not([aria-disabled])").click();
    await host.locator(match > 1 ? ".rematch:not([aria-disabled])" : ".start-match").click();
    for (const it of screens) await it.locator(".tv-turn b", { hasText: "turn" }).waitFor();
    await isSeen(screens);
    if (match === 2) {
      await server.crash();
      for (const it of screens) await it.locator("body[data-link=inside] .tv-turn b").waitFor();
    }
    await Promise.all([host, guest].map((it) => playOn(it)));
    for (const it of screens) await it.waitForSelector(".tv-ending h1");
    await isSeen(screens);
    for (const it of screens) await it.locator(".tv-evening h2", { hasText: match === 1 ? "1 match" : `${match} matches` }).waitFor();
    for (const it of screens) await it.locator(".tv-evening .card", { hasText: "Last match" }).waitFor();
    await isSeen(screens);
  }
  assert.equal(await screens[0].locator(".tv-evening tbody tr").count(), 2, "the screen plays no matches");
  // Whoever was host goes: the part goes to a person, though the screen has been there for longer.
  await close([host]);
  await close(screens.slice(1));
  await guest.locator(".next button:not([aria-disabled])", { hasText: "Home" }).click();
  await guest.waitForSelector("body[data-link=outside] .home");
  const late = await browser.open(await browser.person("otto", PHONE), address);
  await late.locator(".seats .held", { hasText: "otto" }).filter({ hasText: "host" }).waitFor();
  await close([guest, late, screens[0]]);
});

test("an attack is told with its chance before and its luck after, and the dice lie before that", async () => {
  const host = await table("ines", "dice-of-doom");
  const screen = await television(`${host.url()}/tv`, 1_920, { reducedMotion: "no-preference" });
  const guest = await joined("jo", host.url());
  await guest.locator("button", { hasText: "Ready" }).first().click();
  await screen.locator(".tv-check").waitFor();
  await screen.evaluate(() => {
    window.seen = [];
    const look = () => {
      const [chance, result] = [".tv-chance b", ".tv-result"].map((it) => document.querySelector(it)?.textContent ?? "");
      window.seen.push({ isRolling: Boolean(document.querySelector(".tv-roll .rolling")), chance, result });
    };
    new MutationObserver(look).observe(document.getElementById("page"), { subtree: true, childList: true, attributes: true });
  });
  await host.locator(".start-match").click();
  await screen.waitForSelector(".tv-strip .moves");
  // One press after the other, until the dice of an attack are in the air: whoever begins may end the turn without one.
  while (!(await screen.evaluate(() => window.seen.some((it) => it.isRolling)))) {
    for (const it of [host, guest]) if (await it.locator(".turn.mine").count()) await playOn(it, 1);
    await screen.waitForTimeout(300);
  }
  await screen.waitForFunction(() => window.seen.some((it) => / luck /.test(it.result)));
  const seen = await screen.evaluate(() => window.seen);
  assert.match(seen.find((it) => / luck /.test(it.result)).result, /^(taken by \d+|held by \d+|a tie holds)[▲●■◆] luck [+−]?0\.\d\d$/);
  const rolling = seen.filter((it) => it.isRolling && it.chance);
  const last = /^(ines|jo) (holds (whatever falls|with a 6 alone|with a [2-5] or more)|cannot hold any more)$/;
  assert.ok(rolling.length > 0 && rolling.every((it) => /^\d+%$/.test(it.chance) && (it.result === "" || last.test(it.result))), "the chance before, and what the last die decides");
  assert.ok(rolling.some((it) => last.test(it.result)), "what the last die decides");
  const face = await screen.locator(".tv-roll .die").first().boundingBox();
  assert.ok(face.width >= 125, `a die is ${face.width} wide`);
  assert.deepEqual(await screen.evaluate(faults), []);
  await close([host, guest, screen]);
});

test("a table that is not there is waited for, and all tables are shown in turn where none is named", async () => {
  const lost = await television(`${home()}ZZZZ2/tv`);
  await lost.locator("h1", { hasText: "No table ZZZZ2 is open here." }).waitFor();
  const all = await television(`${home()}tv`);
  const one = await table("kai", "tic-tac-toe");
  await all.locator(".tv-head h1", { hasText: "kai" }).waitFor();
  const other = await table("lea", "tic-tac-toe");
  // The clock of the screen goes on by more than a turn.
  await all.evaluate(() => { const now = Date.now; Date.now = () => now() + 60_000; });
  await all.locator(".tv-head h1", { hasText: "lea" }).waitFor();
  await close([lost, all, one, other]);
});
