// The right side: the output of the command, problems, a form, documentation, the schema in other formats.
import { exported, read, VALUES, withForm } from "./command";
import { at, button, element, tabKeys, update } from "./dom";
import { Viewer } from "./editor";
import { Interrupted, type Answer, type Bytes, type Engine, type Files } from "./engine";
import { Form } from "./form";
import { report, type Problem } from "./problems";
import type { Project } from "./project";

const EXPORTS = ["json-schema", "json-schema-draft7", "openapi-v3", "openapi-v3.1", "crd", "fields", "markdown"];
const VIEWS = ["Output", "Problems", "Form", "Documentation", "Schema"] as const;
type View = (typeof VIEWS)[number];

/** The result of a run. */
export interface Result {
  text: string;
  problems: Problem[];
  written: Files;
}

export interface Actions {
  project(): Project;
  open(path: string, line?: number, column?: number): void;
  apply(problem: Problem): void;
  /** Called when the values of the form change. */
  fill(text: string, command: string): void;
  /** Adds files that a command wrote to the project. */
  take(files: Files): void;
  again(): void;
  say(text: string): void;
}

export const textOf = (content: string | Bytes) => (typeof content === "string" ? content : "(This is no text.)\n");

export class Results {
  /** Whether rendered documents are shown as JSON. */
  isJson = false;
  private shown: View = "Output";
  private format = EXPORTS[0];
  private result: Result = { text: "", problems: [], written: {} };
  private turn = 0;
  private view = at("view");
  private viewer = new Viewer();
  private page = "";

  constructor(
    private engine: Engine,
    private actions: Actions,
  ) {
    tabKeys(at("views"), (tab) => {
      this.choose(tab.dataset.view as View);
      at("views").querySelector<HTMLElement>("[aria-selected=true]")?.focus();
    });
    at("views").addEventListener("click", ({ target }) => {
      const tab = (target as HTMLElement).closest<HTMLElement>("[role=tab]");
      if (tab) this.choose(tab.dataset.view as View);
    });
  }

  /** Starts over with another project. */
  reset() {
    this.isJson = false;
    this.turn++;
    if (this.shown === "Form") this.view.replaceChildren();
  }

  choose(view: View) {
    if (view !== this.shown) this.view.replaceChildren();
    this.shown = view;
    this.drawTabs();
    void this.drawView();
  }

  draw(result: Result) {
    this.result = result;
    this.drawTabs();
    void this.drawView();
  }

  private drawTabs() {
    const errors = this.result.problems.length;
    const isBad = this.result.problems.some((one) => one.severity === "error");
    update(
      at("views"),
      VIEWS.map((name) => {
        const isShown = name === this.shown;
        const tab = element("button", { type: "button", role: "tab", "data-view": name, "aria-selected": String(isShown), "aria-controls": "view", tabindex: isShown ? "0" : "-1" }, name);
        if (name === "Problems" && errors) tab.append(element("span", { class: isBad ? "count bad" : "count" }, String(errors)));
        return tab;
      }),
    );
    this.view.setAttribute("aria-label", this.shown);
  }

  private async drawView() {
    const mine = ++this.turn;
    const { shown } = this;
    if (shown === "Output") return this.drawOutput();
    if (shown === "Problems") return this.view.replaceChildren(this.problemList());
    // A form must not lose the focus while the user types in it.
    if (shown === "Form" && this.view.querySelector("form")) return this.markForm();
    const kind = shown === "Documentation" ? "html" : shown === "Form" ? "json-schema" : this.format;
    const { command, files } = this.actions.project();
    let answer: Answer | Error;
    try {
      answer = await exported(this.engine, command, files, kind);
    } catch (error) {
      if (error instanceof Interrupted) return;
      answer = error as Error;
    }
    if (mine !== this.turn) return;
    if (shown === "Schema") return this.drawSchema(answer);
    if (answer instanceof Error || answer.status !== 0) return this.view.replaceChildren(this.none(answer, shown));
    if (shown === "Form") return this.drawForm(textOf(answer.stdout));
    this.drawPage(textOf(answer.stdout));
  }

  private drawOutput() {
    const { text, problems, written } = this.result;
    if (!text && problems.length) return this.view.replaceChildren(this.problemList());
    const bar = element("div", { class: "bar" });
    if (read(this.actions.project().command).isRender) {
      const format = (name: string, isJson: boolean) =>
        button(name, { "aria-pressed": String(this.isJson === isJson) }, () => {
          this.isJson = isJson;
          this.actions.again();
        });
      bar.append(element("span", { class: "choice", role: "group", "aria-label": "Format of the output" }, format("YAML", false), format("JSON", true)));
    }
    const count = Object.keys(written).length;
    if (count) bar.append(button(count === 1 ? "Add the file to the project" : `Add ${count} files to the project`, {}, () => this.actions.take(this.result.written)));
    bar.append(this.copy());
    this.viewer.show(text || "# The output is empty.\n", true, "Output");
    this.place(bar, this.viewer.dom);
  }

  private drawSchema(answer: Answer | Error) {
    const isCheck = read(this.actions.project().command).isCheck;
    const formats = isCheck ? [...EXPORTS, "schema by example"] : EXPORTS;
    if (!formats.includes(this.format)) this.format = EXPORTS[0];
    const select = element("select", { "aria-label": "Format of the schema" });
    for (const name of formats) select.append(new Option(name, name, name === this.format, name === this.format));
    select.onchange = () => {
      this.format = select.value;
      void this.drawView();
    };
    const isGood = !(answer instanceof Error) && answer.status === 0;
    const bar = element("div", { class: "bar" }, select, this.copy());
    if (!isGood) return this.place(bar, this.none(answer, "Schema"));
    this.viewer.show(textOf(answer.stdout), this.format !== "markdown" && this.format !== "fields", `Schema as ${this.format}`);
    this.place(bar, this.viewer.dom);
  }

  /** Shows a bar above a body that fills the rest. Unchanged elements stay and keep the focus. */
  private place(bar: HTMLElement, body: HTMLElement) {
    const old = this.view.firstElementChild;
    if (old?.className !== "bar" || this.view.lastElementChild !== body) return this.view.replaceChildren(bar, body);
    if (old.innerHTML === bar.innerHTML) return;
    const index = [...old.querySelectorAll("button, select")].indexOf(document.activeElement!);
    old.replaceWith(bar);
    bar.querySelectorAll<HTMLElement>("button, select")[index]?.focus();
  }

  private copy() {
    return button("Copy", { class: "end" }, () => {
      navigator.clipboard.writeText(this.viewer.text()).then(
        () => this.actions.say("Copied."),
        () => this.actions.say("The browser does not allow copying here."),
      );
    });
  }

  /** Explains why there is nothing to show. */
  private none(answer: Answer | Error, what: string): HTMLElement {
    const made = element("div", { class: "empty" });
    const isError = answer instanceof Error;
    const problems = isError ? [] : reportOf(answer);
    const hasSchema = !problems.some((one) => one.code === "YS0231");
    if (isError) made.append(element("p", {}, answer.message));
    else if (!hasSchema) made.append(element("p", {}, `This project has no schema of data values, so there is no ${what.toLowerCase()}.`), element("p", { class: "hint" }, problems.flatMap((one) => one.hints).join("\n")));
    else if (problems.length) made.append(element("p", {}, "The schema has errors."), this.listOf(problems));
    else made.append(element("pre", {}, answer.stderr));
    return made;
  }

  private drawPage(html: string) {
    if (html === this.page && this.view.querySelector("iframe")) return;
    this.page = html;
    const frame = element("iframe", { title: "Documentation of the schema", sandbox: "allow-scripts" });
    frame.srcdoc = html;
    this.view.replaceChildren(frame);
  }

  private drawForm(schema: string) {
    let values = {};
    try {
      values = JSON.parse(this.actions.project().files[VALUES] ?? "{}");
    } catch {
      // The user edits the file by hand, so the form starts from the defaults.
    }
    const form = new Form(JSON.parse(schema), values, (next) => {
      this.actions.fill(JSON.stringify(next, null, 2) + "\n", withForm(this.actions.project().command));
    });
    const about = element("p", { class: "hint" }, `What you enter here is written to ${VALUES}. Rules are checked as you type.`);
    const made = form.render();
    made.prepend(about);
    this.view.replaceChildren(made);
    this.markForm();
  }

  /** Shows problems beside their fields. */
  private markForm() {
    for (const field of this.view.querySelectorAll<HTMLElement>(".field")) {
      const own = this.result.problems.filter((one) => one.path.replace(/^\./, "").replace(/\[(\d+)\]/g, ".$1") === field.dataset.path);
      const text = own.map((one) => one.message).join("\n");
      const line = field.querySelector(":scope > .problem")!;
      if (line.textContent !== text) line.textContent = text;
      field.querySelector(":scope > input, :scope > select")?.setAttribute("aria-invalid", String(text !== ""));
    }
  }

  private problemList(): HTMLElement {
    const { problems } = this.result;
    return problems.length ? this.listOf(problems) : element("p", { class: "empty" }, "No problems.");
  }

  private listOf(problems: Problem[]): HTMLElement {
    const list = element("ul", { class: "problems" });
    const { files } = this.actions.project();
    const place = (file: string, range: Problem["range"] | { start: { line: number; column: number } }) => {
      const text = range ? `${file}:${range.start.line}:${range.start.column}` : file;
      if (!(file in files)) return element("span", { class: "where" }, text);
      return button(text, { class: "place" }, () => this.actions.open(file, range?.start.line, range?.start.column));
    };
    // Nobody reads more than this, and it would only make the page slow.
    for (const problem of problems.slice(0, 200)) {
      const item = element("li", { class: problem.severity }, element("strong", {}, problem.severity), " ");
      if (problem.file) item.append(place(problem.file, problem.range), " ");
      if (problem.code) item.append(element("code", {}, problem.code));
      item.append(element("div", { class: "message" }, [problem.path.replace(/^\./, ""), problem.message].filter(Boolean).join(": ")));
      for (const hint of problem.hints) item.append(element("p", { class: "hint" }, hint));
      for (const one of problem.related) item.append(element("p", { class: "hint" }, place(one.file, one.range), ` ${one.message}`));
      if (problem.fix) item.append(button(problem.fix.title, { class: "fix" }, () => this.actions.apply(problem)));
      list.append(item);
    }
    if (problems.length > 200) list.append(element("li", {}, `${problems.length - 200} more`));
    return list;
  }
}

function reportOf(answer: Answer): Problem[] {
  return (report(answer.stderr) ?? report(textOf(answer.stdout)))?.problems ?? [];
}
