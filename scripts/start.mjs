import { nodeBinary, root, serverMain } from "./lib/paths.mjs";
import { main, show } from "./lib/run.mjs";
import { setup } from "./lib/setup.mjs";
import { toolsToServe } from "./lib/system.mjs";

await main(async () => {
  await setup({ tools: toolsToServe, build: true });
  return show(nodeBinary, [serverMain, ...process.argv.slice(2)], { cwd: root, env: process.env, stdio: "inherit" });
});
