import { spawn } from "node:child_process";
import { at, bin, nodeBinary, runtimeEnv } from "./lib/paths.mjs";
import { exitCode, main, passSignalsTo, say } from "./lib/run.mjs";
import { setup } from "./lib/setup.mjs";
import { toolsToServe } from "./lib/system.mjs";

// The server from its sources, restarted when one changes, and Vite with hot reload in front of it. Vite's proxy reads PORT too.
await main(async () => {
  await setup({ tools: toolsToServe });
  const env = runtimeEnv({ PORT: process.env.PORT ?? "3000" });
  const server = spawn(nodeBinary, ["--watch", "--watch-preserve-output", at("apps/server/src/main.ts")], {
    cwd: at(),
    env,
    stdio: "inherit",
  });
  const vite = spawn(bin("vite"), ["--clearScreen", "false"], { cwd: at("apps/web"), env, stdio: "inherit" });
  say("The studio with hot reload is at the address Vite prints; the server restarts by itself when its sources change.");
  return untilOneEnds([server, vite]);
});

/** One is of no use without the other. */
function untilOneEnds(children) {
  const ends = children.map((child) => {
    passSignalsTo(child);
    return new Promise((resolve, reject) => {
      child.on("error", reject);
      child.on("close", (code, signal) => resolve(exitCode(code, signal)));
    });
  });
  void Promise.race(ends).then(() => children.forEach((child) => child.kill("SIGTERM")));
  return Promise.all(ends).then(([first, second]) => first || second);
}
