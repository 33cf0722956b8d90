// What a reader does with the page: searches, follows links, copies the values file, reads it on a phone,
// in the dark and on paper. `.ci/page` calls it: node drive.cjs BROWSER DIRECTORY
"use strict";
const assert = require("node:assert/strict");
const path = require("node:path");
const { pathToFileURL } = require("node:url");
const { chromium } = require("playwright-core");

const [, , executablePath, directory] = process.argv;
const address = pathToFileURL(path.join(directory, "page.html")).href;

const tests = {
  async "search shows matches and their place in the tree"(open) {
    const page = await open();
    const all = await page.locator("main > .datavalue").count();
    assert.ok(all > 20, `${all} values`);
    await page.keyboard.press("/");
    await page.keyboard.type("pulled from");
    const visible = await page.locator("main > .datavalue:visible").evaluateAll((found) => found.map((one) => one.id));
    assert.deepEqual(visible, ["image.repository"]);
    const tree = await page.locator("nav li[data-for]:visible").evaluateAll((found) => found.map((one) => one.dataset.for));
    assert.deepEqual(tree, ["image", "image.repository"]);
    assert.equal(await page.locator("output").textContent(), `1 of ${all}`);
    await page.locator("input").fill("no such value");
    assert.ok(await page.getByText("No value matches the search.").isVisible());
    await page.keyboard.press("Escape");
    assert.equal(await page.locator("main > .datavalue:visible").count(), all);
  },
  async "a section says everything about its field"(open) {
    const page = await open();
    await page.locator("nav a", { hasText: "repository" }).click();
    const section = page.locator(":target");
    assert.equal(await section.getAttribute("id"), "image.repository");
    const text = await section.innerText();
    for (const part of ["string", "required", "Where the image is pulled from.", "registry.example.com/shop", "Internal", "Public"]) {
      assert.ok(text.includes(part), `${part} in ${text}`);
    }
    const quoted = page.locator("section", { has: page.getByRole("link", { name: 'tls["tls.crt"]', exact: true }) });
    assert.ok(await quoted.last().isVisible());
    const old = page.locator('[id="image.version"]');
    assert.match(await old.innerText(), /Deprecated: use image\.tag/);
    assert.match(await old.locator(".name").evaluate((name) => getComputedStyle(name).textDecorationLine), /line-through/);
    assert.match(await page.locator(".introduction").innerText(), /a sound production setup/);
  },
  async "the values file can be copied"(open) {
    const page = await open({ permissions: ["clipboard-read", "clipboard-write"] });
    await page.locator(".copy").click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    const text = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(text, /^# How many copies run\.$/m);
    assert.match(text, /^ports:\n- name: http\n  port: 8080$/m);
  },
  async "nothing of the schema runs, nothing is loaded"(open) {
    const page = await open();
    assert.equal(await page.locator("main img, main script").count(), 0);
    const hosts = await page.evaluate(() => performance.getEntriesByType("resource").map((one) => one.name));
    assert.deepEqual(hosts, []);
  },
  async "a phone shows cards that fit, and a closed tree"(open) {
    const page = await open({ viewport: { width: 420, height: 900 } });
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 420);
    assert.equal(await page.locator("nav li:visible").count(), 0);
    await page.getByText("Contents").click();
    await page.locator("nav a", { hasText: "replicas" }).click();
    assert.ok(await page.locator("#replicas").isVisible());
    await page.screenshot({ path: path.join(directory, "phone.png") });
  },
  async "dark follows the system and the button"(open) {
    const shade = (page) => page.evaluate(() => {
      const parts = getComputedStyle(document.body).backgroundColor.match(/\d+/g).map(Number);
      return parts[0] + parts[1] + parts[2] < 200 ? "dark" : "light";
    });
    const page = await open({ colorScheme: "dark" });
    assert.equal(await shade(page), "dark");
    await page.screenshot({ path: path.join(directory, "dark.png") });
    await page.getByRole("button", { name: "Switch between light and dark" }).click();
    assert.equal(await shade(page), "light");
    await page.screenshot({ path: path.join(directory, "light.png") });
    assert.equal(await shade(await open({ colorScheme: "light" })), "light");
  },
  async "paper has the values and no controls"(open) {
    const page = await open();
    await page.emulateMedia({ media: "print" });
    assert.ok(!(await page.locator("nav").isVisible()) && !(await page.locator("header").isVisible()));
    assert.ok(await page.locator("#replicas").isVisible());
  },
  async "the page can be read without its script"(open) {
    const page = await open({ javaScriptEnabled: false });
    assert.ok(await page.locator('[id="image.repository"]').isVisible());
    assert.ok(await page.locator("nav a", { hasText: "level" }).isVisible());
  },
};

(async () => {
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  let failed = 0;
  for (const [name, test] of Object.entries(tests)) {
    const problems = [];
    const open = async (options = {}) => {
      const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
      const page = await context.newPage();
      page.on("pageerror", (error) => problems.push(error.message));
      page.on("dialog", (dialog) => { problems.push(`dialog: ${dialog.message()}`); dialog.dismiss(); });
      page.on("console", (line) => { if (line.type() === "error") problems.push(line.text()); });
      page.on("request", (request) => { if (request.url() !== address) problems.push(`request: ${request.url()}`); });
      await page.goto(address);
      return page;
    };
    try {
      await test(open);
      assert.deepEqual(problems, []);
      console.log(`ok      ${name}`);
    } catch (error) {
      failed += 1;
      console.log(`FAILED  ${name}\n${error.message}`);
    }
  }
  await browser.close();
  process.exitCode = failed > 0 ? 1 : 0;
})();
