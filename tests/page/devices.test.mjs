// A person who has nothing but the page: an account, more devices, codes on paper, all data, and the way to be forgotten.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { Browser, Server, begin } from "./stage.mjs";

let server;
let browser;
before(async () => { [server, browser] = await Promise.all([Server.start(), Browser.start()]); });
after(async () => { await browser.stop(); server.stop(); });

const home = () => `http://${server.address}/`;
const button = (where, text) => where.locator("button", { hasText: text }).first();
const card = (page) => page.locator("details.settings", { hasText: "Be somebody here" });
const dialog = (page) => page.locator("dialog.devices");
const close = async (pages) => { for (const it of pages) await it.context().close(); };
const GUEST = "This browser is not one of your devices any more";

/** A browser of its own at the first screen, with the part about accounts open. */
async function visitor(name, options) {
  const page = await browser.open(await browser.person(name, options), home());
  await page.waitForSelector("body[data-link=outside]");
  await card(page).locator("summary").click();
  return page;
}

/** Somebody whose name the server keeps from now on. */
async function somebody(name, options) {
  const page = await visitor(name, options);
  await button(card(page), "Keep my name").click();
  await card(page).getByText(`You are ${name} here; devices: 1.`).waitFor();
  return page;
}

/** Another browser, which comes to an account by a code of either kind. */
async function byCode(code, told) {
  const page = await visitor("");
  await card(page).locator("input").fill(code);
  await button(card(page), "Use it").click();
  await card(page).getByText(told).waitFor();
  return page;
}

/** A code for another device, unlike the one before. */
async function linkCode(page, before = "") {
  await button(card(page), "Add a device").click();
  return card(page).locator("b", { hasNotText: before || /^$/ }).textContent();
}

async function opened(page) {
  await button(card(page), "Devices, codes on paper, my data").click();
  await dialog(page).locator("h3").first().waitFor();
  return dialog(page);
}

/** Asks for codes on paper, and gives them. */
async function paper(mine) {
  await button(mine, "New codes on paper").click();
  await mine.locator("code").first().waitFor();
  return mine.locator("code").allTextContents();
}

/** Waits until what has this text has the focus: the browser tells a dialog later that it is closed. */
const focused = (page, text) => page.waitForFunction((wanted) => document.activeElement.textContent === wanted, text);
const kept = (page) => page.evaluate(() => localStorage.getItem("dicehall.secret"));

test("a page links another, takes it away, writes codes down of which one brings a third in, saves its data, and is forgotten", async () => {
  const first = await somebody("anna");
  const second = await byCode(await linkCode(first), "You are anna here; devices: 2.");
  await begin(second, "tic-tac-toe", "Open a table");
  await second.waitForSelector(".seats .held");
  const mine = await opened(first);
  assert.equal(await mine.locator("li").count(), 2);
  assert.equal(await mine.locator("li", { hasText: "this one" }).count(), 1);
  const other = mine.locator("li:not(:has-text('this one'))");
  const digits = await other.locator("b").textContent();
  assert.match(digits, /^[0-9a-f]{8}$/);
  await button(other, "Take away").click();
  await mine.getByText(`Take away ${digits}?`).waitFor();
  await button(mine, "Take away").click();
  await mine.getByText(`${digits} was taken away.`).waitFor();
  assert.equal(await mine.locator("li").count(), 1);
  assert.equal(await button(mine, "Take away").count(), 0, "the only one stays");
  await second.locator(".farewell", { hasText: GUEST }).waitFor();
  await second.waitForSelector(".home");
  assert.equal(await kept(second), null);
  await second.reload();
  await second.waitForSelector("body[data-link=outside]");
  assert.equal(await second.locator(".farewell").count(), 0, "it is a guest like any other");

  const codes = await paper(mine);
  assert.equal(codes.length, 3);
  await button(mine, "I have them").click();
  await mine.getByText("3 are left.").waitFor();
  await first.keyboard.press("Escape");
  await mine.waitFor({ state: "detached" });
  const third = await byCode(codes[0].toLowerCase().replaceAll("-", " "), "You are anna here; devices: 2.");
  await opened(third);
  await opened(first);
  await mine.getByText("2 are left.").waitFor();

  const [download] = await Promise.all([first.waitForEvent("download"), button(mine, "Download").click()]);
  assert.equal(download.suggestedFilename(), "dicehall-account.json");
  const data = JSON.parse(readFileSync(await download.path(), "utf8"));
  assert.deepEqual([data.name, data.keys.length, data.rescue_codes], ["anna", 2, 2]);
  assert.ok(!JSON.stringify(data).includes(JSON.parse(await kept(first)).secret), "the secret is nobody's to read");

  await button(mine, "Forget me").click();
  await mine.getByText("Shall this server forget you?").waitFor();
  await button(mine, "Forget me").click();
  await mine.getByText("The server has forgotten you.").waitFor();
  await button(mine, "Close").click();
  await focused(first, "Be somebody here");
  await button(card(first), "Keep my name").waitFor();
  assert.equal(await kept(first), null);
  await third.locator(".farewell", { hasText: GUEST }).waitFor();
  assert.equal(await kept(third), null);
  await button(dialog(third), "Download").click();
  await dialog(third).waitFor({ state: "detached" });
  const another = await somebody("anna");
  await close([first, second, third, another]);
});

test("a device that was away is told when it comes back, also to its table", async () => {
  const first = await somebody("berta");
  const second = await byCode(await linkCode(first), "devices: 2.");
  await begin(second, "tic-tac-toe", "Open a table");
  await second.waitForSelector(".seats .held");
  await second.close();
  const mine = await opened(first);
  await button(mine.locator("li:not(:has-text('this one'))"), "Take away").click();
  await button(mine, "Take away").click();
  await mine.getByText("was taken away.").waitFor();
  const again = await browser.open(second.context(), home());
  await again.locator(".farewell", { hasText: GUEST }).waitFor();
  await again.waitForSelector("body[data-link=outside]");
  await close([first, again]);
});

test("by keyboard alone on a telephone: nothing goes beyond the screen, what is said is in the dialog, and the focus is never lost", async () => {
  const phone = await somebody("carla", { viewport: { width: 390, height: 844 } });
  await phone.evaluate(() => { Object.defineProperty(navigator, "clipboard", { value: undefined }); });
  await button(card(phone), "Devices").focus();
  await phone.keyboard.press("Enter");
  const mine = dialog(phone);
  await mine.locator("h3").first().waitFor();
  const name = () => phone.evaluate(() => { const it = document.activeElement; return it.getAttribute("aria-label") ?? it.textContent; });
  const fits = () => phone.evaluate(() => {
    const it = document.querySelector("dialog.devices");
    const { left, right, top, bottom } = it.getBoundingClientRect();
    return left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight && it.scrollWidth <= it.clientWidth;
  });
  assert.ok(await fits());
  assert.equal(await name(), "Close");
  await phone.keyboard.press("Tab");
  assert.equal(await name(), "New codes on paper", "the only device cannot be taken away");
  await phone.keyboard.press("Enter");
  await mine.locator("code").first().waitFor();
  assert.equal(await name(), "Copy");
  assert.ok(await fits());
  await phone.keyboard.press("Enter");
  await mine.locator("[role=status]", { hasText: "The codes are" }).waitFor();
  const codes = await mine.locator("code").allTextContents();
  assert.deepEqual(await phone.evaluate(() => getSelection().toString().trim().split(/\s+/)), codes, "a page without a clipboard selects them");
  await phone.keyboard.press("Tab");
  await phone.keyboard.press("Enter");
  assert.equal(await name(), "New codes on paper");
  await phone.keyboard.press("Enter");
  await mine.getByText("those that you have end").waitFor();
  assert.equal(await name(), "Back");
  await phone.keyboard.press("Enter");
  assert.equal(await name(), "New codes on paper");
  await phone.keyboard.press("Tab");
  await phone.keyboard.press("Tab");
  assert.equal(await name(), "Forget me");
  await phone.keyboard.press("Enter");
  await mine.getByText("Shall this server forget you?").waitFor();
  assert.ok(await fits());
  await phone.keyboard.press("Escape");
  await focused(phone, "Devices, codes on paper, my data");
  await phone.context().close();
});

test("a code is told until a device has come by it, and how many there are is told with the next one", async () => {
  const first = await somebody("emil");
  const code = await linkCode(first);
  const second = await byCode(code, "devices: 2.");
  const next = await linkCode(first, code);
  await card(first).getByText("You are emil here; devices: 2.").waitFor();
  await opened(first);
  await first.keyboard.press("Escape");
  assert.equal(await card(first).locator("b").textContent(), next, "nobody has used it");
  const third = await byCode(next, "devices: 3.");
  await opened(first);
  await card(first).locator("b").waitFor({ state: "detached" });
  await close([first, second, third]);
});

test("where the dialog cannot be loaded that is said, and another press tries again", async () => {
  const page = await somebody("dora");
  const gone = (route) => route.abort("internetdisconnected");
  for (const file of ["**/devices/main.js", "**/devices.ftl"]) {
    await page.route(file, gone);
    await Promise.all([page.waitForEvent("requestfailed"), button(card(page), "Devices").click()]);
    await page.locator(".warning").waitFor();
    assert.equal(await dialog(page).count(), 0);
    await page.unroute(file, gone);
  }
  await opened(page);
  await page.context().close();
});
