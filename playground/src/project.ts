// The project on the page: files and a command line. A shared link contains all of it.
import { Inflate, deflateSync, strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import type { Files } from "./engine";

export interface Project {
  files: Files;
  command: string;
}

/** The maximum size of a project in bytes. A larger one is a mistake, or an attempt to fill the memory of whoever opens a link. */
const LARGEST = 20_000_000;

/** Splits a command line into words, with the quotes of a shell. */
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

/** Encodes a project as the part of a URL after `#`. */
export function toFragment(project: Project): string {
  const bytes = deflateSync(strToU8(JSON.stringify(project)), { level: 9 });
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return `project=${btoa(binary).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "")}`;
}

/** Decodes the project in a URL fragment; undefined if there is none. Throws if it is invalid. */
export function fromFragment(fragment: string): Project | undefined {
  const match = /(?:^#?|&)project=([\w-]*)/.exec(fragment);
  if (!match) return undefined;
  const binary = atob(match[1].replace(/-/g, "+").replace(/_/g, "/"));
  const project = JSON.parse(strFromU8(inflated(Uint8Array.from(binary, (letter) => letter.charCodeAt(0)))));
  const isText = (value: unknown) => typeof value === "string";
  const isProject = isText(project.command) && Object.values(project.files ?? {}).every(isText);
  if (!isProject) throw new Error("This is no project.");
  return { files: project.files ?? {}, command: project.command };
}

function inflated(bytes: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [];
  let [length, isWhole] = [0, false];
  const inflate = new Inflate((part, isLast) => {
    length += part.length;
    if (length > LARGEST) throw new Error("The project is too large.");
    parts.push(part);
    isWhole = isLast;
  });
  for (let start = 0; start < bytes.length; start += 4096) inflate.push(bytes.subarray(start, start + 4096), start + 4096 >= bytes.length);
  if (!isWhole) throw new Error("The link is cut off.");
  const whole = new Uint8Array(length);
  let start = 0;
  for (const part of parts) {
    whole.set(part, start);
    start += part.length;
  }
  return whole;
}

export function toZip(files: Files): Uint8Array {
  return zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)])));
}

/** Files that the user chose or dropped, with their paths in their folder. */
export type Chosen = { path: string; file: File }[];

/** The text files by path, and the names of files that the page cannot show. */
export async function fromChosen(chosen: Chosen): Promise<{ files: Files; leftOut: string[] }> {
  const files: Files = {};
  const leftOut: string[] = [];
  let size = 0;
  const add = (path: string, bytes: Uint8Array) => {
    if (path.split("/").some((piece) => piece === ".git" || piece === "__MACOSX" || piece === "node_modules")) return;
    size += bytes.length;
    try {
      if (size > LARGEST) throw new Error("too large");
      files[path] = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch {
      leftOut.push(path);
    }
  };
  for (const { path, file } of chosen) {
    if (file.size > LARGEST) {
      leftOut.push(path);
      continue;
    }
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (!/\.zip$/i.test(file.name)) {
      add(path, bytes);
      continue;
    }
    try {
      const isSmall = (entry: { name: string; originalSize: number }) => entry.originalSize <= LARGEST && !entry.name.endsWith("/");
      for (const [inside, content] of Object.entries(unzipSync(bytes, { filter: isSmall }))) add(inside, content);
    } catch {
      leftOut.push(path);
    }
  }
  return { files: withoutCommonFolder(files), leftOut };
}

/** Removes a single top-level folder, which archives often have, because commands are written for its content. */
function withoutCommonFolder(files: Files): Files {
  const paths = Object.keys(files);
  const folder = paths[0]?.slice(0, paths[0].indexOf("/") + 1);
  if (!folder || !paths.every((path) => path.startsWith(folder))) return files;
  return Object.fromEntries(paths.map((path) => [path.slice(folder.length), files[path]]));
}

export const fromList = (list: FileList): Chosen => [...list].map((file) => ({ path: file.webkitRelativePath || file.name, file }));

/** The files dropped on the page: files, archives, and folders with their content. */
export async function fromDrop(transfer: DataTransfer): Promise<Chosen> {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.()).filter((entry) => entry != null);
  const plain = fromList(transfer.files);
  if (!entries.some((entry) => entry.isDirectory)) return plain;
  const chosen: Chosen = [];
  const visit = async (entry: FileSystemEntry): Promise<void> => {
    const path = entry.fullPath.replace(/^\//, "");
    if (entry.isFile) {
      const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
      chosen.push({ path, file });
      return;
    }
    if (entry.name === ".git" || entry.name === "node_modules") return;
    const reader = (entry as FileSystemDirectoryEntry).createReader();
    // A reader returns at most a hundred entries at a time.
    for (;;) {
      const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
      if (some.length === 0) return;
      for (const one of some) await visit(one);
    }
  };
  for (const entry of entries) await visit(entry);
  return chosen;
}
