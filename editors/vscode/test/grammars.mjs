// Runs vscode-tmgrammar-test over test/grammar. The grammars that ours are injected into come from `tm-grammars`.
// Files given as arguments (`extra`) are added, to test other YAML grammars.
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const require = createRequire(import.meta.url);
const base = dirname(require.resolve("tm-grammars/grammars/yaml.json"));
const extra = process.argv.slice(2);
const yaml = extra.length > 0 ? extra : [join(base, "yaml.json")];
const grammars = [...yaml, join(base, "shellscript.json")].flatMap((path) => ["-g", path]);
const runner = require.resolve("vscode-tmgrammar-test/dist/unit.js");
const tests = ["template.yml", "strings.yml", "text.txt", "script.sh", "rules.star"].map((name) => `test/grammar/${name}`);
const run = spawnSync(process.execPath, [runner, "--config", "package.json", ...grammars, ...tests], { stdio: "inherit" });
process.exit(run.status ?? 1);
