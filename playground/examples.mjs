// The projects of the gallery: the examples of the repository (their files; the title, the first sentences and the first
// command of each README) and the tutorial (the files as they are at the end of each page, and its first command).
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

const EXAMPLES = join(import.meta.dirname, "..", "examples");
const TUTORIAL = join(import.meta.dirname, "..", "docs", "tutorial");

const titleOf = (page) => /^# (.*)$/m.exec(page)?.[1];

/** What the first sentences of a page say, without the marks of Markdown. */
function aboutOf(page) {
  const paragraph = /^# .*\n+([^]*?)\n\n/m.exec(page)?.[1] ?? "";
  const text = paragraph.replace(/\s+/g, " ").replace(/`([^`]*)`/g, "$1").replace(/\[([^\]]*)\]\([^)]*\)/g, "$1");
  const sentences = text.match(/.+?[.:](?= |$)/g) ?? [];
  let about = "";
  for (const sentence of sentences) if (about.length < 60) about += sentence;
  return about.replace(/:$/, ".");
}

function filesBelow(directory, prefix = "") {
  const files = {};
  for (const name of readdirSync(directory).sort()) {
    const path = join(directory, name);
    if (statSync(path).isDirectory()) Object.assign(files, filesBelow(path, `${prefix}${name}/`));
    else files[`${prefix}${name}`] = readFileSync(path, "utf8");
  }
  return files;
}

export function shipped() {
  const isShown = (name) => statSync(join(EXAMPLES, name)).isDirectory() && !existsSync(join(EXAMPLES, name, "Cargo.toml"));
  return readdirSync(EXAMPLES).filter(isShown).map((name) => {
    const files = filesBelow(join(EXAMPLES, name));
    const readme = files["README.md"] ?? "";
    delete files["README.md"];
    const command = /^\$ yardstick (.*)$/m.exec(readme)?.[1] ?? "-f .";
    return { name, title: titleOf(readme) ?? name, about: aboutOf(readme), command, files };
  });
}

/** Each page of the tutorial goes on with the files of the page before. */
export function tutorial() {
  let files = {};
  return readdirSync(TUTORIAL).sort().map((name) => {
    const page = readFileSync(join(TUTORIAL, name), "utf8");
    files = { ...files };
    for (const [, path, text] of page.matchAll(/^```\w+ file=(\S+)\n([^]*?)^```$/gm)) files[path] = text;
    const commands = [...page.matchAll(/^\$ yardstick (.*)$/gm)].map(([, command]) => command);
    const shown = commands.filter((command) => !/[|<>]|^(lsp|playground|new|build|test)\b/.test(command));
    return { name: `tutorial-${name.slice(0, 2)}`, title: `Tutorial: ${titleOf(page)}`, about: aboutOf(page), command: shown[0] ?? "-f config", files };
  });
}
