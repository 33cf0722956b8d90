// Runs the engine beside the page. It comes in two parts: the first can do what people do first, the rest follows. After
// a question that needs the rest before it is there, the worker is of no more use: the page asks another one.
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
  /** The answer needs the rest of the engine, and another worker. */
  isMissing?: boolean;
}

/** The code that is asked for is not there yet. */
class Missing extends Error {}

let engine: WebAssembly.Exports;
let isBroken = false;

const missing = new Proxy({}, { get: () => () => { throw new Missing(); } });

function start(first: WebAssembly.Module) {
  const instance = new WebAssembly.Instance(first, imports(bindings, { placeholder: missing }));
  engine = instance.exports;
  bindings.__wbg_set_wasm(engine);
  (engine.__wbindgen_start as (() => void) | undefined)?.();
}

/** Puts the functions of the rest into the table of the engine, in place of those that are missing. */
function complete(rest: WebAssembly.Module) {
  new WebAssembly.Instance(rest, imports(bindings, { primary: engine }));
}

function reply(answer: Reply) {
  self.postMessage(answer);
}

function answer({ id, request }: Question) {
  try {
    const started = performance.now();
    const answer = JSON.parse((request.method ? bindings.ask : bindings.run)(JSON.stringify(request)));
    if (answer.problem) throw new Error(answer.problem);
    reply({ id, answer: { ...answer, time: performance.now() - started } });
  } catch (error) {
    isBroken = error instanceof Missing;
    if (isBroken) return reply({ id, isMissing: true });
    const isFatal = error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
    reply({ id, isFatal, problem: error instanceof Error ? error.message : String(error) });
  }
}

self.onmessage = ({ data }: MessageEvent<Message>) => {
  if ("first" in data) start(data.first);
  else if ("rest" in data) complete(data.rest);
  else if (isBroken) reply({ id: data.id, isMissing: true });
  else answer(data);
};
