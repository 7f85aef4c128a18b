import { existsSync } from "node:fs";
import { nodeBinary, root, serverMain } from "./lib/paths.mjs";
import { main, show } from "./lib/run.mjs";
import { setup } from "./lib/setup.mjs";

// `npm run stop` stops the server and leaves the streams on air; `npm run stop -- --off-air` ends them too.
await main(async () => {
  // Sources that do not build must not keep a stream on air: what was built last can stop it.
  if (!existsSync(serverMain)) await setup({ build: true });
  return show(nodeBinary, [serverMain, "stop", ...process.argv.slice(2)], { cwd: root, env: process.env, stdio: "inherit" });
});
