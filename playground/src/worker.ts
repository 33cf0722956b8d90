// Runs the engine beside the page.
import init, { ask, run } from "./engine/yardstick.js";

const ready = init();

self.onmessage = async ({ data }: MessageEvent<{ id: number; request: { method?: string } }>) => {
  const { id, request } = data;
  try {
    await ready;
    const started = performance.now();
    const reply = request.method ? ask : run;
    const answer = JSON.parse(reply(JSON.stringify(request)));
    if (answer.problem) throw new Error(answer.problem);
    self.postMessage({ id, answer: { ...answer, time: performance.now() - started } });
  } catch (error) {
    self.postMessage({ id, problem: error instanceof Error ? error.message : String(error) });
  }
};
