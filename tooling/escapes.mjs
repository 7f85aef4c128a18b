// Refuses what switches a rule off: a rule that does not fit is changed in oxlint.config.ts, for all.
import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const refused = [
  [/(oxlint|eslint|biome|prettier|oxfmt|tslint)-(disable|ignore)/, "switches a rule off"],
  [/@ts-(ignore|expect-error|nocheck)/, "silences the type checker"],
  [/\bas any\b/, "gives the types up"],
  // The linter's doors see what is imported at the top alone.
  [/\b(import|require)\(\s*["'`](node:)?child_process["'`]/, "starts programs past packages/media/src/process"],
  [/\b(TODO|FIXME|XXX|HACK)\b/, "is a promise to nobody: finish it or open an issue"],
];

/** @returns sentences, one for each line that hides something */
export function escapesIn(path, text) {
  return text
    .split("\n")
    .flatMap((line, index) =>
      refused.filter(([pattern]) => pattern.test(line)).map(([, why]) => `${path}:${index + 1} ${why}: ${line.trim().slice(0, 120)}`),
    );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const root = resolve(fileURLToPath(import.meta.url), "../..");
  const sources = "{apps,packages}/*/{src,test,scripts}/**/*.{ts,tsx,mjs}";
  const paths = globSync([sources, "{e2e,bench,scripts}/**/*.{ts,mjs}"], { cwd: root, exclude: ["**/node_modules/**", "**/*.gen.ts"] });
  const found = paths.flatMap((path) => escapesIn(path, readFileSync(join(root, path), "utf8")));
  for (const sentence of found) process.stdout.write(`${sentence}\n`);
  process.exitCode = found.length === 0 ? 0 : 1;
}
