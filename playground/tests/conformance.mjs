// Runs the golden cases through the engine for the browser, in Node, and compares bytes.
//   node tests/conformance.mjs CASES [--known FILE] [--filter TEXT]
// A case is left out if it needs what a browser has not: an environment that the runner makes, pipes, other programs.
import { readFileSync, readdirSync, existsSync, statSync, lstatSync, readlinkSync } from "node:fs";
import { join, relative } from "node:path";
import init, { run } from "../src/engine/yardstick.js";

const [root, ...rest] = process.argv.slice(2);
const option = (name) => (rest.includes(name) ? rest[rest.indexOf(name) + 1] : undefined);
if (!root || !existsSync(root)) {
  console.log(`conformance skipped: there is no ${root ?? "folder of cases"}`);
  process.exit(0);
}
const known = new Set(
  (option("--known") ? readFileSync(option("--known"), "utf8") : "").split("\n").map((line) => line.split("#")[0].trim()).filter(Boolean),
);
const filter = option("--filter") ?? "";
await init({ module_or_path: readFileSync(new URL("../src/engine/yardstick_bg.wasm", import.meta.url)) });

const content = (bytes) => (Buffer.from(bytes.toString("utf8")).equals(bytes) ? bytes.toString("utf8") : { base64: bytes.toString("base64") });
const isSame = (got, expected) => (typeof got === "string" ? Buffer.from(got) : Buffer.from(got.base64, "base64")).equals(expected);
const lines = (path) => (existsSync(path) ? readFileSync(path, "utf8").split("\n").filter(Boolean) : []);

function* casesBelow(directory) {
  const names = readdirSync(directory);
  if (names.includes("args")) return void (yield directory);
  for (const name of names.sort()) if (lstatSync(join(directory, name)).isDirectory()) yield* casesBelow(join(directory, name));
}

function gather(directory, request, prefix = "") {
  for (const name of readdirSync(directory)) {
    const [path, inside] = [join(directory, name), prefix + name];
    const kind = lstatSync(path);
    if (kind.isSymbolicLink()) request.links[inside] = readlinkSync(path);
    else if (kind.isDirectory()) {
      request.directories.push(inside);
      gather(path, request, `${inside}/`);
    } else request.files[inside] = content(readFileSync(path));
  }
}

const plain = (text) =>
  text.replaceAll("/project", "<cwd>").trim().replace(/^(ytt|yardstick): Error:/, "error:").split("\n").map((line) => line.trimEnd()).join("\n");

let [passed, differing, left] = [0, [], 0];
const started = performance.now();
for (const directory of casesBelow(root)) {
  const name = relative(root, directory);
  if (!name.includes(filter)) continue;
  if (known.has(name)) { left += 1; continue; }
  const file = (one) => join(directory, one);
  const request = { arguments: readFileSync(file("args"), "utf8").split("\n"), files: {}, links: {}, directories: lines(file("dirs")), environment: { YARDSTICK_NOTES: "never", YARDSTICK_DIAGNOSTICS: "text" }, stdin: "" };
  if (request.arguments.at(-1) === "") request.arguments.pop();
  if (existsSync(file("in"))) gather(file("in"), request);
  for (const line of lines(file("links"))) request.links[line.split("\t")[0]] = line.split("\t")[1];
  for (const line of lines(file("env"))) request.environment[line.slice(0, line.indexOf("="))] = line.slice(line.indexOf("=") + 1);
  if (existsSync(file("stdin"))) request.stdin = content(readFileSync(file("stdin")));
  const needsMore = request.arguments.some((word) => /^https?:|--watch|^\/(dev|proc)\/|=\/(dev|proc|tmp)\/|^\.\.\/in\//.test(word));
  if (needsMore) { left += 1; continue; }
  let answer;
  try {
    answer = JSON.parse(run(JSON.stringify(request)));
  } catch (error) {
    differing.push(`${name}: ${error.message}`);
    await init({ module_or_path: readFileSync(new URL("../src/engine/yardstick_bg.wasm", import.meta.url)) });
    continue;
  }
  const expected = (one) => (existsSync(file(one)) ? readFileSync(file(one)) : Buffer.alloc(0));
  const status = existsSync(file("code")) ? Number(expected("code").toString()) : 0;
  const isExact = !existsSync(file("match")) || expected("match").toString().trim() === "exact";
  const wrong = [];
  if (answer.status !== status) wrong.push(`status ${answer.status} instead of ${status}`);
  if (!isSame(answer.stdout, expected("stdout"))) wrong.push("stdout");
  if (isExact && plain(answer.stderr) !== plain(expected("stderr").toString())) wrong.push("stderr");
  if (existsSync(file("out"))) {
    const wanted = { files: {}, links: {}, directories: [] };
    gather(file("out"), wanted);
    for (const [path, bytes] of Object.entries(wanted.files)) {
      const got = answer.files[path] ?? request.files[path];
      if (JSON.stringify(got) !== JSON.stringify(bytes)) wrong.push(`file ${path}`);
    }
  }
  if (wrong.length) differing.push(`${name}: ${wrong.join(", ")}`);
  else passed += 1;
}
const seconds = ((performance.now() - started) / 1000).toFixed(1);
for (const line of differing.slice(0, 60)) console.log(line);
console.log(`${passed} passed, ${differing.length} differ, ${left} left out, ${seconds} s`);
process.exit(differing.length ? 1 : 0);
