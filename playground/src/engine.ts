// The engine as the page sees it: questions to a worker, answers as promises. A question that takes too long ends
// the worker; the page stays alive and the next question starts a new one.
export type Files = Record<string, string>;

export interface Answer {
  status: number;
  stdout: string;
  stderr: string;
  files: Files;
  removed: string[];
  /** Milliseconds in the engine. */
  time: number;
}

const PATIENCE = 10_000;

interface Waiting {
  request: unknown;
  resolve(answer: any): void;
  reject(error: Error): void;
  timer?: ReturnType<typeof setTimeout>;
}

export interface Position {
  line: number;
  character: number;
}

const address = (path: string) => `file:///project/${path.split("/").map(encodeURIComponent).join("/")}`;

export class Engine {
  private worker: Worker | undefined;
  private waiting = new Map<number, Waiting>();
  private next = 0;

  /** Runs the command with these arguments on these files. */
  run(args: string[], files: Files, stdin?: string): Promise<Answer> {
    return this.send({ arguments: args, files, ...(stdin === undefined ? {} : { stdin }) });
  }

  /** Asks the language server about a place in a file; lines and characters count from 0. */
  async ask(method: string, files: Files, path: string, position: Position): Promise<any> {
    const params = { textDocument: { uri: address(path) }, position };
    return (await this.send<{ answer: any }>({ method, params, files })).answer;
  }

  private send<Reply>(request: unknown): Promise<Reply> {
    const id = this.next++;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { request, resolve, reject });
      this.post(id);
    });
  }

  private post(id: number) {
    const one = this.waiting.get(id)!;
    one.timer = setTimeout(() => this.giveUp(id, "Stopped after 10 seconds: is there an endless loop?"), PATIENCE);
    (this.worker ??= this.start()).postMessage({ id, request: one.request });
  }

  private start(): Worker {
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }: MessageEvent<{ id: number; answer?: unknown; problem?: string }>) => {
      const one = this.waiting.get(data.id);
      if (!one) return;
      if (!data.answer) return this.giveUp(data.id, data.problem ?? "The engine gave no answer");
      this.waiting.delete(data.id);
      clearTimeout(one.timer);
      one.resolve(data.answer);
    };
    worker.onerror = (event) => {
      const [first] = this.waiting.keys();
      if (first !== undefined) this.giveUp(first, event.message || "The engine could not be loaded");
    };
    return worker;
  }

  /** Ends the worker because of one question. The questions that waited behind it go to a new one. */
  private giveUp(id: number, reason: string) {
    this.worker?.terminate();
    this.worker = undefined;
    const one = this.waiting.get(id);
    this.waiting.delete(id);
    clearTimeout(one?.timer);
    for (const [other, { timer }] of this.waiting) {
      clearTimeout(timer);
      this.post(other);
    }
    one?.reject(new Error(reason));
  }
}
