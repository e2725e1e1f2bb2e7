// People at a table: what they say to each other, and what the host may do at any time.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Browser, Server, begin } from "./stage.mjs";

let server;
let browser;
before(async () => { [server, browser] = await Promise.all([Server.start(), Browser.start()]); });
after(async () => { await browser.stop(); server.stop(); });

const button = (page, text) => page.locator("button", { hasText: text }).first();

/** A table with a host, who sits, and others, who came by its address. */
async function table(names, game = "tic-tac-toe") {
  const host = await browser.open(await browser.person(names[0]), `http://${server.address}/`);
  await begin(host, game, "Open a table");
  await host.waitForSelector(".seats .held");
  const pages = [host];
  for (const name of names.slice(1)) {
    const page = await browser.open(await browser.person(name), host.url());
    await page.waitForSelector("body[data-link=inside] .seats");
    pages.push(page);
  }
  return pages;
}

const close = async (pages) => { for (const it of pages) await it.context().close(); };
const tab = (page, name) => page.locator(".tabs button", { hasText: name }).click();

/** Types a line and sends it. */
async function say(page, line) {
  await page.locator(".speech input").fill(line);
  await page.locator(".speech input").press("Enter");
}

test("what is said while the log shows is marked and announced, until it is read", async () => {
  const [host, guest] = await table(["anna", "ben"]);
  await tab(host, "Log");
  await say(guest, "good evening");
  await host.locator(".tabs .unread", { hasText: "1" }).waitFor();
  await host.waitForFunction(() => /ben: good evening/.test(document.getElementById("said").textContent));
  await say(guest, "shall we begin?");
  await host.locator(".unread-badge", { hasText: "2" }).click();
  await host.locator(".talk li", { hasText: "shall we begin?" }).waitFor();
  await host.waitForSelector(".tabs .unread", { state: "hidden" });
  assert.ok(await host.evaluate(() => document.activeElement?.matches(".speech input")), "one can answer at once");
  assert.equal(await guest.locator(".tabs .unread:visible").count(), 0, "one's own lines are read");
  await close([host, guest]);
});

test("a line that the server refuses stays in its field with the reason, and is said when it is sent again", async () => {
  const [host, guest] = await table(["cora", "dirk"]);
  const field = guest.locator(".speech input");
  for (let at = 1; !(await guest.locator(".speech .why:visible").count()); at++) {
    assert.ok(at < 20, "the server refuses nothing");
    await say(guest, `line ${at}`);
    await guest.waitForFunction((it) => document.querySelector(".speech input").value === "" || document.querySelector(".speech .why").textContent || it, at === 19);
  }
  const line = await field.inputValue();
  assert.match(line, /^line \d+$/);
  await host.locator(".talk li").first().waitFor({ state: "attached" });
  assert.equal(await host.locator(".talk li", { hasText: new RegExp(`${line}$`) }).count(), 0);
  while ((await field.inputValue()) !== "") {
    await field.press("Enter");
    await guest.waitForFunction(() => document.querySelector(".speech").getAttribute("aria-busy") === "false");
  }
  await host.locator(".talk li", { hasText: new RegExp(`${line}$`) }).waitFor({ state: "attached" });
  await close([host, guest]);
});

test("what is typed outlives a reload, and a line without a connection", async () => {
  const [host] = await table(["emil"]);
  await host.locator(".speech input").fill("half a sent");
  await host.reload();
  await host.waitForSelector("body[data-link=inside] .seats .held");
  assert.equal(await host.locator(".speech input").inputValue(), "half a sent");
  await host.evaluate(() => { window.WebSocket.prototype.send = () => {}; });
  await say(host, "half a sentence");
  await host.locator(".speech[aria-busy=true]").waitFor();
  assert.equal(await host.locator(".speech input").inputValue(), "half a sentence");
  await close([host]);
});

test("a whisper is heard by nobody else, and no command is said aloud", async () => {
  const [host, guest, third] = await table(["fina", "gert", "hugo"]);
  await say(host, ":w gert meet me");
  await guest.locator(".talk li", { hasText: "meet me" }).waitFor({ state: "attached" });
  for (const line of [":w nobody secret", "/ban gert secret", ":password secret"]) {
    await say(host, line);
    await host.waitForSelector(".speech .why:visible");
    assert.equal(await host.locator(".speech input").inputValue(), line, "it can be mended");
  }
  await say(guest, ":r yes indeed");
  await host.locator(".talk li", { hasText: "yes indeed" }).waitFor({ state: "attached" });
  await say(host, "done");
  await third.locator(".talk li", { hasText: "done" }).waitFor({ state: "attached" });
  assert.doesNotMatch(await third.locator(".talk").evaluate((it) => it.textContent), /secret|meet me|indeed/);
  await close([host, guest, third]);
});

test("during a match the host sends watchers away, for good too, and lets them in again", async () => {
  const [host, guest, third, fourth] = await table(["ida", "jan", "karl", "lea"], "dice-of-doom");
  for (const it of [third, fourth]) {
    await button(it, "Stand").click();
    await button(it, "Sit down").waitFor();
  }
  await button(guest, "Ready").click();
  await button(host, "Start").click();
  await host.waitForSelector(".board svg");
  await tab(host, "People");
  const row = (name) => host.locator(".everybody li", { hasText: name });
  const does = async (name, ...what) => {
    await row(name).locator(".dots").click();
    for (const it of what) await host.locator(".menu li button", { hasText: it }).click();
  };
  await does("karl", "Forbid to speak");
  await row("karl").locator("small", { hasText: "silent" }).waitFor();
  await does("lea", "may come back");
  await fourth.locator(".farewell", { hasText: "were sent away" }).waitFor();
  await does("karl", "for good …", "let them in again");
  await third.locator(".farewell", { hasText: "were sent away" }).waitFor();
  const [code, banned] = [new URL(host.url()).pathname.slice(1), host.locator(".people h2 + ul li")];
  await third.locator(".join input").first().fill(code);
  await third.locator(".join button").click();
  await third.waitForSelector(".join .why:visible");
  await banned.locator("button").click();
  await banned.waitFor({ state: "detached" });
  await third.locator(".join button").click();
  await row("karl").waitFor();
  await close([host, guest, third, fourth]);
});

test("during a match the host locks the table and sets a password, by Enter", async () => {
  const [host, guest] = await table(["mara", "nico"]);
  await button(guest, "Ready").click();
  await button(host, "Start").click();
  await host.waitForSelector(".board svg");
  await tab(host, "People");
  await host.locator(".people .door input").fill("sesame");
  await host.locator(".people .door input").press("Enter");
  await host.waitForSelector(".people .door input[placeholder='••••']");
  await host.locator(".people .door input").press("Enter");
  await button(host, "Let nobody new in").click();
  await host.locator(".people button", { hasText: "Let people in again" }).waitFor();
  assert.equal(await guest.locator(".people .door:visible").count(), 0, "nobody else has these");
  await close([host, guest]);
});

test("a menu that is open stays open while others get ready", async () => {
  const [host, guest] = await table(["olaf", "pia"]);
  const dots = host.locator(".seats .dots");
  await dots.evaluate((it) => { it.dataset.same = "yes"; });
  await say(guest, "hello");
  await host.locator(".talk li", { hasText: "hello" }).waitFor({ state: "attached" });
  assert.equal(await dots.getAttribute("data-same"), "yes", "what others say leaves the row alone");
  await dots.click();
  assert.ok(await host.evaluate(() => document.activeElement?.closest(".menu")), "the first row has the focus");
  await button(guest, "Ready").click();
  await host.locator(".seats .held .good").waitFor();
  assert.ok(await host.evaluate(() => document.activeElement?.closest(".menu")), "it stays open");
  await host.keyboard.press("Escape");
  await host.waitForSelector(".menu", { state: "detached" });
  await close([host, guest]);
});

test("the browser's way back leads out of a table, and whoever plays is asked", async () => {
  const [host] = await table(["rosa"]);
  const code = new URL(host.url()).pathname;
  await host.goBack();
  await host.waitForSelector("body[data-link=outside] .home");
  const [other] = await table(["sven"]);
  const guest = await browser.open(await browser.person("tom"), `http://${server.address}/`);
  await guest.waitForSelector("body[data-link=outside]");
  await guest.locator(".join input").first().fill(new URL(other.url()).pathname.slice(1));
  await button(guest, "Join").click();
  await guest.waitForSelector(".seats .held:nth-of-type(2)");
  await button(guest, "Ready").click();
  await button(other, "Start").click();
  await guest.waitForSelector(".board svg");
  guest.removeAllListeners("dialog");
  guest.once("dialog", (it) => it.dismiss());
  await guest.goBack();
  await guest.waitForFunction((it) => location.pathname === it, new URL(other.url()).pathname);
  assert.equal(await guest.locator("body").getAttribute("data-link"), "inside");
  assert.notEqual(new URL(host.url()).pathname, code);
  await close([host, other, guest]);
});

test("a second press of the end of a turn meets no other button, and the focus stays on it", async () => {
  const page = await browser.open(await browser.person("ute"), `http://${server.address}/`);
  await begin(page, "dice-of-doom", "Play against bots");
  await page.waitForSelector(".turn.mine");
  const end = page.locator(".deck button", { hasText: "End turn" });
  await end.focus();
  await end.dblclick();
  await page.locator(".log li", { hasText: "ends the turn" }).first().waitFor();
  assert.equal(await page.locator(".deck button", { hasText: "Go on" }).count(), 0, "nobody has paused");
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), "End turn");
  await page.context().close();
});

test("a link is copied also without encryption", async () => {
  const [host] = await table(["vera"]);
  await host.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
  await host.evaluate(() => document.addEventListener("copy", () => { window.copied = document.activeElement.value; }));
  await host.locator(".table-head .code").click();
  await host.locator(".warning", { hasText: "is copied" }).waitFor();
  assert.equal(await host.evaluate(() => window.copied), host.url());
  await close([host]);
});
