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
  resolve(answer: Answer): void;
  reject(error: Error): void;
  timer: ReturnType<typeof setTimeout>;
}

export class Engine {
  private worker: Worker | undefined;
  private waiting = new Map<number, Waiting>();
  private next = 0;

  /** Runs the command with these arguments on these files. */
  run(args: string[], files: Files, stdin?: string): Promise<Answer> {
    const worker = (this.worker ??= this.start());
    const id = this.next++;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.stop("Stopped after 10 seconds: is there an endless loop?"), PATIENCE);
      this.waiting.set(id, { resolve, reject, timer });
      worker.postMessage({ id, request: { arguments: args, files, ...(stdin === undefined ? {} : { stdin }) } });
    });
  }

  private start(): Worker {
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }: MessageEvent<{ id: number; answer?: Answer; problem?: string }>) => {
      const waiting = this.waiting.get(data.id);
      if (!waiting) return;
      this.waiting.delete(data.id);
      clearTimeout(waiting.timer);
      if (data.answer) waiting.resolve(data.answer);
      else {
        waiting.reject(new Error(data.problem ?? "The engine gave no answer"));
        // After a trap its memory cannot be trusted.
        this.stop("The engine was started again");
      }
    };
    worker.onerror = (event) => this.stop(event.message || "The engine could not be loaded");
    return worker;
  }

  private stop(reason: string) {
    this.worker?.terminate();
    this.worker = undefined;
    for (const { reject, timer } of this.waiting.values()) {
      clearTimeout(timer);
      reject(new Error(reason));
    }
    this.waiting.clear();
  }
}
