import { existsSync, globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";

const root = resolve(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const PAGES = globSync("docs/sentences-*.md", { cwd: root });

interface Row {
  readonly line: number;
  readonly text: string;
  readonly sentence: string;
  readonly file: string;
  readonly test: string;
}

/** Every line of a table but its head; one that is no whole row has empty cells. */
function rowsOf(path: string): Row[] {
  return read(path)
    .split("\n")
    .flatMap((text, index) => {
      if (!text.startsWith("|") || /^\| *(sentence|---)/.test(text)) return [];
      const [, sentence = "", file = "", test = ""] = /^\| ([^|]*[^|\s]) \| `([^|`]+)` \| ([^|]*[^|\s]) \|$/.exec(text) ?? [];
      return [{ line: index + 1, text, sentence, file, test }];
    });
}

const titles = new Map<string, ReadonlySet<string>>();
/** What the tests of a file are called, as it is written there. */
function titlesIn(file: string): ReadonlySet<string> {
  const known = titles.get(file);
  if (known) return known;
  // The second pair of brackets of what is done for each of several begins behind a closing one.
  const found = read(file).matchAll(/(?:\b(?:it|test)|\))\(\s*(["`])((?:(?!\1).)+)\1,\s*(?:async\s*)?\(/g);
  const all = new Set([...found].map(([, , title = ""]) => title));
  titles.set(file, all);
  return all;
}

const isThere = (file: string) => /\.tsx?$/.test(file) && existsSync(join(root, file));

describe.each(PAGES)("%s", (path) => {
  const rows = rowsOf(path);

  it("names for each of its sentences a file and a test", () => {
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ sentence, file, test }) => sentence === "" || file === "" || test === "").map(({ text }) => text)).toEqual([]);
  });

  it("names files that are there, with a test of that name", () => {
    const lost = rows.filter(({ file, test }) => file !== "" && !(isThere(file) && titlesIn(file).has(test)));
    expect(lost.map(({ line, file, test }) => `line ${line}: ${file} has no test "${test}"`)).toEqual([]);
  });

  it("says no sentence twice", () => {
    const sentences = rows.map(({ sentence, file, test }) => `${sentence} ${file} ${test}`);
    expect(sentences.filter((one, index) => sentences.indexOf(one) !== index)).toEqual([]);
  });
});
