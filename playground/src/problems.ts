// Problems as the engine reports them (`--diagnostics json`), by file.
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

/** One change of a file; places are bytes of UTF-8. */
export interface Fix {
  title: string;
  file: string;
  start: number;
  end: number;
  text: string;
}

/** All problems in a report; nothing where the text is no report. */
export function problems(report: string): Problem[] | undefined {
  let data;
  try {
    data = JSON.parse(report.slice(report.indexOf("{")));
  } catch {
    return undefined;
  }
  const found: Problem[] = [];
  for (const result of data.results ?? []) {
    for (const one of result.errors ?? []) {
      found.push({
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
  for (const failure of data.failures ?? []) {
    const message = typeof failure === "string" ? failure : failure.message;
    found.push({ file: failure.file ?? "", code: failure.code ?? "", severity: "error", message, path: "", range: failure.range ?? null, hints: failure.hints ?? [], related: [], fix: undefined });
  }
  return found;
}

function fixOf(one: any, file: string): Fix | undefined {
  if (!one.fix?.range) return undefined;
  const { range, replacement, description } = one.fix;
  const isShort = replacement.trim() && replacement.length <= 60 && !replacement.includes("\n");
  const title = isShort ? `${description}: ${replacement.trim()}` : description;
  return { title, file, start: range.start.offset, end: range.end.offset, text: replacement };
}
