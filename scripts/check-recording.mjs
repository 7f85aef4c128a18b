import { resolve } from "node:path";
import { nodeBinary, root, serverMain } from "./lib/paths.mjs";
import { main, show } from "./lib/run.mjs";
import { setup } from "./lib/setup.mjs";

// `npm run check-recording FILE` says what is wrong with an FLV recording of a stream, with time and byte offset.
await main(async () => {
  // What the set-up says is no part of the report.
  const { write } = process.stdout;
  process.stdout.write = process.stderr.write.bind(process.stderr);
  await setup({ build: true });
  process.stdout.write = write;
  // npm runs us in the project's folder; the file is meant from where it was called.
  const from = process.env.INIT_CWD ?? root;
  const args = process.argv.slice(2).map((arg) => (arg.startsWith("--") ? arg : resolve(from, arg)));
  // Without a `--` before it npm keeps the option to itself, and tells of it so.
  if (process.env.npm_config_json && !args.includes("--json")) args.push("--json");
  return show(nodeBinary, [serverMain, "check-recording", ...args], { stdio: "inherit" });
});
