// Reads the problems that the engine reports in JSON, grouped by file.
export interface Place {
  line: number;
  column: number;
  offset: number;
}

export interface Problem {
  file: string;
  code: string;
  severity: "error" | "warning";
  message: string;
  path: string;
  range: { start: Place; end: Place } | null;
  hints: string[];
  related: { file: string; message: string; range: { start: Place } | null }[];
  fix: Fix | undefined;
}

/** A change to a file; offsets are in bytes of UTF-8. */
export interface Fix {
  title: string;
  file: string;
  start: number;
  end: number;
  text: string;
}

export interface Report {
  problems: Problem[];
  documents: number;
  /** The output before the report. */
  before: string;
}

export const failure = (message: string): Problem => ({ file: "", code: "", severity: "error", message, path: "", range: null, hints: [], related: [], fix: undefined });

/** Finds the report in a text; undefined if there is none. */
export function report(text: string): Report | undefined {
  const start = /^\{$/m.exec(text)?.index;
  if (start === undefined) return undefined;
  let data;
  try {
    data = JSON.parse(text.slice(start));
  } catch {
    return undefined;
  }
  if (!data.summary || !Array.isArray(data.results)) return undefined;
  const problems: Problem[] = [];
  for (const result of data.results) {
    for (const one of result.errors ?? []) {
      problems.push({
        file: result.file,
        code: one.code,
        severity: one.severity === "warning" ? "warning" : "error",
        message: one.message,
        path: one.path === "." ? "" : one.path,
        range: one.range,
        hints: one.hints ?? [],
        related: one.related ?? [],
        fix: fixOf(one, result.file),
      });
    }
  }
  for (const one of data.failures ?? []) {
    problems.push({ ...failure(one.message), file: one.file ?? "", code: one.code ?? "", severity: one.severity === "warning" ? "warning" : "error", range: one.range ?? null, hints: one.hints ?? [] });
  }
  return { problems, documents: data.summary.documents ?? 0, before: text.slice(0, start) };
}

function fixOf(one: any, file: string): Fix | undefined {
  if (!one.fix?.range) return undefined;
  const { range, replacement, description } = one.fix;
  const isShort = replacement.trim() && replacement.length <= 60 && !replacement.includes("\n");
  const title = isShort ? `${description}: ${replacement.trim()}` : description;
  return { title, file, start: range.start.offset, end: range.end.offset, text: replacement };
}
