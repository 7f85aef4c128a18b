import { bin } from "./lib/paths.mjs";
import { main, show } from "./lib/run.mjs";
import { setup } from "./lib/setup.mjs";

await main(async () => {
  await setup();
  return show(bin("oxfmt"), process.argv.slice(2));
});
