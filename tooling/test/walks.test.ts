import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";

// Every dialog and every notice of the studio stands before the eyes of some browser test.

const root = resolve(import.meta.dirname, "../..");
const read = (pattern: string) => globSync(pattern, { cwd: root }).map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
const screens = read("apps/web/src/**/*.{ts,tsx}");
const walks = read("e2e/test/**/*.ts").map(({ text }) => text);

/** Texts of one kind, with where they are. */
function named(looks: readonly RegExp[]): ReadonlyMap<string, string> {
  return new Map(
    screens.flatMap(({ path, text }) => looks.flatMap((look) => [...text.matchAll(look)].map(([, title = ""]) => [title, path] as const))),
  );
}

/** As a text or a pattern of its own: a title within another's is another title. */
const names = (walk: string, title: string) => new RegExp(`["\`/^|(]${escaped(title)}["\`/$|)]`).test(walk);
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

const DIALOGS = named([/<(?:Confirm)?Dialog\b(?:(?!\n {0,8}>|>\n)[\s\S])*?\btitle="([^"]+)"/g]);
const NOTICES = named([/\bnotify\(\s*"([^"]+)"/g, /\bcomplain\(\s*"([^"]+)"/g]);
const FAILURES = named([/\bfailed: \["([^"]+)"/g, /\bcomplainOf\(\w+, \["([^"]+)"/g]);

describe.each([
  ["dialog", DIALOGS, 20],
  ["notice", NOTICES, 50],
  ["notice of a failed change", FAILURES, 15],
])("each %s", (_kind, titles, least) => {
  it("is walked by a browser test", () => {
    expect(titles.size).toBeGreaterThan(least);
    const missing = [...titles].filter(([title]) => !walks.some((walk) => names(walk, title)));
    expect(missing.map(([title, path]) => `${path}: ${title}`)).toEqual([]);
  });
});
