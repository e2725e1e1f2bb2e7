// The page for everybody: what is read out, where the focus is, which keys count, and how it fits on small and large screens.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Browser, Server, begin, playOn } from "./stage.mjs";

let server;
let browser;
before(async () => { [server, browser] = await Promise.all([Server.start(), Browser.start()]); });
after(async () => { await browser.stop(); server.stop(); });

const home = () => `http://${server.address}/`;
const button = (page, text) => page.locator("button", { hasText: text }).first();
const close = async (pages) => { for (const it of pages) await it.context().close(); };
const GAMES = ["dice-of-doom", "dice-wars", "animal-shogi", "tic-tac-toe"];

/** A match alone with bots. */
async function alone(name, game, options, preferred) {
  const page = await browser.open(await browser.person(name, options, preferred), home());
  await begin(page, game, "Play against bots");
  await page.waitForSelector(".turn.mine, .end:visible");
  return page;
}

/** A table with a host, who sits, and a guest, who came by its address. */
async function table(names, game = "tic-tac-toe") {
  const host = await browser.open(await browser.person(names[0]), home());
  await begin(host, game, "Open a table");
  await host.waitForSelector(".seats .held");
  const guest = await browser.open(await browser.person(names[1]), host.url());
  await guest.waitForSelector(".seats .held:nth-of-type(2)");
  return [host, guest];
}

test("from the end of one's turn to the next one at most three texts are read out, and each bot has its summary", async () => {
  // With bots that take no time, the next End turn would come within the time in which a second press is the same press.
  const page = await alone("anna", "dice-of-doom", undefined, { pace: 100 });
  await page.evaluate(() => {
    window.told = [];
    for (const it of document.querySelectorAll("[aria-live], [role=status]")) {
      new MutationObserver(() => window.told.push(it.textContent)).observe(it, { childList: true, characterData: true, subtree: true });
    }
  });
  for (let turn = 0; turn < 3 && !(await page.locator(".end:visible").count()); turn++) {
    await page.evaluate(() => { window.told = []; });
    await page.locator(".deck button", { hasText: "End turn" }).click();
    await page.waitForFunction(() => window.told.some((it) => it.includes("It is your turn")) || document.querySelector(".end:not([hidden])"));
    const told = await page.evaluate(() => window.told.filter(Boolean));
    assert.ok(told.length <= 3, `${told.length} texts: ${told.join(" | ")}`);
    if (turn === 0) assert.match(told.at(-1), /Pebble 1: .*Pebble 2: .*Pebble 3: .*It is your turn/);
  }
  await page.context().close();
});

test("in a first match the coach says each sentence once, is read out, covers no place, and goes when it is sent away", async () => {
  const coached = { pace: 0, knows: false };
  const phone = await alone("gil", "dice-of-doom", { viewport: { width: 390, height: 844 } }, coached);
  const said = phone.locator(".coach [role=status]");
  await said.filter({ hasText: "Your hexes have your mark" }).waitFor();
  const ends = await phone.evaluate(() => [".board > svg", ".deck"].map((it) => document.querySelector(it).getBoundingClientRect()).map(({ top, bottom }) => ({ top, bottom })));
  assert.ok(ends[0].bottom <= ends[1].top + 1, `the board ends at ${ends[0].bottom}, what is said begins at ${ends[1].top}`);
  await phone.locator(".place.can").first().click();
  await said.filter({ hasText: "Choose it to attack" }).waitFor();
  await phone.locator(".deck button", { hasText: "I know how to play" }).click();
  await said.filter({ hasText: /^$/ }).waitFor({ state: "attached" });
  await phone.reload();
  await phone.waitForSelector(".turn.mine");
  assert.equal(await said.textContent(), "", "it is kept that somebody knows");
  await phone.locator(".ask").click();
  await phone.locator(".help button", { hasText: "Let the coach speak again" }).click();
  await said.filter({ hasText: "Your hexes have your mark" }).waitFor();
  await phone.context().close();
  const quick = await alone("hanna", "tic-tac-toe", undefined, coached);
  await quick.locator(".coach", { hasText: "Choose a free cell" }).waitFor();
  await playOn(quick);
  const kept = await quick.evaluate(() => JSON.parse(localStorage.getItem("dicehall.preferences")).coached);
  assert.deepEqual(kept, ["tic-tac-toe"], "after the first match of a game it has said all");
  await quick.context().close();
});

test("whoever opens a table is led to its heading, and to the board as the match begins; on a phone the table's name can be read", async () => {
  const phone = await browser.open(await browser.person("ida", { viewport: { width: 390, height: 844 } }), home());
  await begin(phone, "dice-of-doom", "Open a table");
  await phone.waitForFunction(() => document.activeElement?.matches(".table-head h1"));
  await phone.locator(".heads button").first().click();
  await phone.waitForSelector(".seats .held:nth-of-type(2)");
  await phone.locator(".table-head h1").focus();
  await phone.locator(".start-match").evaluate((it) => it.click());
  await phone.waitForFunction(() => document.activeElement?.closest(".board"));
  const [name, head] = await Promise.all(["h1", "p"].map((it) => phone.locator(`.table-head ${it}`).evaluate(({ scrollWidth, clientWidth, offsetTop }) => ({ isCut: scrollWidth > clientWidth, offsetTop }))));
  assert.ok(!name.isCut, "the name is cut");
  assert.ok(Math.abs(name.offsetTop - head.offsetTop) < 12, "name and game stand in one row");
  await phone.context().close();
});

test("the focus stays where something was pressed, and is never nowhere", async () => {
  const [host, guest] = await table(["ben", "cora"]);
  const focused = (page) => page.evaluate(() => document.activeElement?.textContent);
  await button(guest, "Ready").focus();
  await guest.keyboard.press("Enter");
  await guest.locator("button", { hasText: "Not ready" }).waitFor();
  assert.equal(await focused(guest), "Not ready");
  await button(host, "Start").focus();
  await host.keyboard.press("Enter");
  await host.waitForSelector(".board svg");
  await host.waitForFunction(() => document.activeElement?.closest(".board, .table-head"));
  await close([host, guest]);
});

test("letters act only while the board has the focus, but the help opens anywhere but in a field", async () => {
  const page = await alone("dirk", "dice-of-doom");
  await page.locator(".tabs button").first().focus();
  await page.keyboard.press("e");
  await page.locator(".speech input").focus();
  await page.keyboard.type("e?");
  assert.equal(await page.locator(".speech input").inputValue(), "e?");
  assert.equal(await page.locator(".help[open]").count(), 0);
  assert.equal(await page.locator(".log li", { hasText: "ends the turn" }).count(), 0, "no turn was ended");
  await page.locator(".game .board [tabindex='0']").focus();
  await page.keyboard.press("?");
  await page.waitForSelector(".help[open]");
  await page.keyboard.press("Escape");
  await page.locator(".game .board [tabindex='0']").focus();
  await page.keyboard.press("e");
  await page.locator(".log li", { hasText: "ends the turn" }).first().waitFor();
  await page.context().close();
});

for (const game of GAMES) {
  test(`on a phone that lies on its side the whole board of ${game} is in sight, with the end of the turn beside it`, async () => {
    const page = await alone("emil", game, { viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true });
    const [board, deck] = [await page.locator(".board > svg").boundingBox(), await page.locator("div.deck .actions").boundingBox()];
    assert.ok(board.y >= 0 && board.y + board.height <= 390 && board.height >= 340, `the board from ${board.y}, ${board.height} high`);
    assert.ok(deck.x >= board.x + board.width - 1 && deck.y + deck.height <= 390, `the buttons at ${deck.x}, ${deck.y}`);
    await page.context().close();
  });
}

test("nothing is wider than 320 points, on any screen", async () => {
  const page = await browser.open(await browser.person("a name of 24 letters, x", { viewport: { width: 320, height: 640 } }), home());
  const wide = async (where) => assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 320, where);
  await page.waitForSelector("body[data-link=outside]");
  await page.waitForSelector(".picture svg");
  await wide("home");
  await begin(page, "dice-of-doom", "Play against bots");
  await page.waitForSelector(".board svg");
  await wide("match");
  await page.locator(".ask").click();
  await wide("help");
  await page.locator(".help button").first().click();
  await button(page, "Resign").click();
  await page.waitForSelector(".end:visible");
  await wide("end");
  await page.context().close();
});

test("whoever came by a link comes to the first screen by the browser's way back", async () => {
  const [host, guest] = await table(["fay", "gina"]);
  assert.notEqual(guest.url(), home());
  await guest.goBack();
  await guest.waitForSelector("body[data-link=outside] .home");
  assert.equal(guest.url(), home());
  await close([host, guest]);
});

test("a phrase is said by one press, a whisper begins at its person, and whoever is not listened to is not seen", async () => {
  const [host, guest] = await table(["hugo", "ines"]);
  await host.locator(".tabs button", { hasText: "Log" }).click();
  await button(guest, "Good luck!").click();
  await host.locator(".unread-badge", { hasText: "1" }).waitFor();
  await host.locator(".tabs button", { hasText: "People" }).click();
  const does = async (what) => {
    await host.locator(".everybody li", { hasText: "ines" }).locator(".dots").click();
    await host.locator(".menu li button", { hasText: what }).click();
  };
  await does("Whisper");
  assert.equal(await host.locator(".speech input").inputValue(), ":w ines ");
  await host.keyboard.type("psst");
  await host.keyboard.press("Enter");
  await guest.locator(".talk li", { hasText: "psst" }).waitFor();
  await host.locator(".tabs button", { hasText: "People" }).click();
  await does("Do not listen");
  await button(guest, "Ouch!").click();
  await guest.locator(".talk li", { hasText: "Ouch!" }).waitFor();
  await host.locator(".tabs button", { hasText: "Talk" }).click();
  await host.locator(".talk li", { hasText: "psst" }).waitFor();
  assert.equal(await host.locator(".talk li", { hasText: /Good luck|Ouch/ }).count(), 0);
  await close([host, guest]);
});

test("a whole match on the first screen's cards by keys alone", async () => {
  const page = await browser.open(await browser.person("jana"), home());
  await page.waitForSelector("body[data-link=outside]");
  await page.locator(".game-card input").first().focus();
  for (let at = 0; at < 3; at++) await page.keyboard.press("ArrowRight");
  assert.ok(await page.locator(".game-card input[value=tic-tac-toe]").isChecked());
  await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowLeft");
  assert.ok(await page.locator(".rung input").first().isChecked(), "one rung below the second");
  await button(page, "Play against bots").focus();
  await page.keyboard.press("Enter");
  await page.waitForSelector(".board svg.marks");
  assert.ok(await playOn(page));
  await page.context().close();
});

test("a link tells other programs the table's title, game and seats, with a picture, and nothing of a table with a password", async () => {
  const host = await browser.open(await browser.person("\"><b>kim"), home());
  await begin(host, "dice-wars", "Open a table");
  await host.waitForSelector(".seats .held");
  /** The page as a program gets it that looks at the link, once it says this. */
  const telling = async (what) => {
    for (let tries = 0; tries < 200; tries++) {
      const text = await (await fetch(host.url())).text();
      if (text.includes(what)) return text;
      await host.waitForTimeout(100);
    }
    return assert.fail(`nothing tells ${what}`);
  };
  const text = await telling("1/4");
  assert.match(text, /<meta property="og:title" content="&quot;&gt;&lt;b&gt;kim's table">/);
  assert.match(text, /<meta property="og:description" content="Dice Wars · 1\/4">/);
  const picture = await fetch(/<meta property="og:image" content="(http:[^"]*)">/.exec(text)[1]);
  assert.equal(picture.headers.get("content-type"), "image/png");
  const size = await host.evaluate(async (bytes) => {
    const { width, height } = await createImageBitmap(new Blob([new Uint8Array(bytes)], { type: "image/png" }));
    return [width, height];
  }, [...new Uint8Array(await picture.arrayBuffer())]);
  assert.deepEqual(size, [600, 315]);
  await host.locator(".settings summary").click();
  await host.locator(".settings input[type=password]").fill("sesame");
  await host.locator(".settings input[type=password]").press("Enter");
  assert.doesNotMatch(await telling("content=\"Dicehall\""), /og:image|kim/);
  await host.context().close();
});
