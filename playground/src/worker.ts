// Runs the engine in a worker. It has two parts: the first contains what users need first, the rest is loaded later. If
// a request needs the rest too early, this worker becomes unusable, and the page starts another one.
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
  /** The engine is in an undefined state. */
  isFatal?: boolean;
  /** The answer needs the rest of the engine and another worker. */
  isMissing?: boolean;
}

/** The required code is not loaded yet. */
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

/** Replaces the missing functions in the table of the engine with those of the rest. */
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
