// The list of files: tabs, with the actions for the open one.
import { at, askName, element, tabKeys, update } from "./dom";
import type { Files } from "./engine";

/** A message with an action. */
export interface Said {
  text: string;
  action?: { name: string; run(): void };
}

export interface FileActions {
  open(path: string): void;
  /** Replaces the files of the project, and opens one of them. */
  replace(files: Files, open: string, said?: Said): void;
  /** The message about a file that the command does not read. */
  unread(path: string): Said | undefined;
}

export class FileList {
  private files: Files = {};
  private current = "";
  private list = at("tabs");

  constructor(private actions: FileActions) {
    tabKeys(this.list, (tab) => {
      actions.open(tab.dataset.path!);
      this.focus();
    });
    this.list.addEventListener("click", ({ target }) => {
      const tab = (target as HTMLElement).closest<HTMLElement>("[role=tab]");
      if (tab) actions.open(tab.dataset.path!);
    });
    this.list.addEventListener("dblclick", () => void this.rename());
    this.list.addEventListener("keydown", ({ key }) => {
      if (key === "F2") void this.rename();
      if (key === "Delete") this.remove();
    });
    at("new-file").onclick = () => void this.add();
    at("rename").onclick = () => void this.rename();
    at("delete").onclick = () => this.remove();
  }

  draw(files: Files, current: string, bad: Set<string>) {
    const isMoved = current !== this.current;
    [this.files, this.current] = [files, current];
    const hasFocus = this.list.contains(document.activeElement);
    update(this.list, Object.keys(files).map((path) => this.tab(path, bad.has(path))));
    const has = current in files;
    at("file-name").textContent = has ? current : "No file is open";
    for (const id of ["rename", "delete", "format"]) at<HTMLButtonElement>(id).disabled = !has;
    if (isMoved) this.list.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
    if (hasFocus) this.focus();
  }

  private focus() {
    this.list.querySelector<HTMLElement>("[aria-selected=true]")?.focus();
  }

  private tab(path: string, isBad: boolean): HTMLElement {
    const isShown = path === this.current;
    const cut = path.lastIndexOf("/") + 1;
    const tab = element("button", { type: "button", role: "tab", "data-path": path, "aria-selected": String(isShown), "aria-controls": "editor", tabindex: isShown ? "0" : "-1", title: path });
    if (cut) tab.append(element("span", { class: "folder" }, path.slice(0, cut)), element("wbr"));
    tab.append(path.slice(cut));
    if (isBad) {
      tab.className = "bad";
      tab.append(element("span", { class: "hidden" }, " (has errors)"));
    }
    return tab;
  }

  private async add() {
    const name = await askName("Name of the new file", this.free("values.yml"), "Create", (name) => this.unusable(name, ""));
    if (name) this.actions.replace({ ...this.files, [name]: "" }, name, this.actions.unread(name));
  }

  private async rename() {
    const old = this.current;
    if (!(old in this.files)) return;
    const name = await askName(`New name of ${old}`, old, "Rename", (name) => this.unusable(name, old));
    if (!name || name === old) return;
    const renamed = Object.entries(this.files).map(([path, text]) => [path === old ? name : path, text]);
    this.actions.replace(Object.fromEntries(renamed), name);
  }

  private remove() {
    const [before, gone] = [this.files, this.current];
    if (!(gone in before)) return;
    const paths = Object.keys(before);
    const next = paths[paths.indexOf(gone) + 1] ?? paths[paths.indexOf(gone) - 1] ?? "";
    const { [gone]: _, ...rest } = before;
    this.actions.replace(rest, next, { text: `${gone} is deleted.`, action: { name: "Undo", run: () => this.actions.replace(before, gone) } });
  }

  private free(name: string): string {
    for (let number = 1; ; number++) {
      const tried = number === 1 ? name : name.replace(/(\.\w+)$/, `-${number}$1`);
      if (!(tried in this.files)) return tried;
    }
  }

  /** The reason why a file cannot have this name; empty if it can. */
  private unusable(name: string, old: string): string {
    const pieces = name.split("/");
    if (!name) return "Type a name.";
    if (name.startsWith("/") || pieces.some((piece) => piece === "" || piece === "." || piece === "..")) return "The name must be a path inside the project, such as config/values.yml.";
    if (name !== old && name in this.files) return "There is a file with this name.";
    const isFolder = Object.keys(this.files).some((path) => path !== old && (path.startsWith(`${name}/`) || name.startsWith(`${path}/`)));
    return isFolder ? "A folder and a file cannot have the same name." : "";
  }
}
