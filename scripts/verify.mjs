import { main } from "./lib/run.mjs";
import { setup } from "./lib/setup.mjs";
import { runSuites, verifySuites } from "./lib/suites.mjs";

await main(async () => {
  await setup();
  return runSuites(verifySuites);
});
