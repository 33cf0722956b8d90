// Makes the engine of the page, in two parts: the functions that people need first, and the rest, which follows.
//   node split-engine.mjs MODULE WASM-BINDGEN DIRECTORY
// MODULE is what cargo built. Which functions are needed first is found out by running the tutorial. Without wasm-split
// (package binaryen) all functions are in the first part.
import { execFileSync } from "node:child_process";
import { copyFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { shipped, tutorial } from "./examples.mjs";
import { imports } from "./src/imports.mjs";

const [module, bindgen, directory] = process.argv.slice(2);
const at = (name) => join(directory, name);
const FEATURES = ["bulk-memory", "sign-ext", "mutable-globals", "nontrapping-float-to-int", "multivalue", "simd"].map((name) => `--enable-${name}`);
const split = (...words) => execFileSync("wasm-split", [...FEATURES, ...words], { stdio: "inherit" });

/** The module, saying that it has no references to objects: the tool that splits it mixes up their table with that of functions. */
function withoutReferences(bytes) {
  const name = "target_features";
  const number = (at) => {
    let [value, shift] = [0, 0];
    for (;;) {
      const byte = bytes[at++];
      value |= (byte & 0x7f) << shift;
      shift += 7;
      if (byte < 0x80) return [value >>> 0, at];
    }
  };
  const encoded = (value) => (value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...encoded(value >>> 7)]);
  const text = (start, length) => bytes.toString("utf8", start, start + length);
  for (let start = 8; start < bytes.length; ) {
    const [size, content] = number(start + 1);
    const end = content + size;
    const [length, title] = number(content);
    if (bytes[start] !== 0 || text(title, length) !== name) {
      start = end;
      continue;
    }
    let [count, place] = number(title + length);
    const kept = [];
    for (; count > 0; count -= 1) {
      const [letters, word] = number(place + 1);
      if (text(word, letters) !== "reference-types") kept.push(bytes.subarray(place, word + letters));
      place = word + letters;
    }
    const body = Buffer.concat([Buffer.from([name.length]), Buffer.from(name), Buffer.from(encoded(kept.length)), ...kept]);
    return Buffer.concat([bytes.subarray(0, start), Buffer.from([0, ...encoded(body.length)]), body, bytes.subarray(end)]);
  }
  return bytes;
}

/** Runs what people see first through the instrumented engine. Gives which functions that took. */
async function profile(source) {
  const bindings = await import(pathToFileURL(at("yardstick_bg.js")));
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(source)), imports(bindings));
  bindings.__wbg_set_wasm(exports);
  exports.__wbindgen_start?.();
  const run = (args, files) => bindings.run(JSON.stringify({ arguments: args, files, environment: { YARDSTICK_DIAGNOSTICS: "json" } }));
  const ask = (method, path, line, character, files) =>
    bindings.ask(JSON.stringify({ method, files, params: { textDocument: { uri: `file:///project/${path}` }, position: { line, character } } }));
  for (const { command, files } of [...shipped().filter(({ name }) => name === "hello"), ...tutorial()]) {
    const words = command.split(" ");
    run(words, files);
    // While somebody types, much is wrong.
    for (const [path, text] of Object.entries(files)) {
      run(words, { ...files, [path]: text.slice(0, text.length / 2) });
      run(words, { ...files, [path]: `${text}\nx: [` });
      run(words, { ...files, [path]: text.replace(/: (\d+|"?\w+"?)$/m, ": {}") });
      const lines = text.split("\n");
      for (const line of [0, 2, lines.length - 2]) {
        ask("textDocument/completion", path, line, (lines[line] ?? "").length, files);
        ask("textDocument/hover", path, line, 2, files);
      }
    }
  }
  // Above all memory that is in use.
  const size = exports.__write_profile(0, 0);
  const place = exports.memory.grow(Math.ceil(size / 65536)) * 65536;
  exports.__write_profile(place, size);
  return new Uint8Array(exports.memory.buffer, place, size);
}

rmSync(directory, { recursive: true, force: true });
const plain = `${module}.plain`;
writeFileSync(plain, withoutReferences(readFileSync(module)));
execFileSync(bindgen, ["--target", "bundler", "--remove-name-section", "--out-dir", directory, "--out-name", "yardstick", plain], { stdio: "inherit" });
rmSync(plain);
const whole = at("yardstick_bg.wasm");
try {
  split("--instrument", whole, "-o", at("instrumented.wasm"));
} catch (error) {
  if (error.code !== "ENOENT") throw error;
  console.log("the engine is in one part: wasm-split (package binaryen) is not installed");
  copyFileSync(whole, at("first.wasm"));
  writeFileSync(at("rest.wasm"), Buffer.from("\0asm\x01\0\0\0", "latin1"));
  process.exit(0);
}
writeFileSync(at("profile"), await profile(at("instrumented.wasm")));
split(whole, `--profile=${at("profile")}`, "--import-namespace=primary", "--placeholder-namespace=placeholder", "--export-prefix=%", "-o1", at("first.wasm"), "-o2", at("rest.wasm"));
rmSync(at("instrumented.wasm"));
rmSync(at("profile"));
