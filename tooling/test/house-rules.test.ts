import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { escapesIn } from "../escapes.mjs";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
let house = "";

beforeAll(() => {
  house = mkdtempSync(join(tmpdir(), "nightjar-house-"));
  for (const path of ["oxlint.config.ts", "tooling/doors.ts", "package.json"]) cpSync(join(root, path), join(house, path));
  symlinkSync(join(root, "node_modules"), join(house, "node_modules"));
});

afterAll(() => rmSync(house, { recursive: true, force: true }));

/** What the linter says about files of these texts, as one string per finding. */
async function lint(files: Readonly<Record<string, string>>): Promise<string[]> {
  const paths = Object.entries(files).map(([path, text]) => {
    mkdirSync(dirname(join(house, path)), { recursive: true });
    writeFileSync(join(house, path), text);
    return path;
  });
  const output = await new Promise<string>((done) => {
    execFile(
      process.execPath,
      [join(root, "node_modules/oxlint/bin/oxlint"), "--format=json", ...paths],
      { cwd: house },
      (_error, stdout) => done(stdout),
    );
  });
  const report = JSON.parse(output) as { diagnostics: { code: string; message: string; help?: string }[] };
  // Nothing is installed in this house, so no type is known; the rules on unsafe values speak of that alone.
  const told = report.diagnostics.filter(({ code }) => !code.includes("no-unsafe-"));
  return told.map(({ code, message, help }) => `${code} ${message} ${help ?? ""}`);
}

const importOf = (name: string) => `import { thing } from "${name}";\nexport const used = thing;\n`;

describe("the doors between rooms", () => {
  it.each([
    ["packages/contract/src/a.ts", "@nightjar/db", "contract runs anywhere"],
    ["packages/ui/src/a.ts", "@nightjar/api", "ui draws what it is given"],
    ["packages/scene/src/a.ts", "@nightjar/media", "scene knows only contract"],
    ["packages/broadcast/src/a.ts", "@nightjar/db", "it never queries"],
    ["packages/api/src/a.ts", "@nightjar/media", "packages/api/src/ports.ts"],
    ["apps/web/src/a.ts", "@nightjar/api", "types only"],
    ["apps/web/src/a.ts", "@nightjar/db", "through tRPC and /api"],
    ["apps/server/src/a.ts", "@nightjar/web", "serves the built studio"],
    ["e2e/a.ts", "@nightjar/api", "from outside"],
    ["packages/api/src/deep/a.ts", "../../../media/src/index.ts", "climbs over the wall"],
    ["packages/api/src/a.ts", "execa", "packages/media/src/process"],
    ["packages/media/src/probe.ts", "execa", "packages/media/src/process"],
    ["packages/api/src/a.ts", "hono", "apps/server"],
    ["apps/server/src/a.ts", "drizzle-orm", "packages/db"],
    ["packages/media/src/process.ts", "@nightjar/db", "media knows only contract"],
  ])("%s cannot import %s, and the message names the right door", async (path, target, advice) => {
    expect(await lint({ [path]: importOf(target) })).toEqual([expect.stringContaining(advice)]);
  });

  it.each([
    ["packages/broadcast/src/a.ts", "@nightjar/scene/node"],
    ["packages/api/src/a.ts", "@nightjar/db"],
    ["packages/api/src/a.ts", "drizzle-orm/sqlite-core"],
    ["packages/media/src/process/run.ts", "execa"],
    ["packages/media/src/process.ts", "execa"],
    ["apps/server/src/a.ts", "hono/cors"],
    ["apps/web/src/a.ts", "@nightjar/scene/browser"],
  ])("%s may import %s", async (path, target) => {
    expect(await lint({ [path]: importOf(target) })).toEqual([]);
  });

  it("the studio may import the types of api", async () => {
    expect(await lint({ "apps/web/src/a.ts": 'import type { Thing } from "@nightjar/api";\nexport type Used = Thing;\n' })).toEqual([]);
  });

  it("a cycle between files is refused", async () => {
    const found = await lint({
      "packages/api/src/a.ts": 'import { b } from "./b.ts";\nexport const a = () => b;\n',
      "packages/api/src/b.ts": 'import { a } from "./a.ts";\nexport const b = () => a;\n',
    });
    expect(found.join("\n")).toContain("no-cycle");
  });
});

describe("the rules of the house", () => {
  it.each([
    ["any", "export const a = (b: any) => b as unknown;", "no-explicit-any"],
    ["a non-null assertion", "export const a = (b?: string) => b!;", "no-non-null-assertion"],
    ["the console", 'console.log("x");', "no-console"],
    ["process.env outside the config", "export const a = process.env;", "no-process-env"],
    ["a test that runs alone", 'import { it } from "vitest";\nit.only("a", () => undefined);', "no-focused-tests"],
    ["a test that is skipped", 'import { it } from "vitest";\nit.skip("a", () => undefined);', "no-disabled-tests"],
  ])("%s is refused", async (_name, text, rule) => {
    expect((await lint({ "packages/api/src/a.ts": `${text}\n` })).join("\n")).toContain(rule);
  });

  it("process.env may be read in the server's config", async () => {
    expect(await lint({ "apps/server/src/config.ts": "export const a = process.env;\n" })).toEqual([]);
  });

  it("comments that switch a rule off are found", () => {
    const off = ["oxlint", "disable-next-line"].join("-");
    expect(escapesIn("a.ts", `const a = 1;\n// ${off} no-console\n`)).toEqual([`a.ts:2 switches a rule off: // ${off} no-console`]);
    expect(escapesIn("a.ts", "const a = 1;\n")).toEqual([]);
  });
});
