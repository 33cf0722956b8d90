// The engine as the page sees it: requests to a worker, answers as promises. If a request takes too long, the worker is
// terminated; the page stays responsive, and the next request starts a new worker. The engine is compiled once. Its
// second part is loaded after the first answer.
import firstPart from "./engine/page/first.wasm?url";
import secondPart from "./engine/page/rest.wasm?url";
import EngineWorker from "./worker?worker&inline";
import type { Message, Reply } from "./worker";

export type Files = Record<string, string>;

export interface Answer {
  status: number;
  stdout: string | Bytes;
  stderr: string;
  files: Record<string, string | Bytes>;
  removed: string[];
  /** The time spent in the engine, in milliseconds. */
  time: number;
}

/** Content that is not UTF-8. */
export interface Bytes {
  base64: string;
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

/** A newer request replaced this one before it was answered. */
export class Interrupted extends Error {}

const address = (path: string) => `file:///project/${path.split("/").map(encodeURIComponent).join("/")}`;

async function compiled(source: string): Promise<WebAssembly.Module> {
  const answer = await fetch(source);
  if (!answer.ok) throw new Error(`The engine could not be loaded: the server answered ${answer.status}.`);
  // A server that does not know the media type still sends the right file.
  const isKnown = answer.headers.get("content-type")?.startsWith("application/wasm");
  return isKnown ? WebAssembly.compileStreaming(answer) : WebAssembly.compile(await answer.arrayBuffer());
}

export class Engine {
  private first = compiled(firstPart);
  private rest: WebAssembly.Module | undefined;
  private worker: Worker | undefined;
  private waiting = new Map<number, Waiting>();
  private next = 0;
  private isLoading = false;
  /** Whether the worker reached code that it has not loaded. */
  private isBroken = false;

  constructor() {
    // Each request reports why there is no engine. Nobody waits for this promise.
    this.first.catch(() => {});
  }

  /** Runs the command with these arguments and files. */
  run(args: string[], files: Files): Promise<Answer> {
    return this.send({ arguments: args, files, environment: { YARDSTICK_DIAGNOSTICS: "json" } });
  }

  /** Sends a request about a place in a file to the language server; lines and characters count from 0. */
  async ask(method: string, files: Files, path: string, position: Position): Promise<any> {
    const params = { textDocument: { uri: address(path) }, position };
    return (await this.send<{ answer: any }>({ method, params, files })).answer;
  }

  /** Cancels the current work, because its answer is no longer needed. */
  interrupt() {
    const [first] = this.waiting.keys();
    if (first !== undefined) this.giveUp(first, new Interrupted("A newer run took its place."));
  }

  private async send<Reply>(request: unknown): Promise<Reply> {
    const first = await this.first;
    const id = this.next++;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { request, resolve, reject });
      this.post(id, first);
    });
  }

  private post(id: number, first: WebAssembly.Module) {
    const one = this.waiting.get(id)!;
    this.limit(id, one);
    this.tell((this.worker ??= this.start(first)), { id, request: one.request as object });
  }

  private tell(worker: Worker, message: Message) {
    worker.postMessage(message);
  }

  private limit(id: number, one: Waiting) {
    clearTimeout(one.timer);
    one.timer = setTimeout(() => this.giveUp(id, new Error("Stopped after 10 seconds: is there an endless loop?")), PATIENCE);
  }

  private start(first: WebAssembly.Module): Worker {
    const worker = new EngineWorker();
    this.tell(worker, { first });
    if (this.rest) this.tell(worker, { rest: this.rest });
    worker.onmessage = ({ data }: MessageEvent<Reply>) => {
      void this.complete();
      const one = this.waiting.get(data.id);
      if (!one) return;
      if (data.isMissing) return this.wait(one);
      if (data.isFatal) return this.giveUp(data.id, new Error(`The engine stopped: ${data.problem}`));
      this.waiting.delete(data.id);
      clearTimeout(one.timer);
      if (data.answer) one.resolve(data.answer);
      else one.reject(new Error(data.problem ?? "The engine gave no answer."));
    };
    worker.onerror = (event) => {
      const [first] = this.waiting.keys();
      if (first !== undefined) this.giveUp(first, new Error(event.message || "The engine could not be started."));
    };
    return worker;
  }

  /** Loads the second part of the engine, once. If that fails, so do requests that need it; the next request tries again. */
  private async complete() {
    if (this.rest || this.isLoading) return;
    this.isLoading = true;
    try {
      this.rest = await compiled(secondPart);
      if (this.isBroken) this.restart();
      else if (this.worker) this.tell(this.worker, { rest: this.rest });
    } catch (error) {
      const reason = new Error(`A part of the engine could not be loaded: ${(error as Error).message}`);
      for (const id of [...this.waiting.keys()]) this.giveUp(id, reason);
    } finally {
      this.isLoading = false;
    }
  }

  /** Lets a request wait for the second part. The time limit does not apply, because only the network is slow. */
  private wait(one: Waiting) {
    clearTimeout(one.timer);
    this.isBroken = true;
    if (this.rest) this.restart();
  }

  /** Terminates the worker because of one request. The requests queued after it go to a new worker. */
  private giveUp(id: number, reason: Error) {
    const one = this.waiting.get(id);
    this.waiting.delete(id);
    clearTimeout(one?.timer);
    this.restart();
    one?.reject(reason);
  }

  /** Sends the unanswered requests to a new worker. */
  private restart() {
    this.worker?.terminate();
    this.worker = undefined;
    this.isBroken = false;
    for (const [id, { timer }] of this.waiting) {
      clearTimeout(timer);
      void this.first.then((first) => this.waiting.has(id) && this.post(id, first));
    }
  }
}
