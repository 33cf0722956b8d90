// Drives the built page as people do who try what it can take: broken input, large input, other files, no network.
//   node tests/rough.mjs [CHROMIUM] [DIRECTORY FOR SCREENSHOTS]
import assert from "node:assert/strict";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { strToU8, unzipSync, zipSync } from "fflate";
import { serve, start, step, visit } from "./harness.mjs";

const [executablePath = "/usr/bin/chromium", shots = "target"] = process.argv.slice(2);
const server = await serve();
server.release();
const { browser, context } = await start(executablePath, shots);
const me = await visit(context, shots);
const { page, settled } = me;
const scratch = join(shots, "files");
await mkdir(join(scratch, "folder/config"), { recursive: true });
await me.go(server.address);

await step("a file can be made, renamed, deleted and brought back", async () => {
  await me.newFile("zusätze/größe 1.yml");
  await settled(() => page.getByRole("button", { name: "Add -f" }).click());
  assert.match(await page.locator("#arguments").inputValue(), /-f 'zusätze\/größe 1\.yml'/);
  await me.command("-f .");
  await me.type("größe: 1 # ☃\n");
  assert.match(await me.output(), /größe: 1/);
  await page.getByRole("button", { name: "Rename" }).click();
  await page.locator("dialog input").fill("schema.yml");
  await page.keyboard.press("Enter");
  assert.match(await page.locator("dialog .problem").innerText(), /There is a file/);
  await page.locator("dialog input").fill("../other.yml");
  await page.keyboard.press("Enter");
  assert.match(await page.locator("dialog .problem").innerText(), /inside the project/);
  await page.locator("dialog input").fill("数据.yml");
  await settled(() => page.keyboard.press("Enter"));
  assert.match(await me.output(), /größe: 1/);
  await settled(() => page.getByRole("button", { name: "Delete" }).click());
  assert.doesNotMatch(await me.output(), /größe: 1/);
  await settled(() => page.getByRole("button", { name: "Undo" }).click());
  assert.match(await me.output(), /größe: 1/);
  await settled(() => page.getByRole("button", { name: "Delete" }).click());
});
await step("no file at all", async () => {
  while ((await page.locator("#tabs [role=tab]").count()) > 0) await settled(() => page.getByRole("button", { name: "Delete" }).click());
  assert.ok((await me.panel()).length > 0);
  await me.shot("no-files");
  await me.newFile("a.yml");
  await me.type("a: 1\n");
  assert.match(await me.output(), /a: 1/);
});
await step("the page is used with the keyboard alone", async () => {
  await me.go(`${server.address}#example=environments`);
  await page.locator("#tabs [aria-selected=true]").focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowDown");
  const second = await page.evaluate(() => document.activeElement.dataset.path);
  assert.equal(second, await page.locator("#tabs [role=tab]").nth(1).getAttribute("data-path"));
  await page.keyboard.press("F2");
  assert.equal(await page.locator("dialog input").inputValue(), second);
  await page.keyboard.press("Escape");
  // Out of the editor again.
  await page.locator("#editor .cm-content").focus();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.closest(".cm-editor")), null);
  await page.locator("#views [aria-selected=true]").focus();
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.evaluate(() => document.activeElement.dataset.view), "Problems");
  await page.keyboard.press("Home");
});
await step("everything that can be used has a name", async () => {
  for (const view of ["Output", "Problems", "Form", "Schema"]) {
    await me.view(view);
    await me.quiet();
    const nameless = await page.evaluate(() =>
      [...document.querySelectorAll("button, input:not([hidden]), select, iframe, [role=textbox]")]
        .filter((one) => one.checkVisibility() && !(one.ariaLabel || one.title || one.textContent.trim() || one.labels?.length || one.getAttribute("aria-labelledby")))
        .map((one) => one.outerHTML.slice(0, 120)),
    );
    assert.deepEqual(nameless, [], `on ${view}`);
  }
  await me.view("Output");
});
await step("colors have contrast", async () => {
  for (const theme of ["light", "dark"]) {
    const poor = await page.evaluate((theme) => {
      document.documentElement.dataset.theme = theme;
      const style = getComputedStyle(document.documentElement);
      const light = (name) => {
        const [r, g, b] = style.getPropertyValue(name).trim().match(/^#(..?)(..?)(..?)$/).slice(1).map((part) => parseInt(part.length === 1 ? part + part : part, 16) / 255).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      const pairs = ["--text", "--quiet", "--key", "--string", "--number", "--comment", "--code", "--accent", "--error", "--warning"].flatMap((front) => [[front, "--back"], [front, "--soft"]]);
      const contrast = ([front, back]) => (Math.max(light(front), light(back)) + 0.05) / (Math.min(light(front), light(back)) + 0.05);
      return [...pairs, ["--on-accent", "--accent"]].filter((pair) => contrast(pair) < 4.5).map((pair) => `${pair}: ${contrast(pair).toFixed(2)}`);
    }, theme);
    assert.deepEqual(poor, [], theme);
  }
  await page.evaluate(() => (document.documentElement.dataset.theme = "light"));
});
await step("edits survive a reload, and the back button returns to them", async () => {
  await me.go(`${server.address}#example=hello`);
  await me.file("config.yml");
  await me.type("mine: 1\n");
  await page.reload();
  await page.waitForFunction(() => document.body.dataset.ready);
  await me.quiet();
  assert.match(await me.output(), /mine: 1/);
  await me.example("either-or");
  await settled(() => page.goBack());
  assert.match(await me.output(), /mine: 1/);
  await me.example("hello");
  assert.doesNotMatch(await me.output(), /mine: 1/, "choosing it again starts over");
});
await step("two tabs do not disturb each other", async () => {
  const other = await visit(context, shots);
  await other.go(`${server.address}#example=hello`);
  await other.file("config.yml");
  await other.type("other: 1\n");
  await page.reload();
  await page.waitForFunction(() => document.body.dataset.ready);
  await me.quiet();
  assert.doesNotMatch(await me.output(), /other: 1/);
  assert.deepEqual(other.complaints, []);
  await other.page.close();
});
await step("broken YAML is a problem with a place", async () => {
  await me.file("config.yml");
  await me.type("a: [1, 2\nb: }\n");
  assert.match(await me.panel(), /config\.yml/);
  assert.ok((await page.locator(".cm-lintRange-error, .cm-lintPoint-error").count()) > 0);
  await me.type("\ta:\n\t- 1\n");
  assert.match(await me.panel(), /error/);
  await me.type("a: 1\n");
});
await step("command lines that make no sense", async () => {
  for (const line of ["", "nonsense", "-f nowhere.yml", "check", "--bogus", "-f . 'open quote", "schema", "lsp", "playground", "-f . --watch", "completion bash", "man", "-f https://example.com/a.yml", "yardstick -f .", "version", "--help", "explain YS0504"]) {
    await me.command(line);
    assert.ok((await me.panel()).trim().length > 0, `'${line}' says something`);
    assert.doesNotMatch(await me.panel(), /The engine stopped/, `'${line}' is no crash`);
  }
  await me.command("-f .");
  assert.match(await me.status(), /No errors/);
});
await step("a command that writes files offers them", async () => {
  await me.type("a:   1\n");
  await me.command("fmt --write config.yml");
  const add = page.getByRole("button", { name: /Add .* to the project/ });
  if (await add.count()) {
    await settled(() => add.click());
    assert.match(await me.text(), /a: 1/);
  }
  await me.command("-f .");
  await me.file("config.yml");
  await me.type("b:    1\n");
  await settled(() => page.getByRole("button", { name: "Format" }).click());
  assert.match(await me.text(), /b: 1/);
});
await step("an endless loop does not hold up the next change", async () => {
  await me.file("config.yml");
  await page.locator("#editor .cm-content").click();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText('#@ load("@ytt:regexp", "regexp")\n#@ def f(n):\n#@   if n > 0:\n#@     for i in range(100000000):\n#@       x = [i] * 10\n#@     end\n#@   end\n#@ end\na: #@ f(3)\n');
  await page.waitForTimeout(1800);
  const started = performance.now();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText("a: 2\n");
  await page.waitForFunction(() => document.querySelector("#view .cm-content")?.textContent?.includes("a: 2"), null, { timeout: 9000 });
  console.log(`    ${(performance.now() - started).toFixed(0)} ms from the correction to its output`);
});
await step("a large paste", async () => {
  const lines = Array.from({ length: 20000 }, (_, index) => `key_${index}: {a: ${index}, b: "text ${index}"}`).join("\n");
  const started = performance.now();
  await me.paste(`${lines}\n`);
  console.log(`    ${(lines.length / 1e6).toFixed(1)} MB in ${(performance.now() - started).toFixed(0)} ms: ${await me.status()}`);
  assert.match(await me.status(), /No errors/);
  await me.type("a: 3\n");
  assert.match(await me.output(), /a: 3/);
});
await step("a link of a large project", async () => {
  const noise = Array.from({ length: 4000 }, (_, index) => `key_${(index * 7919) % 104729}: ${Math.sin(index)}`).join("\n");
  await me.paste(`${noise}\n`);
  await page.getByRole("button", { name: "Share" }).click();
  await page.waitForFunction(() => /link is in/.test(document.querySelector("#status").textContent));
  console.log(`    ${page.url().length} characters: ${await me.status()}`);
  const other = await visit(await browser.newContext(), shots);
  await other.go(page.url());
  assert.match(await other.status(), /No errors/);
  await other.page.context().close();
});
await step("a link that is cut off says so", async () => {
  const other = await visit(await browser.newContext(), shots);
  const url = page.url();
  await other.go(url.slice(0, Math.floor(url.length / 2)));
  assert.match(await other.status(), /cannot be read/);
  await other.go(`${server.address}#example=nowhere`);
  await other.page.waitForFunction(() => /no example/.test(document.querySelector("#status").textContent));
  assert.deepEqual(other.complaints, []);
  await other.page.context().close();
});
await step("archives, folders and files from this machine", async () => {
  await writeFile(join(scratch, "folder/config/schema.yml"), "#@data/values-schema\n---\nport: 80\n");
  await writeFile(join(scratch, "folder/config/app.yml"), '#@ load("@ytt:data", "data")\nport: #@ data.values.port\n');
  await writeFile(join(scratch, "folder/picture.png"), Buffer.from([0x89, 0x50, 0xff, 0xfe, 0x00]));
  await settled(() => page.locator("#folder-chooser").setInputFiles(join(scratch, "folder")));
  assert.match(await me.output(), /port: 80/);
  assert.match(await me.status(), /Left out.*picture\.png/);
  assert.equal(await page.locator('#tabs [data-path="config/schema.yml"]').count(), 1);
  const [saved] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Download" }).click()]);
  const archive = unzipSync(await readFile(await saved.path()));
  assert.deepEqual(Object.keys(archive).sort(), ["config/app.yml", "config/schema.yml"]);
  await writeFile(join(scratch, "project.zip"), zipSync({ "top/a.yml": strToU8("zipped: ü\n"), "top/b/c.yml": strToU8("c: 1\n") }));
  await settled(() => page.locator("#chooser").setInputFiles(join(scratch, "project.zip")));
  assert.match(await me.output(), /zipped: ü/);
  await writeFile(join(scratch, "broken.zip"), "this is no archive");
  await page.locator("#chooser").setInputFiles(join(scratch, "broken.zip"));
  await page.waitForFunction(() => /broken\.zip/.test(document.querySelector("#status").textContent));
  await settled(() => page.goBack());
  assert.match(await me.output(), /port: 80/);
});
await step("a project file that cannot be drawn as a form", async () => {
  await me.go(`${server.address}#example=text-files`);
  for (const view of ["Form", "Documentation", "Schema"]) {
    await me.view(view);
    await me.quiet();
    assert.ok((await me.panel()).length > 0 || (await page.locator("iframe").count()) > 0);
  }
  await me.view("Output");
});
await step("without a network the page goes on", async () => {
  await me.go(`${server.address}#example=hello`);
  await context.setOffline(true);
  await me.file("config.yml");
  await me.type("offline: 1\n");
  assert.match(await me.output(), /offline: 1/);
  await me.type("#@ def f():\n#@   return [x for x in range(1000000000)]\n#@ end\na: #@ f()\n");
  await me.type("offline: 2\n");
  assert.match(await me.output(), /offline: 2/);
  await context.setOffline(false);
});
await step("a page that takes its schema from many files", async () => {
  for (const name of ["kubernetes-app", "harbor", "cf-for-k8s"]) {
    await me.go(`${server.address}#example=${name}`);
    await me.view("Form");
    await page.locator(".form, .empty").first().waitFor();
    await me.shot(`form-${name}`);
    await me.view("Documentation");
    await page.locator("iframe, .empty").first().waitFor();
    await me.view("Output");
  }
});
assert.deepEqual(me.complaints, [], "no errors on the console");
await browser.close();
server.close();
console.log("the page takes it");
