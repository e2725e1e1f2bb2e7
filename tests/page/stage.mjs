// A server and browsers for the tests of the page. A page that logs an error, or breaks its own policy, fails its test.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { chromium } from "playwright-core";

/** How long a test waits for something that must come, in milliseconds. */
export const PATIENCE_MS = 60_000;

/** How often a browser is started: Chromium itself crashes at its start now and then. */
const LAUNCHES_MAX = 3;

/** A server on a port of its own, which keeps its lobbies through a kill. */
export class Server {
  static async start() {
    const server = new Server();
    await server.begin("127.0.0.1:0");
    return server;
  }

  /** Begins with nothing. */
  async begin(listen) {
    this.data = mkdtempSync(join(tmpdir(), "dicehall-page-"));
    await this.run(listen);
  }

  async run(listen) {
    const options = ["--listen", listen, "--data", this.data, "--no-lan"];
    this.child = spawn(process.env.DICEHALL_SERVER, options, { stdio: ["ignore", "pipe", "inherit"] });
    // A test that fails before it can stop the server leaves none behind.
    const child = this.child;
    const kill = () => child.kill("SIGKILL");
    process.once("exit", kill);
    child.once("exit", () => process.off("exit", kill));
    for await (const line of createInterface({ input: this.child.stdout })) {
      const found = /^listening on ws:\/\/(.*)\/ws$/.exec(line);
      if (found) { this.address = found[1]; break; }
    }
    assert.ok(this.address, "the server did not begin");
  }

  /** Kills the server at once and starts it again at the same address. */
  async crash() {
    const gone = new Promise((done) => this.child.once("exit", done));
    this.child.kill("SIGKILL");
    await gone;
    await this.run(this.address);
  }

  /** Lets the server hang, as a computer does that is asleep. */
  hang() {
    this.child.kill("SIGSTOP");
  }

  /** It goes on. */
  wake() {
    this.child.kill("SIGCONT");
  }

  /** The server ends as it does when it is told to. */
  async end() {
    const gone = new Promise((done) => this.child.once("exit", done));
    this.child.kill("SIGTERM");
    await gone;
  }

  stop() {
    this.child.kill("SIGKILL");
    rmSync(this.data, { recursive: true, force: true });
  }
}

/** A browser with one person for each page, unless told otherwise. */
export class Browser {
  static async start() {
    const browser = new Browser();
    browser.chromium = await launch();
    browser.faults = [];
    return browser;
  }

  /** @param preferred what the person prefers beside the name; who is not told otherwise waits for no bots and hears no coach */
  async person(name, options = {}, preferred = { pace: 0 }) {
    const context = await this.chromium.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: "reduce", ...options });
    context.setDefaultTimeout(PATIENCE_MS);
    await context.addInitScript((kept) => {
      const key = "dicehall.preferences";
      if (!localStorage.getItem(key)) localStorage.setItem(key, JSON.stringify(kept));
    }, { name, knows: true, ...preferred });
    return context;
  }

  async open(context, address) {
    const page = await context.newPage();
    page.on("console", (it) => {
      // A server that is down is no fault of the page's.
      if (it.type() === "error" && !/WebSocket connection|ERR_CONNECTION|ERR_INTERNET/.test(it.text())) this.faults.push(it.text());
    });
    page.on("pageerror", (it) => this.faults.push(it.stack ?? String(it)));
    page.on("dialog", (it) => it.accept());
    await page.goto(address);
    return page;
  }

  async stop() {
    await this.chromium.close();
    assert.deepEqual(this.faults, [], "no page logs an error");
  }
}

/** Chromium, started again if it crashes at its start. */
async function launch() {
  for (let launches = 1; ; launches += 1) {
    try {
      return await chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox"] });
    } catch (error) {
      if (launches >= LAUNCHES_MAX) throw error;
      console.error(`Chromium did not start: ${error.message.split("\n", 1)[0]}`);
    }
  }
}

/** Chooses on the first screen and presses a button there. */
export async function begin(page, game, button) {
  await page.waitForSelector("body[data-link=outside]");
  await page.locator(`.game-card input[value=${game}]`).check();
  await page.locator(".rung input").first().check();
  await page.locator(".play button", { hasText: button }).click();
}

/** Waits until one of these is on the page; tells which. */
export async function first(page, selectors) {
  await page.waitForSelector(selectors.join(", "), { timeout: PATIENCE_MS });
  for (const [at, it] of selectors.entries()) if (await page.locator(it).count()) return at;
  return -1;
}

/** Plays by pressing places that can be chosen, else by ending the turn: so often, or until the match is over. */
export async function playOn(page, presses = Infinity) {
  for (let done = 0; done < presses; ) {
    const state = await first(page, [".outcome", ".turn.mine"]);
    if (state === 0) return true;
    // The turn has passed on in the meantime.
    if (state < 0) continue;
    await page.evaluate(choose);
    done++;
    await page.waitForTimeout(20);
  }
  return false;
}

/** In the page: one press, as a finger would. */
function choose() {
  const press = (it) => it.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  const places = [...document.querySelectorAll(".board [role=button]")];
  const targets = places.filter((it) => it.classList.contains("target"));
  const good = targets.find((it) => !/\b[0-4]?\d%/.test(it.textContent));
  const sources = places.filter((it) => it.classList.contains("can"));
  const end = [...document.querySelectorAll(".actions button")].find((it) => !it.matches(".plain, [aria-disabled=true]"));
  window.tried ??= new Set();
  const untried = sources.find((it) => !window.tried.has(it));
  if (good) { window.tried.clear(); return press(good); }
  if (untried) { window.tried.add(untried); return press(untried); }
  window.tried.clear();
  if (end) return end.click();
  const any = targets[0] ?? sources[0];
  return any && press(any);
}
