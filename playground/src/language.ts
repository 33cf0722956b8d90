// Completion and hover with the answers of the language server.
import { snippet, type Completion, type CompletionContext, type CompletionResult } from "@codemirror/autocomplete";
import type { Text } from "@codemirror/state";
import type { EditorView, Tooltip } from "@codemirror/view";
import type { Engine, Files, Position } from "./engine";

/** Maps the completion kinds of the protocol to the icons of the editor. */
const KINDS: Record<number, string> = { 2: "method", 3: "function", 5: "property", 6: "variable", 9: "namespace", 10: "property", 12: "constant", 13: "enum", 14: "keyword", 15: "text", 17: "text", 20: "enum", 21: "constant" };

interface Edit {
  range: { start: Position; end: Position };
  newText: string;
}

interface Item {
  label: string;
  kind?: number;
  detail?: string;
  documentation?: string | { value: string };
  filterText?: string;
  sortText?: string;
  insertText?: string;
  insertTextFormat?: number;
  textEdit?: Edit;
}

export class Language {
  constructor(
    private engine: Engine,
    private file: () => { path: string; files: Files },
  ) {}

  complete = async (context: CompletionContext): Promise<CompletionResult | null> => {
    const { doc } = context.state;
    const word = context.matchBefore(/[\w-]*$/);
    const before = context.matchBefore(/[^\s]$/);
    if (!context.explicit && !before) return null;
    const { path, files } = this.file();
    const items: Item[] = (await this.ask("textDocument/completion", files, path, doc, context.pos)) ?? [];
    if (items.length === 0) return null;
    const edits = items.map((item) => item.textEdit && offset(doc, item.textEdit.range.start));
    const from = edits.find((start) => start !== undefined) ?? word?.from ?? context.pos;
    return { from, options: items.map((item, index) => option(item, items.length - index)), validFor: /^[\w-]*$/ };
  };

  hover = async (view: EditorView, position: number): Promise<Tooltip | null> => {
    const { path, files } = this.file();
    const { doc } = view.state;
    const answer = await this.ask("textDocument/hover", files, path, doc, position);
    const text = plain(answer?.contents);
    if (!text) return null;
    const start = answer.range ? offset(doc, answer.range.start) : position;
    const end = answer.range ? offset(doc, answer.range.end) : position;
    const create = () => {
      const dom = document.createElement("div");
      dom.className = "cm-about";
      dom.textContent = text;
      return { dom };
    };
    return { pos: start, end, create };
  };

  private async ask(method: string, files: Files, path: string, doc: Text, position: number) {
    const line = doc.lineAt(position);
    try {
      return await this.engine.ask(method, files, path, { line: line.number - 1, character: position - line.from });
    } catch {
      // The run reports an endless loop. Here it only means that there are no suggestions.
      return null;
    }
  }
}

function offset(doc: Text, { line, character }: Position): number {
  const at = doc.line(Math.min(line + 1, doc.lines));
  return Math.min(at.from + character, at.to);
}

function option(item: Item, boost: number): Completion {
  const text = item.textEdit?.newText ?? item.insertText ?? item.label;
  const isSnippet = item.insertTextFormat === 2;
  return {
    label: item.filterText ?? item.label,
    displayLabel: item.label,
    type: KINDS[item.kind ?? 0],
    detail: item.detail,
    info: plain(item.documentation) || undefined,
    // The order of the server decides between equally good matches.
    boost: Math.min(99, boost - 50),
    apply: isSnippet ? snippet(text.replace(/\$(\d+)/g, (_, number) => (number === "0" ? "${}" : "${" + number + "}"))) : text,
  };
}

/** Converts Markdown or text of the protocol to plain text, without the markup for a renderer. */
function plain(contents: any): string {
  if (!contents) return "";
  const text = typeof contents === "string" ? contents : Array.isArray(contents) ? contents.map(plain).join("\n") : contents.value;
  return text.replace(/^```\w*\n?/gm, "").replace(/\*\*(.*?)\*\*/g, "$1").replace(/`([^`\n]*)`/g, "$1").replace(/\[([^\]\n]*)\]\([^)\n]*\)/g, "$1").replaceAll("/project/", "").trim();
}
