import { main } from "./lib/run.mjs";
import { setup } from "./lib/setup.mjs";
import { runSuites, slowSuites, verifySuites } from "./lib/suites.mjs";
import { toolsToTest } from "./lib/system.mjs";

await main(async () => {
  await setup({ tools: toolsToTest });
  return runSuites([...verifySuites, ...slowSuites]);
});
