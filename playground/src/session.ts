// Keeps the content of the page across reloads and the back button: the edits of each URL, in this tab only.
import type { Project } from "./project";

const PREFIX = "edits:";
/** The number of projects to keep. Older ones are dropped, because a browser stores only about five megabytes. */
const KEPT = 12;

/** A short key for a URL, because a shared link may be very long. */
function key(address: string): string {
  let sum = 5381;
  for (let index = 0; index < address.length; index++) sum = ((sum * 33) ^ address.charCodeAt(index)) >>> 0;
  return `${PREFIX}${sum.toString(36)}-${address.length.toString(36)}`;
}

export function keep(address: string, project: Project) {
  try {
    const name = key(address);
    const order: string[] = JSON.parse(sessionStorage.getItem("order") ?? "[]").filter((one: string) => one !== name);
    for (const old of order.splice(0, Math.max(0, order.length - KEPT + 1))) sessionStorage.removeItem(old);
    sessionStorage.setItem("order", JSON.stringify([...order, name]));
    sessionStorage.setItem(name, JSON.stringify(project));
  } catch {
    // There is no space, or the browser stores nothing. The page works without it.
  }
}

export function kept(address: string): Project | undefined {
  try {
    const text = sessionStorage.getItem(key(address));
    return text ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}

export function forget(address: string) {
  try {
    sessionStorage.removeItem(key(address));
  } catch {
    // Nothing was stored.
  }
}
