// What is on the page survives a reload and the back button: each address keeps its edits, in this tab only.
import type { Project } from "./project";

const PREFIX = "edits:";
/** Older ones make room: a browser keeps about five megabytes. */
const KEPT = 12;

/** A short name for an address: a shared link may be very long. */
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
    // There is no room, or the browser keeps nothing: the page works without.
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
    // Nothing was kept.
  }
}
