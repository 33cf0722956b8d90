// The page: files on the left, what the program makes of them on the right.
import examples from "virtual:examples";
import "./style.css";
import { Editor } from "./editor";
import { Engine, type Answer } from "./engine";
import { Form } from "./form";
import { Language } from "./language";
import { problems as read, type Problem } from "./problems";
import { fromChosen, fromFragment, toFragment, toZip, words, type Project } from "./project";

const VALUES = "form-values.yml";
const EXPORTS = ["json-schema", "json-schema-draft7", "openapi-v3", "openapi-v3.1", "crd", "fields", "markdown"];
const VIEWS = ["Output", "Problems", "Form", "Documentation", "Schema"] as const;
type View = (typeof VIEWS)[number];

const at = <T extends HTMLElement>(id: string) => document.getElementById(id) as T;
const made = <K extends keyof HTMLElementTagNameMap>(name: K, text = "", className = "") => {
  const element = document.createElement(name);
  element.textContent = text;
  element.className = className;
  return element;
};

const engine = new Engine();
const status = at("status");
const view = at("view");
const command = at<HTMLInputElement>("arguments");
let project: Project = asked() ?? chosen("hello");
let shown: View = "Output";
let format = EXPORTS[0];
let found: Problem[] = [];
let output = "";
let turn = 0;

/** The project that the address names: one that was shared, or an example. */
function asked(): Project | undefined {
  const name = /(?:^#?|&)example=([\w-]+)/.exec(location.hash)?.[1];
  return fromFragment(location.hash) ?? (examples.some((one) => one.name === name) ? chosen(name!) : undefined);
}

function chosen(name: string): Project {
  const example = examples.find((one) => one.name === name) ?? examples[0];
  return { files: { ...example.files }, command: example.command };
}

const language = new Language(engine, () => ({ path: editor.path, files: project.files }));
const editor: Editor = new Editor(at("editor"), { changed, apply }, language.complete, language.hover);

/** The first word of a command line that is a command, and the flags that say which files and values to use. */
function inputs(line: string): { verb: string[]; flags: string[] } {
  const all = words(line);
  const start = all.findIndex((word) => word.startsWith("-"));
  const verb = start === -1 ? all : all.slice(0, start);
  const flags = start === -1 ? [] : all.slice(start);
  return { verb, flags };
}

/** The flags that commands about schemas take: files and values. */
function sources(flags: string[]): string[] {
  const taken = /^(-f|-v|--file|--data-value|--data-value-yaml|--data-value-file|--data-values-file|--file-mark)(=|$)/;
  const kept: string[] = [];
  for (let index = 0; index < flags.length; index++) {
    const match = taken.exec(flags[index]);
    if (!match) continue;
    kept.push(flags[index]);
    if (!match[2]) kept.push(flags[++index] ?? "");
  }
  return kept.length ? kept : ["-f", "."];
}

function changed(path: string, text: string) {
  project.files[path] = text;
  refresh();
}

let isBusy = false;
let isStale = false;

/** Runs at once; while a run is under way, changes wait for it and then make one more run. */
async function refresh() {
  isStale = true;
  if (isBusy) return;
  isBusy = true;
  while (isStale) {
    isStale = false;
    await render();
  }
  isBusy = false;
}

async function render() {
  const mine = ++turn;
  const started = performance.now();
  const { verb, flags } = inputs(project.command);
  const values = project.files[VALUES] === undefined || flags.includes(VALUES) ? [] : ["--data-values-file", VALUES];
  const isCheck = verb[0] === "check";
  const args = [...verb, ...flags, ...(isCheck ? [] : values), ...(isCheck ? ["-o", "json"] : ["--diagnostics", "json"])];
  let answer: Answer;
  try {
    answer = await engine.run(args, project.files);
  } catch (error) {
    if (mine !== turn) return;
    found = [{ file: "", code: "", severity: "error", message: (error as Error).message, path: "", range: null, hints: [], related: [], fix: undefined }];
    finish("", performance.now() - started);
    return;
  }
  if (mine !== turn) return;
  const report = isCheck ? answer.stdout : answer.stderr;
  const known = read(report);
  found = known ?? [];
  const rest = known ? (isCheck ? "" : answer.stderr.slice(0, Math.max(0, answer.stderr.indexOf("{")))) : answer.stderr;
  const written = Object.entries(answer.files).map(([path, text]) => `# ${path}\n${text}`);
  const text = isCheck && known ? (found.length ? "" : "All files are valid.\n") : answer.stdout;
  finish([rest, text, ...written].filter(Boolean).join("\n"), performance.now() - started);
}

function finish(text: string, time: number) {
  output = text;
  const errors = found.filter((one) => one.severity === "error").length;
  const warnings = found.length - errors;
  const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? "" : "s"}`;
  status.textContent = `${errors ? count(errors, "error") : "No errors"}${warnings ? `, ${count(warnings, "warning")}` : ""} · ${time.toFixed(0)} ms`;
  document.body.dataset.ready = String(turn);
  editor.mark(found);
  drawTabs();
  drawView();
}

function drawTabs() {
  const bad = new Set(found.filter((one) => one.severity === "error").map((one) => one.file));
  const tabs = Object.keys(project.files).map((path) => {
    const tab = made("button", path, bad.has(path) ? "bad" : "");
    tab.setAttribute("role", "tab");
    tab.setAttribute("aria-selected", String(path === editor.path));
    tab.onclick = () => open(path);
    tab.ondblclick = () => rename(path);
    tab.title = "Double-click to rename or delete";
    return tab;
  });
  const add = made("button", "+");
  add.setAttribute("aria-label", "New file");
  add.onclick = () => {
    const name = prompt("Name of the new file", "values.yml");
    if (!name) return;
    project.files[name] ??= "";
    open(name);
    refresh();
  };
  at("tabs").replaceChildren(...tabs, add);
  at("views").replaceChildren(
    ...VIEWS.map((name) => {
      const errors = found.length;
      const tab = made("button", name === "Problems" && errors ? `Problems (${errors})` : name, name === "Problems" && bad.size ? "bad" : "");
      tab.setAttribute("role", "tab");
      tab.setAttribute("aria-selected", String(name === shown));
      tab.onclick = () => {
        shown = name;
        drawTabs();
        void drawView(true);
      };
      return tab;
    }),
  );
}

function rename(path: string) {
  const name = prompt("New name of the file. Leave it empty to delete the file.", path);
  if (name === null || name === path) return;
  const files = Object.entries(project.files).filter(([other]) => name !== "" || other !== path);
  project.files = Object.fromEntries(files.map(([other, text]) => [other === path ? name : other, text]));
  open(Object.keys(project.files)[0] ?? "");
  refresh();
}

function open(path: string, line?: number, column = 1) {
  if (!(path in project.files)) return;
  editor.show(path, project.files[path]);
  editor.mark(found);
  drawTabs();
  if (line) editor.goTo(line, column);
  else editor.focus();
}

async function drawView(isAsked = false) {
  const mine = turn;
  switch (shown) {
    case "Output":
      view.replaceChildren(made("pre", output || (found.length ? "There is no output: see Problems." : "The output is empty.")));
      return;
    case "Problems":
      view.replaceChildren(problemList());
      return;
    case "Documentation":
    case "Schema":
    case "Form":
      // A form must not lose the focus while somebody types in it.
      if (shown === "Form" && !isAsked && view.querySelector("form")) return markForm();
      const kind = shown === "Documentation" ? "html" : shown === "Form" ? "json-schema" : format;
      const answer = await exported(kind);
      if (mine === turn || isAsked) drawExport(answer);
  }
}

async function exported(kind: string): Promise<Answer | Error> {
  const { flags } = inputs(project.command);
  try {
    return await engine.run(["schema", "export", "-o", kind, ...sources(flags)], project.files);
  } catch (error) {
    return error as Error;
  }
}

function drawExport(answer: Answer | Error) {
  if (answer instanceof Error || answer.status !== 0) {
    view.replaceChildren(made("pre", answer instanceof Error ? answer.message : answer.stderr));
  } else if (shown === "Documentation") {
    const frame = made("iframe");
    frame.title = "Documentation of the schema";
    frame.setAttribute("sandbox", "allow-scripts");
    frame.srcdoc = answer.stdout;
    view.replaceChildren(frame);
  } else if (shown === "Schema") {
    const select = made("select");
    select.setAttribute("aria-label", "Format of the schema");
    for (const name of EXPORTS) select.append(new Option(name, name, false, name === format));
    select.onchange = () => {
      format = select.value;
      void drawView(true);
    };
    view.replaceChildren(select, made("pre", answer.stderr), made("pre", answer.stdout));
  } else if (shown === "Form") {
    let values = {};
    try {
      values = JSON.parse(project.files[VALUES] ?? "{}");
    } catch {
      // Somebody edits the file by hand: the form starts from the defaults.
    }
    const form = new Form(JSON.parse(answer.stdout), values, (next) => {
      const isNew = project.files[VALUES] === undefined;
      project.files[VALUES] = JSON.stringify(next, null, 2) + "\n";
      if (editor.path === VALUES) editor.show(VALUES, project.files[VALUES]);
      if (isNew) drawTabs();
      refresh();
    });
    view.replaceChildren(form.render());
    markForm();
  }
}

/** Shows problems beside the fields they are about. */
function markForm() {
  for (const field of view.querySelectorAll<HTMLElement>(".field")) {
    const own = found.filter((one) => one.path.replace(/^\./, "").replace(/\[(\d+)\]/g, ".$1") === field.dataset.path);
    field.querySelector(".problem")!.textContent = own.map((one) => one.message).join("\n");
  }
}

function problemList() {
  if (found.length === 0) return made("pre", "No problems.");
  const list = made("ul", "", "problems");
  for (const problem of found) {
    const item = made("li", "", problem.severity);
    const place = problem.range ? `${problem.file}:${problem.range.start.line}:${problem.range.start.column}` : problem.file;
    const link = made("button", place, "place");
    link.onclick = () => open(problem.file, problem.range?.start.line, problem.range?.start.column);
    item.append(made("strong", problem.severity), " ", link, " ", made("code", problem.code), made("div", [problem.path, problem.message].filter(Boolean).join(": ")));
    for (const hint of problem.hints) item.append(made("p", hint, "hint"));
    if (problem.fix) {
      const fix = made("button", problem.fix.title);
      fix.onclick = () => apply(problem);
      item.append(fix);
    }
    list.append(item);
  }
  return list;
}

function apply(problem: Problem) {
  const { file, start, end, text } = problem.fix!;
  const bytes = new TextEncoder().encode(project.files[file] ?? "");
  const decode = (part: Uint8Array) => new TextDecoder().decode(part);
  project.files[file] = decode(bytes.slice(0, start)) + text + decode(bytes.slice(end));
  open(editor.path || file);
  refresh();
}

function load(next: Project) {
  project = next;
  command.value = project.command;
  editor.reset();
  view.replaceChildren();
  open(Object.keys(project.files)[0] ?? "");
  refresh();
}

const select = at<HTMLSelectElement>("examples");
select.append(new Option("choose…", ""), ...examples.map((one) => new Option(one.title, one.name)));
select.onchange = () => select.value && load(chosen(select.value));
command.oninput = () => {
  project.command = command.value;
  refresh();
};
at("command").onsubmit = (event) => {
  event.preventDefault();
  refresh();
};
at("share").onclick = async () => {
  location.hash = toFragment(project);
  try {
    await navigator.clipboard.writeText(location.href);
    status.textContent = "The link is in the clipboard.";
  } catch {
    status.textContent = "The link is in the address bar.";
  }
};
at("download").onclick = () => {
  const link = made("a");
  link.href = URL.createObjectURL(new Blob([toZip(project.files) as BlobPart], { type: "application/zip" }));
  link.download = "yardstick-project.zip";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
};
at("open").onclick = () => at("chooser").click();
at<HTMLInputElement>("chooser").onchange = async ({ target }) => {
  const files = await fromChosen((target as HTMLInputElement).files!);
  if (Object.keys(files).length) load({ files, command: "-f ." });
};
document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", async (event) => {
  event.preventDefault();
  if (event.dataTransfer?.files.length) load({ files: await fromChosen(event.dataTransfer.files), command: "-f ." });
});
addEventListener("hashchange", () => {
  const next = asked();
  if (next && JSON.stringify(next) !== JSON.stringify(project)) load(next);
});

const theme = (name: string) => (document.documentElement.dataset.theme = name);
const stored = (() => {
  try {
    return localStorage.getItem("theme");
  } catch {
    return null;
  }
})();
theme(stored ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light"));
at("theme").onclick = () => {
  const next = theme(document.documentElement.dataset.theme === "dark" ? "light" : "dark");
  try {
    localStorage.setItem("theme", next);
  } catch {
    // It holds until the page is left.
  }
};

// `yardstick playground DIR` serves its project beside the page.
const served = await fetch("./project.json").then((answer) => (answer.ok ? answer.json() : undefined)).catch(() => undefined);
load(asked() ?? (served as Project | undefined) ?? project);
