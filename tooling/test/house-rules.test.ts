import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import config from "../../oxlint.config.ts";
import { escapesIn } from "../escapes.mjs";

const root = resolve(import.meta.dirname, "../..");
const importOf = (name: string) => `import { thing } from "${name}";\nexport const used = thing;\n`;

/** A file, what it imports, and a part of the message that names the right door. */
const closed = [
  ["packages/contract/src/a.ts", "@nightjar/db", "contract runs anywhere"],
  ["packages/kit/src/a.ts", "@nightjar/contract", "kit holds idioms"],
  ["packages/contract/src/b.ts", "@nightjar/kit", "contract runs anywhere"],
  ["packages/ui/src/a.ts", "@nightjar/api", "ui draws what it is given"],
  ["packages/scene/src/a.ts", "@nightjar/media", "scene knows only contract"],
  ["packages/broadcast/src/a.ts", "@nightjar/db", "it never queries"],
  ["packages/api/src/a.ts", "@nightjar/media", "packages/api/src/ports.ts"],
  ["apps/web/src/a.ts", "@nightjar/api", "types only"],
  ["apps/web/src/b.ts", "@nightjar/db", "through tRPC and /api"],
  ["apps/server/src/a.ts", "@nightjar/web", "serves the built studio"],
  ["e2e/a.ts", "@nightjar/api", "from outside"],
  ["bench/a.ts", "@nightjar/contract", "from outside"],
  ["scripts/a.ts", "@nightjar/contract", "nothing installed"],
  ["packages/api/src/deep/a.ts", "../../../media/src/index.ts", "climbs over the wall"],
  ["packages/broadcast/src/director/a.ts", "../egress/kernel/sock-diag.ts", "egress/kernel/index.ts"],
  ["packages/broadcast/src/director/air/a.ts", "../session/sessions.ts", "air stands below or beside that"],
  ["packages/broadcast/src/director/told/a.ts", "../change/locator.ts", "told stands below or beside that"],
  ["packages/broadcast/src/egress/a.ts", "./kernel/libc.ts", "egress/kernel/index.ts"],
  ["packages/api/src/files/a.ts", "../plan/build-plan.ts", "files stands below or beside that"],
  ["packages/api/src/plan/a.ts", "../overlays/overlay-shape.ts", "plan stands below or beside that"],
  ["packages/api/src/library/a.ts", "../streams/items.ts", "library stands below or beside that"],
  ["packages/api/src/streams/a.ts", "../testing/index.ts", "streams stands below or beside that"],
  ["packages/api/src/b.ts", "execa", "packages/media/src/process"],
  ["packages/media/src/probe.ts", "execa", "packages/media/src/process"],
  ["packages/api/src/d.ts", "node:child_process", "packages/media/src/process"],
  ["apps/server/src/c.ts", "child_process", "packages/media/src/process"],
  ["packages/broadcast/src/director/session/b.ts", "node:child_process", "packages/media/src/process"],
  ["packages/api/src/c.ts", "hono", "apps/server"],
  ["apps/server/src/b.ts", "drizzle-orm", "packages/db"],
  ["packages/media/src/process-b.ts", "@nightjar/db", "media knows only contract"],
] as const;

const open = [
  ["packages/broadcast/src/open.ts", "@nightjar/scene/node"],
  ["packages/broadcast/src/playout/open.ts", "../egress/kernel/index.ts"],
  ["packages/broadcast/src/egress/kernel/open.ts", "./sock-diag.ts"],
  ["packages/api/src/library/open.ts", "../plan/push-plan.ts"],
  ["packages/api/src/open.ts", "@nightjar/db"],
  ["apps/web/src/open-b.ts", "@nightjar/kit"],
  ["packages/api/src/open-b.ts", "drizzle-orm/sqlite-core"],
  ["packages/media/src/process/run.ts", "execa"],
  ["packages/media/src/process.ts", "execa"],
  ["packages/media/src/process/spawn.ts", "node:child_process"],
  ["packages/media/test/open.ts", "node:child_process"],
  ["e2e/open-b.ts", "node:child_process"],
  ["apps/server/src/open.ts", "hono/cors"],
  ["apps/web/src/open.ts", "@nightjar/scene/browser"],
  ["e2e/open.ts", "@nightjar/scene/node"],
] as const;

/** What is refused anywhere, as a name, a text and the rule. */
const refused = [
  ["any", "export const a = (b: any) => b as unknown;", "no-explicit-any"],
  ["a non-null assertion", "export const a = (b?: string) => b!;", "no-non-null-assertion"],
  ["an unhandled promise", "const a = async () => undefined;\nexport const b = () => {\n  a();\n};", "no-floating-promises"],
  ["the console", 'console.log("x");', "no-console"],
  ["process.env outside the config", "export const a = process.env;", "no-process-env"],
  ["a test that runs alone", 'import { it } from "vitest";\nit.only("a", () => undefined);', "no-focused-tests"],
  ["a comment that silences the compiler", "// @ts-ignore because\nexport const a = 1;", "ban-ts-comment"],
  [
    "an async listener that nobody waits for",
    "export const a = () => [1].forEach(async () => {\n  await Promise.resolve();\n});",
    "no-misused-promises",
  ],
  ["waiting for what is no promise", "export const a = async () => {\n  await 1;\n};", "await-thenable"],
  ["a thrown text", 'export const a = () => {\n  throw "x";\n};', "only-throw-error"],
  [
    "a case that is forgotten",
    'export const a = (b: "c" | "d") => {\n  switch (b) {\n    case "c":\n      return 1;\n  }\n  return 2;\n};',
    "switch-exhaustiveness-check",
  ],
  ["a debugger", "export const a = () => {\n  debugger;\n};", "no-debugger"],
  ["an error that is swallowed without a word", "export const a = (b: () => void) => {\n  try {\n    b();\n  } catch {}\n};", "no-empty"],
  ["a loose comparison", "export const a = (b: unknown) => b == 1;", "eqeqeq"],
  ["var", "export var a = 1;", "no-var"],
  ["let for what never changes", "let a = 1;\nexport const b = () => a;", "prefer-const"],
  ["a file that imports itself", 'import { a as b } from "./no-self-import.ts";\nexport const a = () => b;', "no-self-import"],
  [
    "a hook behind a condition",
    'import { useState } from "react";\nexport function useA(b: boolean) {\n  if (b) useState(1);\n}',
    "rules-of-hooks",
  ],
  [
    "an effect that forgets what it depends on",
    'import { useEffect } from "react";\nexport function useA(b: () => void) {\n  useEffect(() => {\n    b();\n  }, []);\n}',
    "exhaustive-deps",
  ],
  ["a thing that looks like a promise", "export const a = { then: () => undefined };", "no-thenable"],
  ["a value of unknown type put somewhere", 'export const a: string = JSON.parse("1");', "no-unsafe-assignment"],
  ["a value of unknown type passed on", 'export const a = () => Number.parseInt(JSON.parse("1"));', "no-unsafe-argument"],
  ["a value of unknown type called", 'export const a = () => {\n  JSON.parse("1")();\n};', "no-unsafe-call"],
  [
    "a part of a value of unknown type",
    'export const a = () => {\n  const b: unknown = JSON.parse("1").c;\n  return b;\n};',
    "no-unsafe-member-access",
  ],
  ["a value of unknown type answered", 'export const a = (): string => JSON.parse("1");', "no-unsafe-return"],
  ["a spread of something that has no parts", "export const a = (b: Promise<object>) => ({ ...b });", "no-misused-spread"],
  ["an assertion on nothing", 'import { expect, it } from "vitest";\nit("a", () => {\n  expect();\n});', "valid-expect"],
  ["a test that is skipped", 'import { it } from "vitest";\nit.skip("a", () => undefined);', "no-disabled-tests"],
] as const;

const others = {
  "apps/web/src/types.ts": 'import type { Thing } from "@nightjar/api";\nexport type Used = Thing;\n',
  "apps/server/src/config.ts": "export const a = process.env;\n",
  "packages/db/src/a.ts": 'import { b } from "./b.ts";\nexport const a = () => b;\n',
  "packages/db/src/b.ts": 'import { a } from "./a.ts";\nexport const b = () => a;\n',
  "packages/db/src/c.ts": 'import type { D } from "./d.ts";\nexport interface C {\n  readonly d: D;\n}\n',
  "packages/db/src/d.ts": 'import type { C } from "./c.ts";\nexport interface D {\n  readonly c: C;\n}\n',
};
const refusedPath = (rule: string) => `packages/api/src/refused/${rule}.ts`;

let findings: readonly { readonly path: string; readonly text: string }[] = [];
const foundIn = (path: string) => findings.filter((finding) => finding.path === path).map(({ text }) => text);

beforeAll(async () => {
  const house = mkdtempSync(join(tmpdir(), "nightjar-house-"));
  for (const path of ["oxlint.config.ts", "tooling/doors.ts", "package.json"]) cpSync(join(root, path), join(house, path));
  symlinkSync(join(root, "node_modules"), join(house, "node_modules"));
  const imports = [...closed, ...open].map(([path, target]) => [path, importOf(target)]);
  const texts = refused.map(([, text, rule]) => [refusedPath(rule), `${text}\n`]);
  for (const [path = "", text = ""] of [...imports, ...texts, ...Object.entries(others)]) {
    mkdirSync(dirname(join(house, path)), { recursive: true });
    writeFileSync(join(house, path), text);
  }
  findings = await lint(house);
  return () => rmSync(house, { recursive: true, force: true });
});

async function lint(house: string) {
  const linter = join(root, "node_modules/oxlint/bin/oxlint");
  const output = await new Promise<string>((done) => {
    execFile(process.execPath, [linter, "--format=json", "apps", "packages", "e2e", "bench", "scripts"], { cwd: house }, (_error, stdout) =>
      done(stdout),
    );
  });
  const report = JSON.parse(output) as { diagnostics: { code: string; message: string; help?: string; filename: string }[] };
  // Nothing is installed in this house: what is imported has no type, and the rules on unsafe values speak of that everywhere but in their own files.
  const told = report.diagnostics.filter(({ code, filename }) => !code.includes("no-unsafe-") || filename.includes("refused/"));
  return told.map(({ code, message, help, filename }) => ({ path: filename, text: `${code} ${message} ${help ?? ""}` }));
}

describe("the doors between rooms", () => {
  it.each(closed)("%s cannot import %s, and the message names the right door", (path, _target, advice) => {
    expect(foundIn(path)).toEqual([expect.stringContaining(advice)]);
  });

  it.each(open)("%s may import %s", (path) => {
    expect(foundIn(path)).toEqual([]);
  });

  it("the studio may import the types of api", () => {
    expect(foundIn("apps/web/src/types.ts")).toEqual([]);
  });

  it("a cycle between files is refused, also one of types alone", () => {
    expect(foundIn("packages/db/src/a.ts").join()).toContain("no-cycle");
    expect(foundIn("packages/db/src/c.ts").join()).toContain("no-cycle");
  });
});

describe("the rules of the house", () => {
  it.each(refused)("%s is refused", (_name, _text, rule) => {
    expect(foundIn(refusedPath(rule)).join()).toContain(rule);
  });

  it("are all of them shown to refuse something", () => {
    const errors = Object.entries(config.rules ?? {}).filter(([, setting]) => [setting].flat()[0] === "error");
    const names = errors.map(([name]) => name.split("/").at(-1) ?? name);
    const shown = [...refused.map(([, , rule]) => rule as string), "no-cycle"];
    expect(names.filter((name) => !shown.includes(name))).toEqual([]);
  });

  it("process.env may be read in the server's config", () => {
    expect(foundIn("apps/server/src/config.ts")).toEqual([]);
  });

  it("comments that switch a rule off are found", () => {
    const off = ["oxlint", "disable-next-line"].join("-");
    expect(escapesIn("a.ts", `const a = 1;\n// ${off} no-console\n`)).toEqual([`a.ts:2 switches a rule off: // ${off} no-console`]);
    const hidden = ["import", '("node:child_process")'].join("");
    expect(escapesIn("a.ts", `const { spawn } = await ${hidden};`)).toHaveLength(1);
    expect(escapesIn("a.ts", "const a = 1;\n")).toEqual([]);
  });
});
