// Runs what people see first through the instrumented engine, and writes which functions that takes.
//   node profile-engine.mjs INSTRUMENTED.wasm PROFILE
// The first download of the page has these functions; the others follow.
import { readFileSync, writeFileSync } from "node:fs";
import { shipped, tutorial } from "./examples.mjs";
import * as bindings from "./src/engine/page/yardstick_bg.js";

const [source, target] = process.argv.slice(2);
const instance = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(source)), { "./yardstick_bg.js": bindings });
const { exports } = instance;
bindings.__wbg_set_wasm(exports);
exports.__wbindgen_start?.();

const environment = { YARDSTICK_DIAGNOSTICS: "json" };
const run = (args, files) => bindings.run(JSON.stringify({ arguments: args, files, environment }));
const ask = (method, path, line, character, files) =>
  bindings.ask(JSON.stringify({ method, files, params: { textDocument: { uri: `file:///project/${path}` }, position: { line, character } } }));

for (const { command, files } of [...shipped().filter(({ name }) => name === "hello"), ...tutorial()]) {
  const words = command.split(" ");
  run(words, files);
  // While somebody types, much is wrong.
  for (const path of Object.keys(files)) {
    run(words, { ...files, [path]: files[path].slice(0, files[path].length / 2) });
    run(words, { ...files, [path]: `${files[path]}\nx: [` });
    run(words, { ...files, [path]: files[path].replace(/: (\d+|"?\w+"?)$/m, ": {}") });
    const lines = files[path].split("\n");
    for (const line of [0, 2, lines.length - 2]) {
      ask("textDocument/completion", path, line, (lines[line] ?? "").length, files);
      ask("textDocument/hover", path, line, 2, files);
    }
  }
}

const size = exports.__write_profile(0, 0);
const place = exports.__wbindgen_malloc(size, 1) >>> 0;
exports.__write_profile(place, size);
writeFileSync(target, new Uint8Array(exports.memory.buffer, place, size));
