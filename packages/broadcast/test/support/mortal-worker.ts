import { parentPort } from "node:worker_threads";
import "../../src/playout/worker-entry.ts";

/** The playout thread itself, which ends in the way it is told: the thread takes no notice of what is no command. */
parentPort?.on("message", (message: unknown) => {
  if (message === "small-pipe") parentPort?.postMessage({ type: "small-pipe", bytes: 8192 });
  if (message === "throws") throw new Error("a fault of the thread itself");
  if (message === "exits") process.exit(7);
  while (message === "hangs");
});
