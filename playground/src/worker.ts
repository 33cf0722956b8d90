// Runs the engine beside the page. It comes in two parts: the first can do what people do first, the rest follows. A
// question that needs the rest before it is there waits for it and is asked again.
import * as bindings from "./engine/page/yardstick_bg.js";
import { imports } from "./imports.mjs";

export interface Question {
  id: number;
  request: { method?: string };
}

export type Message = { first: WebAssembly.Module } | { rest: WebAssembly.Module } | Question;

export interface Reply {
  id: number;
  answer?: object;
  problem?: string;
  /** The engine is in no known state. */
  isFatal?: boolean;
  /** The answer needs the rest of the engine. */
  isWaiting?: boolean;
}

/** The code that is asked for is not there yet. */
class Missing extends Error {}

let first: WebAssembly.Module;
let rest: WebAssembly.Module | undefined;
let engine: WebAssembly.Exports;
let waiting: Question[] = [];

const missing = new Proxy({}, { get: () => () => { throw new Missing(); } });

function start() {
  const instance = new WebAssembly.Instance(first, imports(bindings, { placeholder: missing }));
  engine = instance.exports;
  bindings.__wbg_set_wasm(engine);
  (engine.__wbindgen_start as (() => void) | undefined)?.();
}

/** Puts the functions of the rest into the table of the engine, in place of those that are missing. */
function complete(module: WebAssembly.Module) {
  new WebAssembly.Instance(module, imports(bindings, { primary: engine }));
}

function reply(answer: Reply) {
  self.postMessage(answer);
}

function answer(question: Question) {
  const { id, request } = question;
  try {
    const started = performance.now();
    const answer = JSON.parse((request.method ? bindings.ask : bindings.run)(JSON.stringify(request)));
    if (answer.problem) throw new Error(answer.problem);
    reply({ id, answer: { ...answer, time: performance.now() - started } });
  } catch (error) {
    if (error instanceof Missing) {
      waiting.push(question);
      reply({ id, isWaiting: true });
      return;
    }
    const isFatal = error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
    reply({ id, isFatal, problem: error instanceof Error ? error.message : String(error) });
  }
}

self.onmessage = ({ data }: MessageEvent<Message>) => {
  if ("first" in data) {
    first = data.first;
    start();
  } else if ("rest" in data) {
    rest = data.rest;
    // What was cut short left the engine in the middle of its work.
    if (waiting.length) start();
    complete(rest);
    const late = waiting;
    waiting = [];
    late.forEach(answer);
  } else if (waiting.length) {
    waiting.push(data);
  } else {
    answer(data);
  }
};
