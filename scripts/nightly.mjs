import { main } from "./lib/run.mjs";
import { setup } from "./lib/setup.mjs";
import { runSuites, vitest } from "./lib/suites.mjs";
import { toolsToTest } from "./lib/system.mjs";

// The long forms of the checks; each has a short form in `npm test`.
await main(async () => {
  await setup({ tools: toolsToTest, build: true });
  return runSuites([["nightly", vitest("nightly", "--passWithNoTests")]]);
});
