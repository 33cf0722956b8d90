// Starts `yardstick lsp` and keeps one client for all folders of the window.

import * as vscode from "vscode";
import { LanguageClient, LanguageClientOptions, RevealOutputChannelOn, ServerOptions, TransportKind } from "vscode-languageclient/node";
import { expandPath, isShown, Severity } from "./settings";

const languages = ["yaml", "json", "jsonc", "json5", "toml", "starlark", "yardstick-text"];

/** Creates a client with the current settings, without starting it. */
export function createClient(output: vscode.LogOutputChannel, trace: vscode.LogOutputChannel): LanguageClient {
  const settings = vscode.workspace.getConfiguration("yardstick");
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  const server: ServerOptions = {
    command: expandPath(settings.get("path", "yardstick"), folder),
    args: ["lsp", ...settings.get<string[]>("arguments", [])],
    transport: TransportKind.stdio,
    options: { cwd: folder, env: { ...process.env, ...settings.get<Record<string, string>>("environment", {}) } },
  };
  const options: LanguageClientOptions = {
    documentSelector: languages.flatMap((language) => [
      { scheme: "file", language },
      { scheme: "untitled", language },
    ]),
    outputChannel: output,
    traceOutputChannel: trace,
    revealOutputChannelOn: RevealOutputChannelOn.Never,
    synchronize: {
      configurationSection: "yardstick",
      fileEvents: vscode.workspace.createFileSystemWatcher("**/*.{yml,yaml,json,jsonc,json5,toml,star,txt}"),
    },
    middleware: {
      handleDiagnostics: (uri, diagnostics, next) => {
        const settings = vscode.workspace.getConfiguration("yardstick", uri);
        const minimum = settings.get<Severity>("diagnostics.minimumSeverity", "hint");
        const shown = settings.get("diagnostics.enable", true) ? diagnostics.filter((one) => isShown(one.severity, minimum)) : [];
        next(uri, shown);
      },
    },
  };
  return new LanguageClient("yardstick", "Yardstick", server, options);
}
