/// <reference types="node" />
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { extendTailwindMerge } from "tailwind-merge";
import { expect, it } from "vitest";
import { cn } from "../src/cn.ts";

/** The whole table, with what our theme adds to it. */
const twMerge = extendTailwindMerge({ extend: { theme: { shadow: ["lift"] } } });
const ROOT = join(import.meta.dirname, "../../..");
const QUOTED = /"([^"\n]*)"|`([^`]*)`/g;

/** All that stands in quotes in the studio's sources and that Tailwind's table knows, without what it is bound to (`hover:` and the like). */
function classesOfTheStudio(): string[] {
  const files = globSync(["apps/web/src/**/*.{ts,tsx}", "packages/ui/src/**/*.{ts,tsx}"], { cwd: ROOT, exclude: ["**/cn.ts"] });
  const words = files.flatMap((file) =>
    [...readFileSync(join(ROOT, file), "utf8").matchAll(QUOTED)].flatMap(([, plain = "", template = ""]) =>
      `${plain} ${template}`.split(/\s+/),
    ),
  );
  const bare = words.map((word) => word.split(/:(?![^[(]*[\])])/).at(-1) ?? "");
  // What is known is not said twice.
  return [...new Set(bare)].filter((word) => word !== "" && twMerge(word, word) === word);
}

it("of each two classes of the studio the later one wins where they set the same, as by the whole library's table", () => {
  const classes = classesOfTheStudio();
  expect(classes.length).toBeGreaterThan(500);
  const other: string[] = [];
  for (const first of classes)
    for (const second of classes)
      if (first !== second && cn(first, second) !== twMerge(first, second)) other.push(`${first} ${second} → ${cn(first, second)}`);
  expect(other).toEqual([]);
});
