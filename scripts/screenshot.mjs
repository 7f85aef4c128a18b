import { at, nodeBinary, runtimeEnv } from "./lib/paths.mjs";
import { main, show } from "./lib/run.mjs";
import { setup } from "./lib/setup.mjs";
import { toolsToTest } from "./lib/system.mjs";

// The pictures of README and docs: a real studio with streams on air, its overlay designer, every template, and every screen wide and on a
// phone. Run it when the look changes; `npm run screenshot -- screens [NAME …]` takes the screens alone.
await main(async () => {
  await setup({ tools: toolsToTest, build: true });
  return show(nodeBinary, [at("e2e/screenshots/main.ts"), ...process.argv.slice(2)], { env: runtimeEnv() });
});
