// Serves the built page and opens it in headless Chromium, with the steps that tests share.
import { createServer } from "node:http";
import { readFile, mkdir } from "node:fs/promises";
import { join, extname } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { chromium } from "playwright-core";

const dist = new URL("../dist/", import.meta.url).pathname;
const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm" };

/** Serves the page. `compressed` counts the bytes that a server with Brotli would have sent; the second part of the engine waits for `release`. */
export async function serve() {
  const sent = new Map();
  let release;
  const released = new Promise((resolve) => (release = resolve));
  const server = createServer(async (request, response) => {
    try {
      const path = new URL(request.url, "http://x").pathname;
      const body = await readFile(join(dist, path === "/" ? "index.html" : path));
      if (/\/rest-/.test(path)) await released;
      sent.set(path, body);
      response.writeHead(200, { "content-type": types[extname(path)] ?? "text/html" }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const best = { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 } };
  const compressed = () => [...sent].map(([path, body]) => [path, brotliCompressSync(body, best).length]);
  return { address: `http://127.0.0.1:${server.address().port}/`, compressed, release, close: () => server.close() };
}

export async function start(executablePath, shots) {
  await mkdir(shots, { recursive: true });
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, acceptDownloads: true });
  return { browser, context };
}

/** A page with the moves of a user. Complaints of its console are gathered. */
export async function visit(context, shots) {
  const page = await context.newPage();
  const complaints = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  const turn = () => page.evaluate(() => Number(document.body.dataset.ready ?? 0));
  const settled = async (action) => {
    const before = await turn();
    await action();
    await page.waitForFunction((before) => Number(document.body.dataset.ready ?? 0) > before, before, { timeout: 20000 });
    await quiet();
  };
  /** Waits until no run is under way. */
  const quiet = async () => {
    for (let seen = -1, now = await turn(); seen !== now; now = await turn()) {
      seen = now;
      await page.waitForTimeout(60);
    }
  };
  const file = async (path) => {
    await page.locator(`#tabs [data-path="${path}"]`).click();
    await page.locator("#editor .cm-content").click();
  };
  const type = async (text) => {
    await page.locator("#editor .cm-content").click();
    await page.keyboard.press("Control+a");
    await settled(() => page.keyboard.insertText(text));
  };
  const paste = async (text) => {
    await page.locator("#editor .cm-content").click();
    await page.keyboard.press("Control+a");
    const put = (text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", text);
      document.activeElement.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    };
    await settled(() => page.evaluate(put, text));
  };
  return {
    page, complaints, settled, quiet, file, type, paste,
    view: (name) => page.locator(`#views [data-view="${name}"]`).click(),
    panel: () => page.locator("#view").innerText(),
    async output() {
      const shown = page.locator("#view .cm-content");
      if ((await shown.count()) === 0) throw new Error(`There is no output: ${await page.locator("#view").innerText()}`);
      return shown.innerText();
    },
    text: () => page.locator("#editor .cm-content").innerText(),
    status: () => page.locator("#status").innerText(),
    command: (line) => settled(() => page.locator("#arguments").fill(line)),
    shot: (name) => page.screenshot({ path: join(shots, `${name}.png`) }),
    async go(address) {
      await page.goto(address);
      await page.waitForFunction(() => document.body.dataset.ready);
      await quiet();
    },
    async example(name) {
      await page.getByRole("button", { name: "Examples" }).click();
      await settled(() => page.locator(`.card[data-name="${name}"]`).click());
    },
    async newFile(name) {
      await page.getByRole("button", { name: "New file" }).click();
      await page.locator("dialog input").fill(name);
      await settled(() => page.keyboard.press("Enter"));
    },
  };
}

export async function step(name, work) {
  await work();
  console.log(`ok  ${name}`);
}
