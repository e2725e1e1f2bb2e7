// Draws the picture of the page in the README again: a match against bots, with an attack that one looks at before one makes it. Called
// by `run.sh --picture`, in the root of the repository.

import { writeFileSync } from "node:fs";
import { Browser, Server, begin, playOn } from "./stage.mjs";

/** Where it belongs. */
const PATH = "docs/pictures/page.png";
/** So many presses happen before the picture. */
const PRESSES = 8;
/** So many positions are tried until there is one with an attack to look at. */
const TRIES = 40;

/** Chooses a place from which an attack can be made, and looks at its first target; tells whether there is one. */
async function lookAt(page) {
  await page.waitForSelector(".turn.mine");
  // A press that follows another one too soon is none.
  await page.waitForTimeout(500);
  const press = () => document.querySelector(".board .can")?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  await page.evaluate(press);
  await page.waitForTimeout(100);
  if (!(await page.locator(".board .source").count())) return false;
  await page.locator(".board .can").first().hover();
  return true;
}

const server = await Server.start();
const browser = await Browser.start();
try {
  const page = await browser.open(await browser.person("Ann", { colorScheme: "dark" }), `http://${server.address}/`);
  await begin(page, "dice-of-doom", "Play against bots");
  await playOn(page, PRESSES);
  for (let tried = 0; tried < TRIES && !(await lookAt(page)); tried++) await playOn(page, 1);
  await page.waitForTimeout(500);
  writeFileSync(PATH, await page.screenshot());
  console.log(`drawn: ${PATH}`);
} finally {
  await browser.stop();
  server.stop();
}
