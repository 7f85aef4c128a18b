import { existsSync } from "node:fs";
import { alone } from "./lock.mjs";
import { checkPlatform, installPackages, installRuntime, packagesAreReady, runtimeIsReady } from "./packages.mjs";
import { at, bin, serverMain } from "./paths.mjs";
import { quiet, say } from "./run.mjs";
import { fingerprint, isStamped, stamped } from "./stamps.mjs";
import { installTools, missing, toolsToRun } from "./system.mjs";

const steps = {
  runtime: { ready: runtimeIsReady, work: installRuntime },
  packages: { ready: packagesAreReady, work: installPackages },
  build: { ready: buildIsReady, work: build },
};

/**
 * Brings the checkout to where its scripts can work. Each step looks first and does nothing when nothing changed.
 * @param wanted.tools system programs, see system.mjs; wanted.build: also the built server and studio
 */
export async function setup({ tools: wanted = [], build: withBuild = false } = {}) {
  checkPlatform();
  const tools = [...toolsToRun, ...wanted];
  const names = ["runtime", "packages", ...(withBuild ? ["build"] : [])];
  const allReady = () => missing(tools).length === 0 && names.every((name) => steps[name].ready());
  if (allReady()) return;
  await alone(async () => {
    await installTools(tools);
    for (const name of names) if (!steps[name].ready()) await steps[name].work();
  });
}

const builtFrom = ["apps/server", "apps/web", "packages", "pnpm-lock.yaml", "turbo.json", "tooling/tsconfig"];

function buildIsReady() {
  return existsSync(serverMain) && existsSync(at("apps/server/dist/web/index.html")) && isStamped("build", fingerprint(builtFrom));
}

async function build() {
  say("Building …");
  // Taken before, so that a file saved meanwhile is built next time.
  const sources = fingerprint(builtFrom);
  await stamped("build", sources, () => quiet(bin("turbo"), ["run", "build", "--output-logs=errors-only", "--no-update-notifier"]));
}
