// Drives the built page in headless Chromium: what it is for.
//   node tests/page.mjs [CHROMIUM] [DIRECTORY FOR SCREENSHOTS]
import assert from "node:assert/strict";
import { serve, start, step, visit } from "./harness.mjs";

const [executablePath = "/usr/bin/chromium", shots = "target"] = process.argv.slice(2);
const server = await serve();
const { browser, context } = await start(executablePath, shots);
const me = await visit(context, shots);
const { page, settled } = me;

await step("cold load", async () => {
  const started = performance.now();
  await page.goto(server.address);
  await page.waitForFunction(() => document.body.dataset.ready);
  const times = await page.evaluate(() => {
    const [navigation] = performance.getEntriesByType("navigation");
    const painted = performance.getEntriesByName("first-contentful-paint")[0]?.startTime;
    return { painted, loaded: navigation.domContentLoadedEventEnd };
  });
  console.log(`    first paint ${times.painted?.toFixed(0)} ms, first render ${(performance.now() - started).toFixed(0)} ms`);
  const sent = server.compressed();
  server.release();
  const total = sent.reduce((sum, [, size]) => sum + size, 0);
  console.log(`    first load ${(total / 1e6).toFixed(2)} MB with Brotli: ${sent.map(([path, size]) => `${path} ${size}`).join(", ")}`);
  assert.ok(total <= 2_000_000, "the first load is small");
});
await step("the first example renders", async () => {
  assert.match(await me.status(), /No errors/);
  assert.ok((await me.output()).length > 5);
  await me.shot("light");
});
await step("a broken rule appears, with its place", async () => {
  await me.file("schema.yml");
  await me.type('#@data/values-schema\n---\n#@schema/validation min=1\nreplicas: 0\nname: ""\n');
  assert.match(await me.panel(), /schema\.yml:4:/, "it is shown in the place of the output");
  await me.view("Problems");
  assert.match(await me.panel(), /schema\.yml:4:/);
  assert.ok((await page.locator(".cm-lintRange-error").count()) > 0);
  await me.shot("problem");
});
await step("a corrected schema renders again", async () => {
  await me.type('#@data/values-schema\n---\n#@schema/validation min=1\nreplicas: 1\nname: ""\n');
  await me.file("config.yml");
  await me.type('#@ load("@ytt:data", "data")\nreplicas: #@ data.values.replicas\nname: #@ data.values.name\n');
  await me.view("Output");
  assert.equal((await me.output()).trim(), 'replicas: 1\nname: ""');
  await settled(() => page.getByRole("button", { name: "JSON", exact: true }).click());
  assert.match(await me.output(), /"replicas": ?1/);
  await settled(() => page.getByRole("button", { name: "YAML", exact: true }).click());
});
await step("completion and hover know the schema", async () => {
  await page.keyboard.press("Control+End");
  await page.locator("#editor .cm-content").click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("again: #@ data.values.rep", { delay: 20 });
  const offered = page.locator(".cm-tooltip-autocomplete li", { hasText: "replicas" });
  await offered.first().waitFor();
  await me.shot("completion");
  await settled(() => offered.first().click());
  assert.match(await me.text(), /again: #@ data\.values\.replicas/);
  await page.locator("#editor .cm-line", { hasText: "again:" }).hover({ position: { x: 200, y: 8 } });
  await page.locator(".cm-about").waitFor();
  assert.match(await page.locator(".cm-about").innerText(), /replicas/);
  await me.shot("hover");
  await me.type('#@ load("@ytt:data", "data")\nreplicas: #@ data.values.replicas\nname: #@ data.values.name\n');
});
await step("a quick fix mends a misspelled key, and can be undone", async () => {
  await me.newFile("values.yml");
  await me.command("-f schema.yml -f config.yml --data-values-file values.yml");
  await me.type("replcas: 2\n");
  await page.locator(".cm-lintRange-error").hover();
  await page.locator(".cm-diagnosticAction").waitFor();
  await me.shot("quick-fix");
  await settled(() => page.locator(".cm-diagnosticAction").first().click());
  assert.match(await me.text(), /replicas: 2/);
  assert.match(await me.output(), /replicas: 2/);
  await page.locator("#editor .cm-content").click();
  await settled(() => page.keyboard.press("Control+z"));
  assert.match(await me.text(), /replcas: 2/);
  await me.view("Problems");
  await settled(() => page.locator(".problems .fix").first().click());
  await me.view("Output");
  assert.match(await me.output(), /replicas: 2/);
});
await step("values as flags", async () => {
  await me.command("-f schema.yml -f config.yml --data-value-yaml replicas=5 -v 'name=a b'");
  assert.equal((await me.output()).trim(), "replicas: 5\nname: a b");
  await me.command("-f schema.yml -f config.yml --data-values-file values.yml");
});
await step("documentation and exports", async () => {
  await me.view("Documentation");
  await page.frameLocator("iframe").locator("#replicas").first().waitFor();
  await me.shot("documentation");
  await me.view("Schema");
  await page.waitForFunction(() => document.querySelector("#view")?.textContent?.includes("$schema"));
  await me.shot("export");
  for (const name of ["openapi-v3", "openapi-v3.1", "crd", "json-schema-draft7", "fields", "markdown"]) {
    await page.getByLabel("Format of the schema").selectOption(name);
    await page.waitForFunction((name) => document.querySelector(`#view [aria-label="Schema as ${name}"]`)?.textContent?.includes("replicas"), name);
  }
});
await step("the form checks rules while one types", async () => {
  await me.view("Form");
  const replicas = page.getByLabel("replicas", { exact: false }).first();
  await replicas.waitFor();
  await settled(() => replicas.fill("0"));
  await page.waitForFunction(() => [...document.querySelectorAll(".problem")].some((one) => one.textContent));
  await me.shot("form");
  await settled(() => replicas.fill("7"));
  assert.equal(await replicas.evaluate((input) => document.activeElement === input), true, "the field keeps the focus");
  await me.view("Output");
  assert.match(await me.output(), /replicas: 7/);
  assert.match(await page.locator("#arguments").inputValue(), /--data-values-file form-values\.yml/);
});
await step("a shared link brings the project back", async () => {
  await page.getByRole("button", { name: "Share" }).click();
  await page.waitForFunction(() => location.hash.length > 20);
  const other = await visit(await browser.newContext(), shots);
  await other.go(page.url());
  assert.match(await other.output(), /replicas: 7/);
  assert.deepEqual(other.complaints, []);
  await other.page.context().close();
  await page.reload();
  await page.waitForFunction(() => document.body.dataset.ready);
  assert.match(await me.output(), /replicas: 7/);
});
await step("an endless loop ends with a message, and the page lives on", async () => {
  await me.file("config.yml");
  await me.type("#@ def f():\n#@   x = 0\n#@   for i in range(1000000000):\n#@     x = x + i\n#@   end\n#@   return x\n#@ end\na: #@ f()\n");
  await me.view("Problems");
  assert.match(await me.panel(), /config\.yml/);
  await me.shot("endless");
  await me.type("a: 1\n");
  await me.view("Output");
  assert.match(await me.output(), /a: 1/);
});
await step("the other schema language", async () => {
  await me.newFile("rules.yml");
  await me.type("type: object\nproperties:\n  port: {type: integer, description: Where it listens}\n");
  await me.newFile("server.yml");
  await me.command("check --schema rules.yml server.yml");
  await me.type("port: eighty\n");
  assert.match(await me.panel(), /Expected an integer/);
  await me.view("Documentation");
  await page.frameLocator("iframe").getByText("Where it listens").last().waitFor();
  await me.view("Schema");
  await page.getByLabel("Format of the schema").selectOption("schema by example");
  await page.waitForFunction(() => document.querySelector("#view")?.textContent?.includes("#@data/values-schema"));
  await me.view("Output");
  await me.type("port: 80\n");
  assert.match(await me.output(), /Valid/);
});
await step("keystroke to problems, on the last project of the tutorial", async () => {
  const names = await page.evaluate(() => 0).then(() => ["tutorial-03", "tutorial-07"]);
  for (const name of names) {
    await me.example(name);
    await me.file("config/schema.yml");
    await page.keyboard.press("Control+End");
    const times = [];
    const engine = [];
    for (let round = 0; round < 30; round += 1) {
      // From the event of the key to the frame that shows the answer.
      await page.evaluate(() => {
        window.measured = new Promise((resolve) => {
          document.addEventListener("keydown", ({ timeStamp }) => {
            new MutationObserver((_, observer) => {
              observer.disconnect();
              const marked = performance.now() - timeStamp;
              requestAnimationFrame(() => setTimeout(() => resolve([marked, performance.now() - timeStamp])));
            }).observe(document.body, { attributes: true, attributeFilter: ["data-ready"] });
          }, { once: true, capture: true });
        });
      });
      await page.keyboard.press(round % 2 ? "Backspace" : "#");
      times.push(await page.evaluate(() => window.measured));
      engine.push(Number(/([\d.]+) ms/.exec(await me.status())?.[1]));
      await page.waitForTimeout(150);
    }
    const median = (all) => all.sort((a, b) => a - b)[Math.floor(all.length / 2)].toFixed(1);
    const marked = median(times.map(([marked]) => marked));
    console.log(`    ${name}: median ${marked} ms to the marked problems, ${median(times.map(([, painted]) => painted))} ms to the next frame, ${median(engine)} ms in the engine`);
    if (!process.env.YARDSTICK_SLOW) assert.ok(marked <= 50, `${name}: at most 50 ms`);
  }
});
await step("dark", async () => {
  await page.getByRole("button", { name: /light and dark/ }).click();
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
  await me.shot("dark");
});
await step("phone", async () => {
  await page.setViewportSize({ width: 390, height: 780 });
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  assert.equal(wide, false, "nothing is wider than the screen");
  await me.shot("phone");
  await page.screenshot({ path: `${shots}/phone-full.png`, fullPage: true });
  await me.view("Form");
  await page.locator(".form").waitFor();
  await page.screenshot({ path: `${shots}/phone-form.png`, fullPage: true });
  await page.setViewportSize({ width: 1280, height: 800 });
  await me.view("Output");
});
await step("examples", async () => {
  await page.getByRole("button", { name: "Examples" }).click();
  await me.shot("gallery-dark");
  const names = await page.locator(".card").evaluateAll((all) => all.map((one) => one.dataset.name));
  await page.keyboard.press("Escape");
  assert.ok(names.length >= 20, "there are the examples and the tutorial");
  for (const name of names) {
    await me.example(name);
    console.log(`    ${name}: ${await me.status()}`);
  }
});
assert.deepEqual(me.complaints, [], "no errors on the console");
await browser.close();
server.close();
console.log("the page works");
