import { existsSync, readdirSync } from "node:fs";
import { at, nodeBinary } from "./lib/paths.mjs";
import { Refusal, main, show } from "./lib/run.mjs";
import { setup } from "./lib/setup.mjs";
import { toolsToTest } from "./lib/system.mjs";

// `npm run bench` runs all benchmarks one after the other, `npm run bench -- NAME` one; what follows NAME is handed on.
await main(async () => {
  const [name, ...rest] = process.argv.slice(2);
  const found = benchmarks();
  if (name !== undefined && !found.has(name))
    throw new Refusal(`There is no benchmark ${name}. There are: ${[...found.keys()].join(", ")}.`);
  await setup({ tools: toolsToTest, build: true });
  let worst = 0;
  for (const [each, file] of found) {
    if (name === undefined || name === each) worst ||= await show(nodeBinary, [file, ...rest]);
  }
  return worst;
});

/** Every bench/NAME.mjs or bench/NAME.ts; what they share lies in folders below. */
function benchmarks() {
  const files = existsSync(at("bench")) ? readdirSync(at("bench")).sort() : [];
  return new Map(files.filter((file) => /^[a-z-]+\.(mjs|ts)$/.test(file)).map((file) => [file.replace(/\.\w+$/, ""), at("bench", file)]));
}
