// Builds the page. The gallery is made from the examples of the repository (their files, the title and the first
// command of each README) and from the tutorial (the files as they are at the end of each page, and its first command).
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { defineConfig, type Plugin } from "vite";

const EXAMPLES = join(import.meta.dirname, "..", "examples");
const TUTORIAL = join(import.meta.dirname, "..", "docs", "tutorial");

interface Example {
  name: string;
  title: string;
  command: string;
  files: Record<string, string>;
}

const titleOf = (page: string) => /^# (.*)$/m.exec(page)?.[1];

function filesBelow(directory: string, prefix = ""): Record<string, string> {
  const files: Record<string, string> = {};
  for (const name of readdirSync(directory).sort()) {
    const path = join(directory, name);
    if (statSync(path).isDirectory()) Object.assign(files, filesBelow(path, `${prefix}${name}/`));
    else files[`${prefix}${name}`] = readFileSync(path, "utf8");
  }
  return files;
}

function shipped(): Example[] {
  const isShown = (name: string) => statSync(join(EXAMPLES, name)).isDirectory() && !existsSync(join(EXAMPLES, name, "Cargo.toml"));
  return readdirSync(EXAMPLES).filter(isShown).map((name) => {
    const files = filesBelow(join(EXAMPLES, name));
    const readme = files["README.md"] ?? "";
    delete files["README.md"];
    const title = titleOf(readme) ?? name;
    const command = /^\$ yardstick (.*)$/m.exec(readme)?.[1] ?? "-f .";
    return { name, title, command, files };
  });
}

/** Each page of the tutorial goes on with the files of the page before. */
function tutorial(): Example[] {
  let files: Record<string, string> = {};
  return readdirSync(TUTORIAL).sort().map((name) => {
    const page = readFileSync(join(TUTORIAL, name), "utf8");
    files = { ...files };
    for (const [, path, text] of page.matchAll(/^```\w+ file=(\S+)\n([^]*?)^```$/gm)) files[path] = text;
    const commands = [...page.matchAll(/^\$ yardstick (.*)$/gm)].map(([, command]) => command);
    const shown = commands.filter((command) => !/[|<>]|^(lsp|playground|new|build|test)\b/.test(command));
    return { name: `tutorial-${name.slice(0, 2)}`, title: `Tutorial: ${titleOf(page)}`, command: shown[0] ?? "-f config", files };
  });
}

function examples(): Plugin {
  const id = "virtual:examples";
  return {
    name: "examples",
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    load: (source) => (source === `\0${id}` ? `export default ${JSON.stringify([...shipped(), ...tutorial()])}` : undefined),
  };
}

export default defineConfig({
  base: "./",
  plugins: [examples()],
  worker: { format: "es" },
  build: { target: "es2022", chunkSizeWarningLimit: 1000 },
});
