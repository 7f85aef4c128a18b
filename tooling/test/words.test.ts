import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";

const root = resolve(import.meta.dirname, "../..");

/** Classes of the engine without a word of the glossary in their name, and why. */
const WITHOUT_A_WORD: Readonly<Record<string, string>> = {
  DiskFullError: "the disk is no idea of ours",
  DiskGuard: "the disk is no idea of ours",
  FlvError: "the format's own name",
};

/** Types of one name, and why. */
const TWICE: Readonly<Record<string, string>> = {};

/** The heads of the glossary's tables. */
const HEADS: ReadonlySet<string> = new Set(["word"]);

interface Declared {
  readonly kind: string;
  readonly name: string;
  readonly isExported: boolean;
  readonly file: string;
}

/** Types at the top of a file: the formatter puts each at the beginning of a line. */
function declaredIn(room: string): Declared[] {
  return globSync(`packages/${room}/src/**/*.ts`, { cwd: root }).flatMap((file) => {
    const text = readFileSync(join(root, file), "utf8");
    const found = text.matchAll(/^(export )?(?:abstract )?(class|interface|type|enum) (\w+)(?=[ <=])/gm);
    return [...found].map(([, isExported, kind = "", name = ""]) => ({ kind, name, isExported: isExported !== undefined, file }));
  });
}

interface GlossaryRow {
  readonly terms: readonly string[];
  readonly meaning: string;
}

/** The terms of the tables' first column, and what stands beside them. */
function glossaryRows(): GlossaryRow[] {
  const rows = readFileSync(join(root, "docs/glossary.md"), "utf8").split("\n");
  return rows.flatMap((row) => {
    const [, term, meaning] = /^\| ([^|]+) \| ([^|]+) \|$/.exec(row) ?? [];
    if (!term || !meaning || /^-+$/.test(term)) return [];
    return [{ terms: term.split(" / "), meaning }];
  });
}

/** Each term of a row as its words; and what is set in bold or italics within its meaning. */
function wordsOfRow({ terms, meaning }: GlossaryRow): string[] {
  const marked = [...meaning.matchAll(/\*+([a-z ]+)\*+/g)].map(([, word = ""]) => word);
  return [...new Set([...terms, ...marked].map((term) => term.toLowerCase().split(/[ -]/).map(singular).join(" ")))];
}

const glossary = (): ReadonlySet<string> => new Set(glossaryRows().flatMap(wordsOfRow));

/** Those that the glossary itself says to have two. */
function ofTwoMeanings(): string[] {
  const page = readFileSync(join(root, "docs/glossary.md"), "utf8");
  return [...page.matchAll(/^- \*([a-z ]+)\*: /gm)].map(([, word = ""]) => word);
}

const singular = (word: string) =>
  /[si]s$/.test(word)
    ? word
    : word
        .replace(/yses$/, "ysis")
        .replace(/ies$/, "y")
        .replace(/([^i])s$/, "$1");

const wordsOf = (name: string) => (name.match(/[A-Z][a-z0-9]*/g) ?? []).map((word) => singular(word.toLowerCase()));

function hasTerm(name: string, terms: ReadonlySet<string>): boolean {
  const words = wordsOf(name);
  return words.some((_, from) => words.some((__, to) => to >= from && terms.has(words.slice(from, to + 1).join(" "))));
}

describe("the words of the house", () => {
  it("stand in the name of every class that a room of the engine exports", () => {
    const terms = glossary();
    const classes = declaredIn("broadcast").filter(({ kind, isExported }) => kind === "class" && isExported);
    expect(classes.length).toBeGreaterThan(50);
    const strange = classes.map(({ name }) => name).filter((name) => !hasTerm(name, terms));
    expect(strange.toSorted()).toEqual(Object.keys(WITHOUT_A_WORD).toSorted());
  });

  it("have one row each in the glossary", () => {
    const terms = glossaryRows().flatMap((row) => row.terms);
    expect(terms.length).toBeGreaterThan(100);
    const known = terms.filter((term) => !HEADS.has(term));
    expect(known.filter((term, at) => known.indexOf(term) !== at)).toEqual([]);
  });

  it("mean one thing each, in the singular and the plural, but for those that are said to mean two", () => {
    const all = glossaryRows().flatMap(wordsOfRow);
    const twice = all.filter((word, at) => all.indexOf(word) !== at);
    const said = ofTwoMeanings();
    expect(twice.filter((word) => !said.includes(word) && !HEADS.has(word))).toEqual([]);
    expect(said.filter((word) => !all.includes(word))).toEqual([]);
  });

  it("name one type of contract and engine each", () => {
    const all = [...declaredIn("contract"), ...declaredIn("broadcast")];
    const files = Map.groupBy(all, ({ name }) => name);
    const twice = [...files].filter(([, places]) => new Set(places.map(({ file }) => file)).size > 1).map(([name]) => name);
    expect(twice.toSorted()).toEqual(Object.keys(TWICE).toSorted());
  });
});
