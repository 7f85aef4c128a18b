import { spawn } from "node:child_process";
import { accessSync, rmSync } from "node:fs";
import { bringCommit, bringNode, endWhatRunsIn, inside, makeBareRoot } from "./lib/bare-root.mjs";
import { at } from "./lib/paths.mjs";
import { Refusal, exitCode, main, say, show } from "./lib/run.mjs";

const START_LIMIT_MS = 15 * 60_000;

// `npm start` and `npm test` of this commit in a bare Debian with nothing but Node and npm, so that a missing step shows.
await main(async () => {
  if (process.getuid() !== 0)
    throw new Refusal("npm run test:fresh makes a Debian root and changes into it, which only root may do: sudo npm run test:fresh");
  for (const tool of ["/usr/sbin/debootstrap", "/usr/bin/unshare"])
    if (!exists(tool)) throw new Refusal(`${tool} is missing. Install it with: apt-get install -y debootstrap util-linux`);
  const root = await makeBareRoot();
  bringNode(root);
  await bringCommit(root);
  try {
    await serves(root, "first");
    await serves(root, "second");
    say("npm test in the bare root …");
    const code = await show("unshare", inside(root, { CI: "true" }, ["npm", "test"]), { cwd: at() });
    // A root that failed is kept to be looked at; the base and the downloads are kept for the next time.
    if (code === 0) rmSync(root, { recursive: true, force: true });
    say(code === 0 ? "npm start serves and npm test is green in a bare Debian." : `npm test ended with ${code} in a bare Debian.`);
    return code;
  } finally {
    const left = endWhatRunsIn(root);
    if (left.length > 0) say(`Still running at the end, and killed:\n${left.join("\n")}`);
  }
});

/** Starts the studio, waits for its health and stops it again. */
async function serves(root, which) {
  const startedAt = performance.now();
  const env = { PORT: "0", HOST: "127.0.0.1", LOG_LEVEL: "warn" };
  const studio = spawn("unshare", inside(root, env, ["npm", "start"]), { cwd: at(), stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise((resolve) => studio.on("close", (code, signal) => resolve(exitCode(code, signal))));
  const state = await Promise.race([healthy(studio.stdout), ended.then((code) => `ended with ${code}`)]);
  if (state !== "serves") throw new Refusal(`The ${which} npm start in the bare root ${state}.`);
  say(`The ${which} npm start served after ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`);
  const stoppedAt = performance.now();
  studio.kill("SIGTERM");
  await ended;
  say(`SIGTERM ended it after ${((performance.now() - stoppedAt) / 1000).toFixed(1)} s.`);
}

/** It chooses its port: one that is free now may be taken by the time that everything is installed. */
async function healthy(output) {
  const deadline = performance.now() + START_LIMIT_MS;
  let said = "";
  output.on("data", (chunk) => {
    process.stdout.write(chunk);
    said += chunk;
  });
  while (performance.now() < deadline) {
    const url = /ready at (http:\S+)/.exec(said)?.[1];
    const answer = url && (await fetch(`${url}/api/health`).catch(() => undefined));
    if (answer?.ok) return "serves";
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return `did not serve within ${START_LIMIT_MS / 60_000} minutes`;
}

function exists(path) {
  try {
    accessSync(path);
    return true;
  } catch {
    return false;
  }
}
