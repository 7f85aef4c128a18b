import { nodeBinary, serverMain } from "./lib/paths.mjs";
import { main, show } from "./lib/run.mjs";
import { setup } from "./lib/setup.mjs";

// `npm run stop` stops the server and leaves the streams on air; `npm run stop -- --off-air` ends them too.
await main(async () => {
  await setup({ build: true });
  return show(nodeBinary, [serverMain, "stop", ...process.argv.slice(2)]);
});
