// Parses the command line of the page, and derives what the other views need.
import type { Answer, Engine, Files } from "./engine";
import { words } from "./project";

export const VALUES = "form-values.yml";

export interface Command {
  /** All words, without the program name. */
  words: string[];
  isCheck: boolean;
  /** Whether the result is rendered YAML, which the command can also print as JSON. */
  isRender: boolean;
}

export function read(line: string): Command {
  const all = words(line);
  if (all[0] === "yardstick" || all[0] === "ytt") all.shift();
  const verb = all[0] ?? "";
  const isRender = verb.startsWith("-") || ["template", "t", "tpl"].includes(verb);
  return { words: all, isCheck: verb === "check", isRender };
}

/** The values of a flag, in order. */
function given(all: string[], names: string[]): string[] {
  const found: string[] = [];
  all.forEach((word, index) => {
    const name = names.find((one) => word === one || word.startsWith(`${one}=`));
    if (name) found.push(word === name ? (all[index + 1] ?? "") : word.slice(name.length + 1));
  });
  return found;
}

/** The flags that select files and values. */
function sources(all: string[]): string[] {
  const taken = /^(-f|-v|--file|--data-value|--data-value-yaml|--data-value-file|--data-values-file|--file-mark)(=|$)/;
  const kept: string[] = [];
  for (let index = 0; index < all.length; index++) {
    const match = taken.exec(all[index]);
    if (!match) continue;
    kept.push(all[index]);
    if (!match[2]) kept.push(all[++index] ?? "");
  }
  return kept.length ? kept : ["-f", "."];
}

/** True if a rendering command reads the file. The inputs of other commands are unknown here. */
export function reads(line: string, path: string): boolean {
  const { words: all, isRender } = read(line);
  const isInside = (source: string) => [".", "./", path].includes(source) || path.startsWith(`${source.replace(/^\.\//, "").replace(/\/$/, "")}/`);
  return !isRender || all.includes(path) || given(all, ["-f", "--file"]).some(isInside);
}

/** Adds the values of the form to the command line, so that it gives the same result after the project is downloaded. */
export function withForm(line: string): string {
  const { words: all, isCheck } = read(line);
  if (all.includes(VALUES)) return line;
  if (isCheck) return `${line} ${VALUES}`;
  const isListed = given(all, ["-f", "--file"]).some((path) => path === "." || path === "./");
  return `${line} --data-values-file ${VALUES}${isListed ? ` --file-mark ${VALUES}:exclude=true` : ""}`;
}

/** Exports the project's schema to another format. A schema of `check` is first converted to a schema by example. */
export async function exported(engine: Engine, line: string, files: Files, format: string): Promise<Answer> {
  const { words: all, isCheck } = read(line);
  if (!isCheck) return engine.run(["schema", "export", "-o", format, ...sources(all)], files);
  const [schema] = given(all, ["-f", "--schema"]);
  if (!schema) throw new Error("Name the schema in the command line to see it here: check --schema schema.yml values.yml");
  const imported = await engine.run(["schema", "import", schema], files);
  if (imported.status !== 0 || typeof imported.stdout !== "string" || format === "schema by example") return imported;
  return engine.run(["schema", "export", "-o", format, "-f", "schema.yml"], { "schema.yml": imported.stdout });
}
