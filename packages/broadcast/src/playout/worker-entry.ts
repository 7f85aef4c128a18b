import { parentPort } from "node:worker_threads";
import { END, type PlayoutCommand } from "./protocol.ts";
import { PlayoutThread } from "./thread.ts";

/** Entry of the playout thread; bundled on its own, and started from text in the single executable. */
const port = parentPort;
if (!port) throw new Error("the playout thread is started as a worker");
const thread = new PlayoutThread((event) => port.postMessage(event));
port.on("message", (command: PlayoutCommand | typeof END) => (command === END ? port.close() : thread.handle(command)));
port.once("close", () => thread.stop());
port.postMessage({ type: "ready" });
