// Drives the built page in headless Chromium.
//   node tests/page.mjs [CHROMIUM] [DIRECTORY FOR SCREENSHOTS]
import { createServer } from "node:http";
import { readFile, mkdir } from "node:fs/promises";
import { join, extname } from "node:path";
import assert from "node:assert/strict";
import { chromium } from "playwright-core";

const [executablePath = "/usr/bin/chromium", shots = "target"] = process.argv.slice(2);
const dist = new URL("../dist/", import.meta.url).pathname;
const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm" };
const server = createServer(async (request, response) => {
  try {
    const path = new URL(request.url, "http://x").pathname;
    const body = await readFile(join(dist, path === "/" ? "index.html" : path));
    response.writeHead(200, { "content-type": types[extname(path)] ?? "text/html" }).end(body);
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const address = `http://127.0.0.1:${server.address().port}/`;
await mkdir(shots, { recursive: true });

const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
const page = await context.newPage();
const complaints = [];
const isOurs = (text) => !/project\.json/.test(text) && !/Failed to load resource.*404/.test(text);
page.on("console", (message) => message.type() === "error" && isOurs(message.text()) && complaints.push(message.text()));
page.on("pageerror", (error) => complaints.push(String(error)));

const shot = (name) => page.screenshot({ path: join(shots, `${name}.png`) });
const settled = async (action) => {
  const before = await page.evaluate(() => Number(document.body.dataset.ready ?? 0));
  const started = performance.now();
  await action();
  await page.waitForFunction((before) => Number(document.body.dataset.ready ?? 0) > before, before, { timeout: 20000 });
  return performance.now() - started;
};
const tab = (name) => {
  const list = page.locator(/\.\w+$/.test(name) ? "#tabs" : "#views");
  return list.getByRole("tab", { name }).first().click();
};
const panel = () => page.locator("#view").innerText();
const type = async (text) => {
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Delete");
  await page.evaluate(() => 0);
  await settled(() => page.keyboard.insertText(text));
};
const step = async (name, work) => {
  await work();
  console.log(`ok  ${name}`);
};

const loading = performance.now();
await page.goto(address);
await page.waitForFunction(() => document.body.dataset.ready);
console.log(`cold load to first render: ${(performance.now() - loading).toFixed(0)} ms`);

await step("the first example renders", async () => {
  assert.match(await page.locator("#status").innerText(), /No errors/);
  assert.ok((await panel()).length > 5);
  await shot("light");
});
await step("a broken rule appears, with its place", async () => {
  await tab("schema.yml");
  await type('#@data/values-schema\n---\n#@schema/validation min=1\nreplicas: 0\nname: ""\n');
  await tab("Problems");
  assert.match(await panel(), /schema\.yml:4:/);
  assert.ok((await page.locator(".cm-lintRange-error").count()) > 0);
  await shot("problem");
});
await step("keystroke to problems", async () => {
  const times = [];
  for (let round = 0; round < 5; round += 1) {
    await page.locator(".cm-content").click();
    await page.keyboard.press("Control+End");
    times.push(await settled(() => page.keyboard.insertText("#! x\n")));
  }
  times.sort((a, b) => a - b);
  console.log(`    median ${times[2].toFixed(0)} ms`);
});
await step("a corrected schema renders again", async () => {
  await type('#@data/values-schema\n---\n#@schema/validation min=1\nreplicas: 1\nname: ""\n');
  await tab("config.yml");
  await type('#@ load("@ytt:data", "data")\nreplicas: #@ data.values.replicas\nname: #@ data.values.name\n');
  await tab("Output");
  assert.equal((await panel()).trim(), 'replicas: 1\nname: ""');
});
await step("completion and hover know the schema", async () => {
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("again: #@ data.values.rep", { delay: 20 });
  const offered = page.locator(".cm-tooltip-autocomplete li", { hasText: "replicas" });
  await offered.first().waitFor();
  await shot("completion");
  await settled(() => offered.first().click());
  assert.match(await page.locator(".cm-content").innerText(), /again: #@ data\.values\.replicas/);
  await page.locator(".cm-line", { hasText: "again:" }).hover({ position: { x: 200, y: 8 } });
  await page.locator(".cm-about").waitFor();
  assert.match(await page.locator(".cm-about").innerText(), /replicas/);
  await shot("hover");
  await type('#@ load("@ytt:data", "data")\nreplicas: #@ data.values.replicas\nname: #@ data.values.name\n');
});
await step("a quick fix mends a misspelt key", async () => {
  await settled(() => page.locator("#arguments").fill("-f schema.yml -f config.yml --data-values-file values.yml"));
  page.once("dialog", (dialog) => dialog.accept("values.yml"));
  await settled(() => page.getByRole("button", { name: "New file" }).click());
  await type("replcas: 2\n");
  await tab("Problems");
  const fix = page.locator(".problems li button:not(.place)").first();
  assert.ok((await fix.count()) > 0, "there is a quick fix");
  await settled(() => fix.click());
  await tab("Output");
  assert.match(await panel(), /replicas: 2/);
});
await step("documentation and exports", async () => {
  await tab("Documentation");
  await page.frameLocator("iframe").locator("body").waitFor();
  assert.match(await page.frameLocator("iframe").locator("body").innerText(), /replicas/);
  await tab("Schema");
  await page.waitForFunction(() => document.querySelector("#view")?.textContent?.includes("$schema"));
  for (const name of ["openapi-v3", "crd", "markdown"]) {
    await page.getByLabel("Format of the schema").selectOption(name);
    await page.waitForFunction((name) => document.querySelector("#view select")?.value === name && document.querySelector("#view")?.textContent?.includes("replicas"), name);
  }
});
await step("the form checks rules while one types", async () => {
  await tab("Form");
  await page.locator(".form .field").first().waitFor();
  await settled(() => page.getByLabel("replicas", { exact: false }).first().fill("0"));
  await page.waitForFunction(() => [...document.querySelectorAll(".problem")].some((one) => one.textContent));
  await shot("form");
  await settled(() => page.getByLabel("replicas", { exact: false }).first().fill("7"));
  await tab("Output");
  assert.match(await panel(), /replicas: 7/);
});
await step("a shared link brings the project back", async () => {
  await page.getByRole("button", { name: "Share" }).click();
  await page.waitForFunction(() => location.hash.length > 20);
  const link = page.url();
  const other = await context.newPage();
  await other.goto(link);
  await other.waitForFunction(() => document.body.dataset.ready);
  assert.match(await other.locator("#view").innerText(), /replicas: 7/);
  await other.close();
});
await step("an endless loop ends with a message, and the page lives on", async () => {
  await tab("config.yml");
  await type("#@ def f():\n#@   x = 0\n#@   for i in range(1000000000):\n#@     x = x + i\n#@   end\n#@   return x\n#@ end\na: #@ f()\n");
  await tab("Problems");
  assert.ok((await panel()).length > 10);
  await type("a: 1\n");
  await tab("Output");
  assert.match(await panel(), /a: 1/);
});
await step("dark", async () => {
  await page.getByRole("button", { name: /light and dark/ }).click();
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
  await shot("dark");
});
await step("phone", async () => {
  await page.setViewportSize({ width: 390, height: 780 });
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  assert.equal(wide, false, "nothing is wider than the screen");
  await shot("phone");
});
await step("examples", async () => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const names = await page.locator("#examples option").evaluateAll((all) => all.map((one) => one.value).filter(Boolean));
  for (const name of names) {
    await settled(() => page.locator("#examples").selectOption(name));
    console.log(`    ${name}: ${await page.locator("#status").innerText()}`);
  }
});
assert.deepEqual(complaints, [], "no errors on the console");
await browser.close();
server.close();
console.log("the page works");
