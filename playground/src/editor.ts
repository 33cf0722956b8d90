// The editor: one buffer per file, underlined problems, and completion from the engine if there is one.
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap, type CompletionSource } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { yaml } from "@codemirror/lang-yaml";
import { HighlightStyle, bracketMatching, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, lintKeymap, setDiagnostics, type Diagnostic } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { EditorState } from "@codemirror/state";
import { Decoration, EditorView, MatchDecorator, ViewPlugin, drawSelection, hoverTooltip, keymap, lineNumbers, tooltips, type DecorationSet, type HoverTooltipSource, type ViewUpdate } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import type { Problem } from "./problems";

/** Highlights code after `#@` and inside `(@ @)`, which is not a comment. */
const code = new MatchDecorator({
  regexp: /#@.*$|\(@.*?@\)/gm,
  decoration: Decoration.mark({ class: "cm-code" }),
});
const codeMarks = ViewPlugin.fromClass(
  class {
    marks: DecorationSet;
    constructor(view: EditorView) {
      this.marks = code.createDeco(view);
    }
    update(update: ViewUpdate) {
      this.marks = code.updateDeco(update, this.marks);
    }
  },
  { decorations: (plugin) => plugin.marks },
);

const colors = HighlightStyle.define([
  { tag: tags.comment, color: "var(--comment)" },
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: "var(--key)" },
  { tag: tags.string, color: "var(--string)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--number)" },
]);

/** The single change that turns one text into another. */
function difference(before: string, after: string) {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let end = 0;
  while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  return { from: start, to: before.length - end, insert: after.slice(start, after.length - end) };
}

/** A read-only view of text that can be searched and copied. */
export class Viewer {
  private view = new EditorView();
  private shown = "";
  dom = this.view.dom;

  text(): string {
    return this.view.state.doc.toString();
  }

  show(text: string, isYaml: boolean, label: string) {
    const shown = JSON.stringify([isYaml, label]);
    if (shown === this.shown) {
      const before = this.text();
      // A new state would lose the scroll position.
      if (before !== text) this.view.dispatch({ changes: difference(before, text) });
      return;
    }
    this.shown = shown;
    this.view.setState(
      EditorState.create({
        doc: text,
        extensions: [
          EditorState.readOnly.of(true),
          EditorView.lineWrapping,
          drawSelection(),
          isYaml ? yaml() : [],
          syntaxHighlighting(colors),
          keymap.of([...searchKeymap, ...defaultKeymap]),
          EditorView.contentAttributes.of({ "aria-label": label, "aria-readonly": "true" }),
        ],
      }),
    );
  }
}

export interface Listener {
  changed(path: string, text: string): void;
  apply(problem: Problem): void;
}

export class Editor {
  private view: EditorView;
  private states = new Map<string, EditorState>();
  path = "";

  constructor(
    parent: HTMLElement,
    private listener: Listener,
    private complete: CompletionSource,
    private hover: HoverTooltipSource,
  ) {
    this.view = new EditorView({ parent, state: this.state("", "") });
  }

  /** Starts over with other files. */
  reset() {
    this.states.clear();
    this.path = "";
  }

  /** Shows that no file is open. */
  clear() {
    if (this.path) this.states.set(this.path, this.view.state);
    this.path = "";
    this.view.setState(EditorState.create({ extensions: [EditorState.readOnly.of(true), EditorView.editable.of(false)] }));
  }

  show(path: string, text: string) {
    if (this.path) this.states.set(this.path, this.view.state);
    const known = this.states.get(path);
    const state = known && known.doc.toString() === text ? known : this.state(path, text);
    this.path = path;
    this.view.setState(state);
  }

  /** Changes the text of a file in one step that can be undone, even if the file is not shown. */
  change(path: string, before: string, text: string) {
    const changes = difference(before, text);
    if (path === this.path) return this.view.dispatch({ changes });
    const known = this.states.get(path);
    const state = known && known.doc.toString() === before ? known : this.state(path, before);
    this.states.set(path, state.update({ changes }).state);
    this.listener.changed(path, text);
  }

  goTo(line: number, column: number) {
    const at = this.view.state.doc.line(Math.min(line, this.view.state.doc.lines));
    const position = Math.min(at.from + column - 1, at.to);
    this.view.dispatch({ selection: { anchor: position }, scrollIntoView: true });
    this.view.focus();
  }

  /** Underlines the problems of the current file. */
  mark(problems: Problem[]) {
    const { doc } = this.view.state;
    const position = (line: number, column: number) => {
      const at = doc.line(Math.max(1, Math.min(line, doc.lines)));
      return Math.min(at.from + Math.max(0, column - 1), at.to);
    };
    const diagnostics: Diagnostic[] = problems
      .filter((problem) => problem.file === this.path && problem.range)
      .map((problem) => {
        const { start, end } = problem.range!;
        let from = position(start.line, start.column);
        // Always underline something, even at the end of a line.
        const to = Math.max(from, position(end.line, end.column));
        if (to === from && from > doc.lineAt(from).from) from -= 1;
        return {
          from,
          to,
          severity: problem.severity,
          source: problem.code,
          message: [problem.message, ...problem.hints].join("\n"),
          actions: problem.fix ? [{ name: problem.fix.title, apply: () => this.listener.apply(problem) }] : [],
        };
      });
    this.view.dispatch(setDiagnostics(this.view.state, diagnostics));
  }

  private state(path: string, text: string): EditorState {
    const isYaml = /\.(ya?ml|json)$/.test(path);
    return EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        history(),
        drawSelection(),
        bracketMatching(),
        closeBrackets(),
        highlightSelectionMatches(),
        indentUnit.of("  "),
        isYaml ? yaml() : [],
        codeMarks,
        syntaxHighlighting(colors),
        lintGutter(),
        autocompletion({ override: [this.complete], icons: false }),
        hoverTooltip(this.hover),
        // Keep messages from covering the command line.
        tooltips({ tooltipSpace: (view) => ({ top: view.dom.getBoundingClientRect().top, left: 0, bottom: innerHeight, right: innerWidth }) }),
        keymap.of([...closeBracketsKeymap, ...completionKeymap, ...lintKeymap, ...searchKeymap, ...historyKeymap, indentWithTab, ...defaultKeymap]),
        EditorView.contentAttributes.of({ "aria-label": `Text of ${path}` }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged && this.path === path) this.listener.changed(path, update.state.doc.toString());
        }),
      ],
    });
  }
}
