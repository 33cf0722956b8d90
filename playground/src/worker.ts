// Runs the engine beside the page. The first message is the compiled module, every other one a question.
import { ask, initSync, run } from "./engine/yardstick.js";

self.onmessage = ({ data }: MessageEvent<WebAssembly.Module | { id: number; request: { method?: string } }>) => {
  if (data instanceof WebAssembly.Module) return void initSync({ module: data });
  const { id, request } = data;
  try {
    const started = performance.now();
    const reply = request.method ? ask : run;
    const answer = JSON.parse(reply(JSON.stringify(request)));
    if (answer.problem) throw new Error(answer.problem);
    self.postMessage({ id, answer: { ...answer, time: performance.now() - started } });
  } catch (error) {
    // After a panic the memory of the engine is in no known state.
    const isFatal = error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
    self.postMessage({ id, isFatal, problem: error instanceof Error ? error.message : String(error) });
  }
};
