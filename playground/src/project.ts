// The project on the page: files and a command line, kept in the address when it is shared.
import { deflateSync, inflateSync, strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import type { Files } from "./engine";

export interface Project {
  files: Files;
  command: string;
}

/** The words of a command line, with quotes as a shell reads them. */
export function words(line: string): string[] {
  const found: string[] = [];
  const pattern = /\s*((?:'[^']*'|"(?:\\.|[^"\\])*"|\\.|[^\s'"\\])+)/gy;
  for (let match = pattern.exec(line); match; match = pattern.exec(line)) {
    const word = match[1].replace(/'([^']*)'|"((?:\\.|[^"\\])*)"|\\(.)/g, (_, single, double, escaped) =>
      single ?? (double === undefined ? escaped : double.replace(/\\(.)/g, "$1")),
    );
    found.push(word);
  }
  return found;
}

/** The part of an address after `#`. */
export function toFragment(project: Project): string {
  const bytes = deflateSync(strToU8(JSON.stringify(project)), { level: 9 });
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return `project=${btoa(binary).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "")}`;
}

/** The project in an address, or nothing where there is none that can be read. */
export function fromFragment(fragment: string): Project | undefined {
  const match = /(?:^#?|&)project=([\w-]+)/.exec(fragment);
  if (!match) return undefined;
  try {
    const binary = atob(match[1].replace(/-/g, "+").replace(/_/g, "/"));
    const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
    const project = JSON.parse(strFromU8(inflateSync(bytes)));
    const isText = (value: unknown) => typeof value === "string";
    const isProject = isText(project.command) && Object.values(project.files ?? {}).every(isText);
    return isProject ? { files: project.files ?? {}, command: project.command } : undefined;
  } catch {
    return undefined;
  }
}

export function toZip(files: Files): Uint8Array {
  return zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)])));
}

export async function fromChosen(chosen: FileList): Promise<Files> {
  const files: Files = {};
  for (const file of chosen) {
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (file.name.endsWith(".zip")) {
      for (const [path, content] of Object.entries(unzipSync(bytes))) {
        if (!path.endsWith("/")) files[path] = strFromU8(content);
      }
    } else {
      files[file.webkitRelativePath || file.name] = strFromU8(bytes);
    }
  }
  return files;
}
