// Builds the page. The gallery is made from the examples of the repository (their files; the title, the first sentence
// and the first command of each README) and from the tutorial (the files as they are at the end of each page, and its first command).
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { defineConfig, type Plugin } from "vite";

const EXAMPLES = join(import.meta.dirname, "..", "examples");
const TUTORIAL = join(import.meta.dirname, "..", "docs", "tutorial");

interface Example {
  name: string;
  title: string;
  about: string;
  command: string;
  files: Record<string, string>;
}

const titleOf = (page: string) => /^# (.*)$/m.exec(page)?.[1];

/** The first sentence of a page, without the marks of Markdown. */
function aboutOf(page: string): string {
  const paragraph = /^# .*\n+([^]*?)\n\n/m.exec(page)?.[1] ?? "";
  const text = paragraph.replace(/\s+/g, " ").replace(/`([^`]*)`/g, "$1").replace(/\[([^\]]*)\]\([^)]*\)/g, "$1");
  return /^.*?[.:](?= |$)/.exec(text)?.[0].replace(/:$/, ".") ?? "";
}

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
    const command = /^\$ yardstick (.*)$/m.exec(readme)?.[1] ?? "-f .";
    return { name, title: titleOf(readme) ?? name, about: aboutOf(readme), command, files };
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
    return { name: `tutorial-${name.slice(0, 2)}`, title: `Tutorial: ${titleOf(page)}`, about: aboutOf(page), command: shown[0] ?? "-f config", files };
  });
}

/** `virtual:examples` lists them; the files of each are a module of their own, loaded when somebody chooses it. */
function examples(): Plugin {
  const list = "virtual:examples";
  return {
    name: "examples",
    resolveId: (source) => (source.startsWith(list) ? `\0${source}` : undefined),
    load(source) {
      if (!source.startsWith(`\0${list}`)) return undefined;
      const all = [...shipped(), ...tutorial()];
      const name = source.slice(list.length + 2);
      if (name) return `export default ${JSON.stringify(all.find((one) => one.name === name)!.files)}`;
      const listed = all.map(({ files, ...one }) => {
        const about = JSON.stringify({ ...one, paths: Object.keys(files) });
        return `{ ...${about}, load: () => import("${list}/${one.name}").then((one) => one.default) }`;
      });
      return `export default [${listed.join(",\n")}]`;
    },
  };
}

export default defineConfig({
  base: "./",
  plugins: [examples()],
  worker: { format: "es" },
  build: { target: "es2022", chunkSizeWarningLimit: 1000 },
});
