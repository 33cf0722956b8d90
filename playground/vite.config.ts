// Builds the page. The gallery is made from the examples of the repository: their files, the title and the first
// command of each README.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { defineConfig, type Plugin } from "vite";

const EXAMPLES = join(import.meta.dirname, "..", "examples");

function filesBelow(directory: string, prefix = ""): Record<string, string> {
  const files: Record<string, string> = {};
  for (const name of readdirSync(directory).sort()) {
    const path = join(directory, name);
    if (statSync(path).isDirectory()) Object.assign(files, filesBelow(path, `${prefix}${name}/`));
    else files[`${prefix}${name}`] = readFileSync(path, "utf8");
  }
  return files;
}

function gallery() {
  const names = readdirSync(EXAMPLES).filter((name) => statSync(join(EXAMPLES, name)).isDirectory());
  return names.map((name) => {
    const files = filesBelow(join(EXAMPLES, name));
    const readme = files["README.md"] ?? "";
    delete files["README.md"];
    const title = /^# (.*)$/m.exec(readme)?.[1] ?? name;
    const command = /^\$ yardstick (.*)$/m.exec(readme)?.[1] ?? "-f .";
    return { name, title, command, files };
  });
}

function examples(): Plugin {
  const id = "virtual:examples";
  return {
    name: "examples",
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    load: (source) => (source === `\0${id}` ? `export default ${JSON.stringify(gallery())}` : undefined),
  };
}

export default defineConfig({
  base: "./",
  plugins: [examples()],
  worker: { format: "es" },
  build: { target: "es2022", chunkSizeWarningLimit: 1000 },
});
