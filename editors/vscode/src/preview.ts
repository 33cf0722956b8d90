// The preview panel: a read-only document beside the template. The request `yardstick/preview` fills it, again whenever
// the template changes or the cursor moves to another document in it.

import * as vscode from "vscode";
import { LanguageClient } from "vscode-languageclient/node";

interface PreviewAnswer {
  text: string;
  languageId?: string;
  /** The rendered target, if the project file has targets, and all possible targets. */
  target?: string | null;
  targets?: string[];
  /** The last run failed, so this is the result of an earlier one. */
  isStale?: boolean;
}

const scheme = "yardstick-preview";

/** The previewed template, and the position in it. */
interface Subject {
  uri: vscode.Uri;
  position: vscode.Position;
}

export class Preview implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.changed.event;

  private subject: Subject | undefined;
  private text = "";
  private target: string | undefined;
  private targets: string[] = [];
  private timer: NodeJS.Timeout | undefined;
  private request: vscode.CancellationTokenSource | undefined;
  private readonly parts: vscode.Disposable[];

  constructor(private readonly client: () => LanguageClient | undefined) {
    this.parts = [
      this.changed,
      vscode.workspace.registerTextDocumentContentProvider(scheme, this),
      vscode.workspace.onDidChangeTextDocument((event) => {
        if (event.document.uri.scheme !== scheme && this.isOpen()) {
          this.schedule();
        }
      }),
      vscode.window.onDidChangeTextEditorSelection((event) => this.follow(event.textEditor)),
      vscode.window.onDidChangeActiveTextEditor((editor) => editor && this.follow(editor)),
    ];
  }

  provideTextDocumentContent(): string {
    return this.text;
  }

  /** Shows the document at `position` of `uri`; by default at the cursor. */
  async open(uri?: vscode.Uri, position?: vscode.Position): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    const subject = uri ?? editor?.document.uri;
    if (subject === undefined || subject.scheme === scheme) {
      return;
    }
    this.subject = { uri: subject, position: position ?? editor?.selection.active ?? new vscode.Position(0, 0) };
    const language = await this.refresh();
    let document = await vscode.workspace.openTextDocument(this.address());
    if (language !== undefined && document.languageId !== language) {
      document = await vscode.languages.setTextDocumentLanguage(document, language);
    }
    await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true, preview: false });
  }

  /** Lets the user choose the target to show. */
  async chooseTarget(): Promise<void> {
    if (this.targets.length === 0) {
      void vscode.window.showInformationMessage("Yardstick: the file belongs to no target. Open a preview first.");
      return;
    }
    const chosen = await vscode.window.showQuickPick(this.targets, { placeHolder: "Target to render" });
    if (chosen !== undefined) {
      this.target = chosen;
      await this.refresh();
    }
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.request?.cancel();
    this.parts.forEach((part) => part.dispose());
  }

  private address(): vscode.Uri {
    return vscode.Uri.from({ scheme, path: "/Preview" });
  }

  private isOpen(): boolean {
    return vscode.window.visibleTextEditors.some((editor) => editor.document.uri.scheme === scheme);
  }

  private follow(editor: vscode.TextEditor): void {
    const { uri, languageId } = editor.document;
    if (uri.scheme === scheme || !this.isOpen() || !["yaml", "yardstick-text"].includes(languageId)) {
      return;
    }
    this.subject = { uri, position: editor.selection.active };
    this.schedule();
  }

  private schedule(): void {
    clearTimeout(this.timer);
    const delay = vscode.workspace.getConfiguration("yardstick").get<number>("preview.delay", 150);
    this.timer = setTimeout(() => void this.refresh(), delay);
  }

  /** Requests a new preview from the server. Returns the language of the answer. */
  private async refresh(): Promise<string | undefined> {
    const subject = this.subject;
    const client = this.client();
    this.request?.cancel();
    if (subject === undefined) {
      return undefined;
    }
    if (client === undefined || !client.isRunning()) {
      this.show("# The language server is not running.\n");
      return "yaml";
    }
    const request = new vscode.CancellationTokenSource();
    this.request = request;
    try {
      const answer = await client.sendRequest<PreviewAnswer | null>(
        "yardstick/preview",
        {
          textDocument: { uri: client.code2ProtocolConverter.asUri(subject.uri) },
          position: client.code2ProtocolConverter.asPosition(subject.position),
          target: this.target,
        },
        request.token,
      );
      if (!request.token.isCancellationRequested) {
        this.targets = answer?.targets ?? [];
        const stale = answer?.isStale ? "# The last run failed. This is what the one before it gave.\n" : "";
        this.show(answer === null ? "# There is nothing to preview here.\n" : stale + answer.text);
      }
      return answer?.languageId ?? "yaml";
    } catch (error) {
      if (!request.token.isCancellationRequested) {
        const message = error instanceof Error ? error.message : String(error);
        this.show(message.replace(/^/gm, "# ") + "\n");
      }
      return "yaml";
    } finally {
      request.dispose();
    }
  }

  private show(text: string): void {
    if (text !== this.text) {
      this.text = text;
      this.changed.fire(this.address());
    }
  }
}
