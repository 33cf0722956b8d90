// The extension: one language server for the window, a preview panel, and the detection of text templates.

import * as vscode from "vscode";
import { LanguageClient } from "vscode-languageclient/node";
import { createClient } from "./client";
import { Preview } from "./preview";
import { isTextTemplate } from "./settings";

const restarting = ["path", "arguments", "environment", "diagnostics"].map((name) => `yardstick.${name}`);

let client: LanguageClient | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const output = vscode.window.createOutputChannel("Yardstick", { log: true });
  const trace = vscode.window.createOutputChannel("Yardstick Trace", { log: true });

  const start = async (): Promise<void> => {
    await stop();
    const starting = createClient(output, trace);
    client = starting;
    try {
      await starting.start();
    } catch (error) {
      output.error(error instanceof Error ? error : String(error));
      void explainFailure(output);
    }
  };

  const preview = new Preview(() => client);
  context.subscriptions.push(
    output,
    trace,
    preview,
    vscode.commands.registerCommand("yardstick.preview", (...args: unknown[]) => preview.open(...place(args))),
    vscode.commands.registerCommand("yardstick.chooseTarget", () => preview.chooseTarget()),
    vscode.commands.registerCommand("yardstick.showUses", (...args: unknown[]) => showUses(...place(args))),
    vscode.commands.registerCommand("yardstick.restart", start),
    vscode.commands.registerCommand("yardstick.showOutput", () => output.show()),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (restarting.some((name) => event.affectsConfiguration(name))) {
        void start();
      }
    }),
    vscode.workspace.onDidOpenTextDocument(detect),
  );

  vscode.workspace.textDocuments.forEach(detect);
  await start();
}

export async function deactivate(): Promise<void> {
  await stop();
}

async function stop(): Promise<void> {
  const running = client;
  client = undefined;
  if (running?.isRunning()) {
    await running.stop();
  }
}

/** The place to preview: code lenses send a URI and a position of the protocol, menus only the URI. */
function place(args: unknown[]): [vscode.Uri?, vscode.Position?] {
  const [uri, position] = args;
  const at = position as { line?: unknown; character?: unknown } | undefined;
  return [
    typeof uri === "string" ? vscode.Uri.parse(uri) : uri instanceof vscode.Uri ? uri : undefined,
    typeof at?.line === "number" && typeof at.character === "number" ? new vscode.Position(at.line, at.character) : undefined,
  ];
}

/** Shows the uses of the data value at a place, for the code lens above it. */
async function showUses(uri?: vscode.Uri, position?: vscode.Position): Promise<void> {
  if (uri !== undefined && position !== undefined) {
    const uses = await vscode.commands.executeCommand<vscode.Location[]>("vscode.executeReferenceProvider", uri, position);
    await vscode.commands.executeCommand("editor.action.showReferences", uri, position, uses ?? []);
  }
}

/** Sets the language of text with code in `(@ @)` to text template. */
function detect(document: vscode.TextDocument): void {
  const wanted = vscode.workspace.getConfiguration("yardstick").get("textTemplates.detect", true);
  if (wanted && document.languageId === "plaintext" && isTextTemplate(document.uri.path, document.getText())) {
    void vscode.languages.setTextDocumentLanguage(document, "yardstick-text");
  }
}

async function explainFailure(output: vscode.LogOutputChannel): Promise<void> {
  const path = vscode.workspace.getConfiguration("yardstick").get("path", "yardstick");
  const chosen = await vscode.window.showErrorMessage(
    `Yardstick: cannot start '${path} lsp'. Install the program, or set its path.`,
    "Open Settings",
    "Show Output",
  );
  if (chosen === "Open Settings") {
    await vscode.commands.executeCommand("workbench.action.openSettings", "yardstick.path");
  } else if (chosen === "Show Output") {
    output.show();
  }
}
