// The settings that the extension itself reads. These functions need no editor, so that tests can call them.

import { homedir } from "node:os";
import { join } from "node:path";

/** Severities as in the protocol: smaller numbers are more severe. */
const severities = { error: 1, warning: 2, information: 3, hint: 4 } as const;

export type Severity = keyof typeof severities;

/** Expands `~/` and `${workspaceFolder}` in the path of the program. */
export function expandPath(path: string, folder: string | undefined): string {
  const written = path.trim() === "" ? "yardstick" : path.trim();
  const inFolder = folder === undefined ? written : written.replaceAll("${workspaceFolder}", folder);
  return inFolder.startsWith("~/") ? join(homedir(), inFolder.slice(2)) : inFolder;
}

/** True if a diagnostic of this severity (as the editor counts: 0 is an error) is shown. */
export function isShown(severity: number, minimum: Severity): boolean {
  return severity + 1 <= severities[minimum];
}

/** True if a file with this name and text is a text template but does not have that language yet. */
export function isTextTemplate(path: string, text: string): boolean {
  const opened = text.indexOf("(@");
  return path.endsWith(".txt") && opened >= 0 && text.indexOf("@)", opened) >= 0;
}
