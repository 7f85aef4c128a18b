import { existsSync, globSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { rooms } from "../doors.ts";

const root = resolve(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const pages = ["README.md", ...globSync("docs/**/*.md", { cwd: root })].map((path) => ({ path, text: read(path) }));
const sources = globSync(["{apps,packages}/*/{src,test}/**/*.{ts,tsx}", "{e2e,bench,tooling,scripts}/**/*.{ts,mjs}"], {
  cwd: root,
  exclude: (path) => path.includes("node_modules"),
}).map((path) => ({ path, text: read(path) }));

const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, match = ""]) => match);
const rowsOf = (page: string, heading: string) => {
  const section = read(page).split(`\n## ${heading}\n`)[1]?.split("\n## ")[0] ?? "";
  return section.split("\n").flatMap((line) => {
    const [, first, second] = /^\| ([^|]+) \| ([^|]+) \|$/.exec(line) ?? [];
    return first && second ? [[first, second] as const] : [];
  });
};

/** What tests are, and what helps them. */
const TEST = /(^|\/)test\/|^e2e\//;
/** Helpers that look again and again for what has no event. */
const POLLS = ["packages/broadcast/test/support/colours.ts", "packages/broadcast/test/support/studio.ts", "e2e/src/until.ts"];

/** Time itself is the point there, and no timer may ring while it passes. */
const STOOD = ["packages/broadcast/test/thread.int.test.ts"];
/** In a whole file: a statement may go over several lines. */
const SLEEPS =
  /import \{[^}]*\bsetTimeout\b[^}]*\} from "node:timers\/promises"|new Promise(?:.*|[^;]*?)\bsetTimeout\(|\.waitForTimeout\(|\bAtomics\.wait\(/;

/** What a cell of the table of doors allows, written as in the table that lint is made from. */
function doorsIn(cell: string, from: string): string[] {
  const named = found(cell, /\b([a-z0-9]+)\b/g).filter((word) => word in rooms);
  const outside = ["e2e", "bench", "scripts", from];
  if (cell.startsWith("everything but")) return Object.keys(rooms).filter((room) => ![...named, ...outside].includes(room));
  const types = [...found(cell, /(\w+)'s types/g), ...found(cell, /of (\w+) the types/g)];
  return named.map((room) => (types.includes(room) ? `types:${room}` : room));
}

describe("what the documents say and a machine can check", () => {
  it.each(pages)("$path: each link leads somewhere", ({ path, text }) => {
    const links = found(text, /\]\(([^)#]+)(?:#[^)]*)?\)/g).filter((link) => !/^[a-z]+:/.test(link));
    expect(links.filter((link) => !existsSync(resolve(root, dirname(path), link)))).toEqual([]);
  });

  it("each picture of docs/images is shown by a page", () => {
    const shown = pages.flatMap(({ path, text }) => found(text, /\]\(([^)]+\.png)\)/g).map((link) => resolve(root, dirname(path), link)));
    expect(globSync("docs/images/*", { cwd: root }).filter((path) => !shown.includes(resolve(root, path)))).toEqual([]);
  });

  it.each(pages)("$path: each path of the house that is named is there", ({ text }) => {
    const named = found(text, /`((?:apps|packages|docs|scripts|tooling|e2e|bench)\/[^`\s{}]+)`/g);
    // Capitals stand for whatever is to be put there.
    const real = named.filter((path) => !/\b[A-Z]{3,}\b/.test(path));
    expect(real.filter((path) => globSync(path, { cwd: root }).length === 0)).toEqual([]);
  });

  it.each(pages)("$path: each command is one of ours", ({ text }) => {
    const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
    expect(found(text, /npm run ([a-z][a-z:-]*)/g).filter((name) => !(name in scripts))).toEqual([]);
  });

  it("README's row of benchmarks names each there is, and no other", () => {
    const row = /^\| `npm run bench -- NAME` \| ([^|]+) \|$/m.exec(read("README.md"))?.[1] ?? "";
    const files = globSync("bench/*.{ts,mjs}", { cwd: root }).map((path) => path.slice("bench/".length).replace(/\.\w+$/, ""));
    expect(found(row, /`([a-z-]+)`/g).toSorted()).toEqual(files.toSorted());
  });

  it("every decision stands in the list under its own title, and every number that the code names is one", () => {
    const notes = globSync("docs/decisions/[0-9]*.md", { cwd: root });
    const titles = notes.map((path) => {
      const name = path.split("/").at(-1) ?? "";
      return `| [${name.slice(0, 4)}](${name}) | ${read(path)
        .split("\n")[0]
        ?.replace(/^# (\d{4} )?/, "")} |`;
    });
    const listed = read("docs/decisions/README.md").split("\n");
    expect(titles.filter((title) => !listed.includes(title))).toEqual([]);
    const numbers = sources.flatMap(({ text }) => found(text, /decisions\/(\d{4})/g));
    expect(numbers.filter((number) => !notes.some((path) => path.includes(`/${number}-`)))).toEqual([]);
  });

  it("the table of rooms names every folder of code, and no other", () => {
    const folders = globSync(["apps/*", "packages/*"], { cwd: root }).filter((path) => existsSync(join(root, path, "package.json")));
    const named = rowsOf("docs/architecture.md", "Rooms").map(([room]) => room.replaceAll("`", ""));
    expect(named.filter((room) => room !== "room").toSorted()).toEqual([...folders, "tooling", "e2e", "bench", "scripts"].toSorted());
  });

  describe("every screen", () => {
    const files = globSync("apps/web/src/routes/**/*.tsx", { cwd: root }).map((path) => path.slice("apps/web/src/routes/".length));
    // Names with an underscore are frames around screens.
    const addresses = files
      .filter((file) => !/(^|\/)_+\w+\.tsx$/.test(file))
      .map((file) => `/${file.replace(/^_studio\//, "").replace(/(index)?\.tsx$/, "")}`)
      .toSorted();

    it("stands in README's table, which names no other", () => {
      const table = read("README.md").split("\n### Screens\n")[1]?.split("\n### ")[0] ?? "";
      const cells = table.split("\n").flatMap((line) => /^\| (`[^|]+) \|/.exec(line)?.[1] ?? []);
      expect(cells.flatMap((cell) => found(cell, /`([^`]+)`/g)).toSorted()).toEqual(addresses);
    });

    it("is weighed as a first screen", () => {
      const weighed = found(read("e2e/test/first-screens.e2e.test.ts"), /\{ path: "([^"?]+)/g);
      expect(addresses.filter((address) => !weighed.includes(address))).toEqual([]);
    });

    it("has its pictures, wide and on a phone: the script takes them, and docs/screens.md shows what it takes and no other", () => {
      const taken = [...read("e2e/screenshots/screens.ts").matchAll(/\bname: "([a-z-]+)", path: ["`]([^"`?]+)/g)];
      const pictured = taken.flatMap(([, name = "", path = ""]) => [`/${name}`, path]);
      expect(addresses.filter((address) => !pictured.includes(address))).toEqual([]);
      const shown = found(read("docs/screens.md"), /\(images\/screen-([a-z-]+)\.png\)/g);
      expect(shown.toSorted()).toEqual(taken.flatMap(([, name = ""]) => [name, `${name}-phone`]).toSorted());
      const dialogs = found(read("e2e/screenshots/dialogs.ts"), /\bname: "([a-z-]+)"/g);
      const dialogsShown = found(read("docs/screens.md"), /\(images\/dialog-([a-z-]+)\.png\)/g);
      expect(dialogsShown.toSorted()).toEqual(dialogs.flatMap((name) => [name, `${name}-phone`]).toSorted());
    });
  });

  it("the table of doors is the one that lint is made from", () => {
    const rows = rowsOf("docs/architecture.md", "Doors").filter(([from]) => from !== "from");
    const told = rows.flatMap(([from, cell]) => from.split(", ").map((room) => [room, doorsIn(cell, room).toSorted()] as const));
    const held = Object.entries(rooms).map(([name, { doors }]) => [name, [...doors].toSorted()]);
    expect(Object.fromEntries(told)).toEqual(Object.fromEntries(held));
  });

  it("a room with floors has no folder that stands on none of them", () => {
    for (const { folder, from } of Object.values(rooms).flatMap(({ floors }) => floors ?? [])) {
      const folders = readdirSync(join(root, folder), { withFileTypes: true }).filter((entry) => entry.isDirectory());
      expect(folders.map(({ name }) => name).toSorted(), folder).toEqual(from.flat().toSorted());
    }
  });

  it("what lies beside the floors of api leads into none of them, but for what puts them together, and for types", () => {
    const leads = /^(?:import|export) (?!type\b)[^;]*? from "\.\/[\w-]+\//m;
    const beside = sources.filter(({ path }) => /^packages\/api\/src\/[^/]+$/.test(path));
    const leading = beside.filter(({ text }) => leads.test(text)).map(({ path }) => path.replace("packages/api/src/", ""));
    // The port of files, which the ports have among them, is nothing but types.
    expect(leading.toSorted()).toEqual(["index.ts", "ports.ts", "services.ts"]);
  });

  it("the waits that the ways through the house name are those of the code", () => {
    const ways = read("docs/architecture.md");
    const answerSeconds = /ANSWER_WITHIN_MS = (\d+)_000;/.exec(read("apps/web/src/lib/send.ts"))?.[1];
    expect(ways).toContain(`gives up after ${answerSeconds} s`);
    expect(read("docs/decisions/0049-a-change-now-or-not-at-all.md")).toContain(`waits ${answerSeconds} s`);
    expect(read("packages/contract/src/event-names.ts")).toContain("RESUME_WITHIN_MS = 10 * 60 * 1000;");
    expect(ways).toContain("keeps ten minutes of them");
  });

  it("a test waits for an event, and where it waits for time it says why", () => {
    const tests = sources.filter(({ path }) => TEST.test(path) && path !== "tooling/test/docs.test.ts");
    const waiting = tests.filter(({ text }) => SLEEPS.test(text)).map(({ path }) => path);
    expect(waiting.toSorted()).toEqual([...POLLS, ...STOOD].toSorted());
  });

  it("a wait for time is found in each form that it has, over several lines too", () => {
    const forms = [
      'import { setTimeout as pause } from "node:timers/promises";',
      'import {\n  setImmediate,\n  setTimeout as pause,\n} from "node:timers/promises";',
      "await new Promise((resolve) => setTimeout(resolve, 500));",
      "await new Promise<void>((resolve) => {\n  setTimeout(resolve, 500);\n});",
      "await page.waitForTimeout(500);",
      "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);",
    ];
    expect(forms.filter((form) => !SLEEPS.test(form))).toEqual([]);
    const others = [
      'import { setImmediate } from "node:timers/promises";',
      "await new Promise((resolve) => resolve());\nsetTimeout(end, 500);",
    ];
    expect(others.filter((other) => SLEEPS.test(other))).toEqual([]);
  });

  it("no test is tried a second time within a run: what passes then only hides a race", () => {
    const tests = sources.filter(({ path }) => TEST.test(path));
    expect(tests.filter(({ text }) => /\bretry: (?!false\b)/.test(text)).map(({ path }) => path)).toEqual([]);
    // What the slow suites try once more, their script names at the end, and never at night.
    for (const runner of ["vitest.config.ts", "package.json", "scripts/lib/suites.mjs"])
      expect(read(runner), runner).not.toMatch(/\bretry\b/);
  });

  it("every word of the glossary is used", () => {
    const used = sources.map(({ text }) => text.toLowerCase().replaceAll(/[\s_-]/g, "")).join("\n");
    const terms = found(read("docs/glossary.md"), /^\| ([^|]+) \| [^|]+ \|$/gm).filter((term) => !["word", "---"].includes(term));
    const words = terms.flatMap((term) => term.replaceAll(/[*`()]/g, "").split(/ \/ |, /));
    expect(words.filter((word) => !used.includes(word.toLowerCase().replaceAll(/[\s-]/g, "").replace(/s$/, "")))).toEqual([]);
  });
});
