import { existsSync } from "node:fs";
import { nodeBinary, root, serverMain } from "./lib/paths.mjs";
import { main, show } from "./lib/run.mjs";
import { setup } from "./lib/setup.mjs";

// `npm run admin -- reset-password EMAIL` gives an account a new password, for when nobody can sign in any more.
await main(async () => {
  if (!existsSync(serverMain)) await setup({ build: true });
  return show(nodeBinary, [serverMain, "admin", ...process.argv.slice(2)], { cwd: root, env: process.env, stdio: "inherit" });
});
