// The settings that the extension reads itself. Expanding a path needs no editor, so that tests can call it.

import { homedir } from "node:os";
import { join } from "node:path";

/** Severities as in the protocol: the smaller, the worse. */
const severities = { error: 1, warning: 2, information: 3, hint: 4 } as const;

export type Severity = keyof typeof severities;

/** The path of the program: `~/` and `${workspaceFolder}` are replaced. */
export function expandPath(path: string, folder: string | undefined): string {
  const written = path.trim() === "" ? "yardstick" : path.trim();
  const inFolder = folder === undefined ? written : written.replaceAll("${workspaceFolder}", folder);
  return inFolder.startsWith("~/") ? join(homedir(), inFolder.slice(2)) : inFolder;
}

/** Whether a diagnostic of this severity (of the editor: 0 is an error) is shown. */
export function isShown(severity: number, minimum: Severity): boolean {
  return severity + 1 <= severities[minimum];
}

/** Whether a file with this name and text is a text template that is not known as one. */
export function isTextTemplate(path: string, text: string): boolean {
  const opened = text.indexOf("(@");
  return path.endsWith(".txt") && opened >= 0 && text.indexOf("@)", opened) >= 0;
}
