// The page: files on the left, the results of the program on the right.
import examples from "virtual:examples";
import "./style.css";
import { read, reads, VALUES } from "./command";
import { at, button, element } from "./dom";
import { Editor } from "./editor";
import { Engine, Interrupted, type Answer, type Files } from "./engine";
import { FileList, type Said } from "./files";
import { showGallery } from "./gallery";
import { Language } from "./language";
import { failure, report, type Problem } from "./problems";
import { fromChosen, fromDrop, fromFragment, fromList, toFragment, toZip, type Chosen, type Project } from "./project";
import { Results, textOf, type Result } from "./results";
import { forget, keep, kept } from "./session";
import "./theme";

/** A run that takes longer is canceled when the user types, because its answer is out of date. */
const SLOW = 1500;

const engine = new Engine();
const status = at("status");
const command = at<HTMLInputElement>("arguments");
let project: Project = { files: {}, command: "" };
let found: Problem[] = [];
let turn = 0;

const language = new Language(engine, () => ({ path: editor.path, files: project.files }));
const editor: Editor = new Editor(at("editor"), { changed, apply }, language.complete, language.hover);
const files = new FileList({ open, replace, unread });
const results = new Results(engine, { project: () => project, open, apply, fill, take, again: refresh, say });

function say(text: string, action?: { name: string; run(): void }) {
  status.replaceChildren(text, ...(action ? [" ", button(action.name, {}, action.run)] : []));
}

function changed(path: string, text: string) {
  project.files[path] = text;
  refresh();
}

let started = 0;
let isBusy = false;
let isStale = false;

/** Runs immediately. Changes during a run wait for its end and then cause one more run. */
async function refresh() {
  save();
  isStale = true;
  if (isBusy) {
    if (turn > 1 && performance.now() - started > SLOW) engine.interrupt();
    return;
  }
  isBusy = true;
  while (isStale) {
    isStale = false;
    await render();
  }
  isBusy = false;
}

async function render() {
  turn++;
  started = performance.now();
  const { words, isRender } = read(project.command);
  const asJson = isRender && results.isJson && !words.some((word) => /^(-o|--output)/.test(word));
  const slow = setTimeout(() => turn > 1 && say("Running…"), 300);
  try {
    const answer = await engine.run(asJson ? [...words, "-o", "json"] : words, project.files);
    finish(resultOf(answer), answer.time);
  } catch (error) {
    if (error instanceof Interrupted) return;
    finish({ text: "", problems: [failure((error as Error).message)], written: {} }, performance.now() - started);
  } finally {
    clearTimeout(slow);
  }
}

/** Extracts the report: from standard error, or from standard output for commands that only check. */
function resultOf(answer: Answer): Result {
  const printed = textOf(answer.stdout);
  const [errors, checked] = [report(answer.stderr), report(printed)];
  const problems = [...(errors?.problems ?? []), ...(checked?.problems ?? [])];
  const isClean = !problems.some((one) => one.severity === "error");
  const verdict = isClean && answer.status === 0 ? (checked?.documents ? `# Valid: ${checked.documents} ${checked.documents === 1 ? "document" : "documents"} checked.\n` : "# Valid.\n") : "";
  const written = Object.fromEntries(Object.entries(answer.files).map(([path, content]) => [path, textOf(content)]));
  const shown = Object.entries(written).map(([path, text]) => `# ${path}\n${text}`);
  const removed = answer.removed.map((path) => `# ${path} is removed\n`);
  const text = [errors ? errors.before : answer.stderr, checked ? verdict : printed, ...shown, ...removed].filter(Boolean).join("\n");
  return { text, problems, written };
}

function finish(result: Result, time: number) {
  found = result.problems;
  const errors = found.filter((one) => one.severity === "error").length;
  const warnings = found.length - errors;
  const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? "" : "s"}`;
  say(`${errors ? count(errors, "error") : "No errors"}${warnings ? `, ${count(warnings, "warning")}` : ""} · ${time.toFixed(time < 10 ? 1 : 0)} ms`);
  document.body.dataset.ready = String(turn);
  editor.mark(found);
  drawFiles();
  results.draw(result);
}

function drawFiles() {
  files.draw(project.files, editor.path, new Set(found.filter((one) => one.severity === "error").map((one) => one.file)));
}

function open(path: string, line?: number, column = 1) {
  if (!(path in project.files)) return;
  if (path !== editor.path) {
    editor.show(path, project.files[path]);
    editor.mark(found);
  }
  drawFiles();
  if (line) editor.goTo(line, column);
}

function replace(next: Files, path: string, said?: Said) {
  project.files = next;
  if (path) open(path);
  else editor.clear();
  drawFiles();
  void refresh().then(() => said && say(said.text, said.action));
}

function unread(path: string): Said | undefined {
  if (reads(project.command, path)) return undefined;
  const add = () => {
    command.value = project.command = `${project.command} -f ${/\s/.test(path) ? `'${path}'` : path}`;
    refresh();
  };
  return { text: `The command does not read ${path}.`, action: { name: `Add -f ${path}`, run: add } };
}

function apply(problem: Problem) {
  const { file, start, end, text } = problem.fix!;
  const before = project.files[file] ?? "";
  const bytes = new TextEncoder().encode(before);
  const decode = (part: Uint8Array) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(part);
  editor.change(file, before, decode(bytes.slice(0, start)) + text + decode(bytes.slice(end)));
  if (file !== editor.path) open(file);
}

/** Takes values from the form. The command line shows how they are used. */
function fill(text: string, line: string) {
  const isNew = !(VALUES in project.files);
  if (line !== project.command) command.value = project.command = line;
  if (isNew) project.files[VALUES] = "";
  editor.change(VALUES, project.files[VALUES], text);
  if (isNew) drawFiles();
}

function take(written: Files) {
  const names = Object.keys(written);
  for (const path of names) if (path in project.files) editor.change(path, project.files[path], written[path]);
  replace({ ...project.files, ...written }, names[0]);
}

async function format() {
  const path = editor.path;
  const before = project.files[path] ?? "";
  const answer = await engine.run(["fmt", path], { [path]: before });
  const problems = report(answer.stderr)?.problems ?? [];
  if (answer.status !== 0 || typeof answer.stdout !== "string") return say(problems[0]?.message ?? "This file cannot be formatted.");
  if (before === answer.stdout) return say(`${path} is well formatted.`);
  if (project.files[path] === before) editor.change(path, before, answer.stdout);
}

function load(next: Project) {
  project = { files: { ...next.files }, command: next.command };
  command.value = project.command;
  found = [];
  editor.reset();
  results.reset();
  const paths = Object.keys(project.files);
  const depth = (path: string) => path.split("/").length;
  const schemas = paths.filter((path) => /(^|\/)schema\.ya?ml$/.test(path)).sort((a, b) => depth(a) - depth(b));
  const first = schemas[0] ?? paths[0];
  if (first) open(first);
  else editor.clear();
  drawFiles();
  return refresh();
}

// URL fragments: `#example=NAME`, `#project=DATA`, `#opened=NUMBER` for files of this machine. Each keeps its edits.
const served = document.querySelector<HTMLMetaElement>("meta[name=project]")?.content;

/** Identifies files from the disk, which are new files once they change there. */
let origin = "";
const here = () => location.hash || origin;

let saving: ReturnType<typeof setTimeout> | undefined;
function save() {
  clearTimeout(saving);
  const address = here();
  saving = setTimeout(() => keep(address, project), 200);
}
addEventListener("pagehide", () => keep(here(), project));

async function example(name: string): Promise<Project> {
  const one = examples.find((one) => one.name === name)!;
  return { files: await one.load(), command: one.command };
}

/** The project that the URL names, or the initial one. */
async function asked(): Promise<{ project: Project; problem?: string }> {
  const edited = location.hash && kept(location.hash);
  if (edited) return { project: edited };
  try {
    const shared = fromFragment(location.hash);
    if (shared) return { project: shared };
  } catch {
    return { project: await example("hello"), problem: "The project in this link cannot be read. Was the link cut off?" };
  }
  const name = /(?:^#?|&)example=([\w-]+)/.exec(location.hash)?.[1];
  if (examples.some((one) => one.name === name)) return { project: await example(name!) };
  const problem = name ? `There is no example ${name}.` : /^#opened=/.test(location.hash) ? "The files of this address were opened in another tab." : undefined;
  if (served && !location.hash) {
    origin = await fetch(served).then((answer) => answer.text());
    return { project: kept(origin) ?? JSON.parse(origin) };
  }
  return { project: kept("") && !location.hash ? kept("")! : await example("hello"), problem };
}

async function arrive() {
  const { project: next, problem } = await asked();
  await load(next);
  if (problem) say(problem);
}
addEventListener("popstate", () => void arrive());

/** Opens another project. The back button returns to this one, with its edits. */
function go(hash: string, next: Project) {
  keep(here(), project);
  if (location.hash !== hash) history.pushState(null, "", hash);
  return load(next);
}

at("examples").onclick = () =>
  showGallery(examples, async (name) => {
    forget(`#example=${name}`);
    await go(`#example=${name}`, await example(name));
  });

async function openChosen(chosen: Chosen) {
  const { files, leftOut } = await fromChosen(chosen);
  const note = leftOut.length ? `Left out, because they are no text or too large: ${leftOut.slice(0, 3).join(", ")}${leftOut.length > 3 ? ` and ${leftOut.length - 3} more` : ""}.` : "";
  if (Object.keys(files).length === 0) return say(note || "There are no files in it.");
  await go(`#opened=${Date.now().toString(36)}`, { files, command: "-f ." });
  if (note) say(note);
}
for (const [name, chooser] of [["open", "chooser"], ["open-folder", "folder-chooser"]]) {
  const input = at<HTMLInputElement>(chooser);
  at(name).onclick = () => input.click();
  input.onchange = async () => {
    const chosen = fromList(input.files!);
    await openChosen(chosen);
    // Allow the same file to be chosen again.
    input.value = "";
  };
}
document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", async (event) => {
  if (!event.dataTransfer?.files.length) return;
  event.preventDefault();
  await openChosen(await fromDrop(event.dataTransfer));
});

command.oninput = () => {
  project.command = command.value;
  refresh();
};
at("command").onsubmit = (event) => {
  event.preventDefault();
  refresh();
};
at("share").onclick = async () => {
  history.replaceState(null, "", `#${toFragment(project)}`);
  keep(here(), project);
  const size = location.href.length;
  const long = size > 32_000 ? ` It has ${Math.round(size / 1000)} kB: some programs cut such links, so a zip archive is safer.` : "";
  try {
    await navigator.clipboard.writeText(location.href);
    say(`The link is in the clipboard.${long}`);
  } catch {
    say(`The link is in the address bar.${long}`);
  }
};
at("download").onclick = () => {
  const link = element("a", { download: "yardstick-project.zip" });
  link.href = URL.createObjectURL(new Blob([toZip(project.files) as BlobPart], { type: "application/zip" }));
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
};
at("format").onclick = () => void format();
at("help").onclick = () => at<HTMLDialogElement>("about").showModal();
document.addEventListener("keydown", (event) => {
  if (event.altKey && event.shiftKey && event.code === "KeyF") {
    event.preventDefault();
    void format();
  }
  // The page keeps the project. Otherwise the browser would save the page itself.
  if ((event.ctrlKey || event.metaKey) && event.key === "s") {
    event.preventDefault();
    at("share").click();
  }
});

await arrive();
