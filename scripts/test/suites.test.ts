import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { at } from "../lib/paths.mjs";
import { check, runSuites } from "../lib/suites.mjs";

let said = "";
beforeEach(() => {
  said = "";
  vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    said += String(text);
    return true;
  });
});
afterEach(() => vi.restoreAllMocks());

const passes = { passed: 1, failed: 0 };
const fails = { passed: 0, failed: 1 };
const says = (text: string, code = 0) => check(process.execPath, ["-e", `console.error("${text}"); process.exitCode = ${code}`]);

describe("a run of suites", () => {
  it("holds back what is said beside a suite until that has ended", async () => {
    const suite = Promise.withResolvers<object>();
    const isAsked = Promise.withResolvers<void>();
    const last = async () => (isAsked.resolve(), passes);
    const quiet = [
      ["lint", says("two faults")],
      ["types", last],
    ];
    const run = runSuites([{ suite: ["unit", () => suite.promise], quiet }]);
    await isAsked.promise;
    expect(said).toBe("\n━━ unit\n");
    suite.resolve(passes);
    expect(await run).toBe(0);
    expect(said).toMatch(/━━ unit\n\n━━ lint\ntwo faults\n\n━━ types\n\nlint .*\ntypes .*\nunit .*\nall {12} {4}3 passed {4}0 failed/);
  });

  it("gives a program its own variables beside the environment, also where it is quiet", async () => {
    const told = check(process.execPath, ["-e", "console.log(`given ${process.env.GIVEN}, path ${process.env.PATH !== undefined}`)"], {
      GIVEN: "one",
    });
    await runSuites([{ suite: ["unit", async () => passes], quiet: [["lint", told]] }]);
    expect(said).toContain("given one, path true\n");
  });

  it("fails where any fails, and goes through all of them", async () => {
    expect(
      await runSuites([
        ["a", async () => fails],
        ["b", async () => passes],
      ]),
    ).toBe(1);
    expect(
      await runSuites([
        {
          suite: ["unit", async () => passes],
          quiet: [
            ["lint", says("a fault", 3)],
            ["types", async () => passes],
          ],
        },
      ]),
    ).toBe(1);
    expect(said).toContain("2 passed, 1 failed\n");
    expect(await runSuites([{ suite: ["unit", async () => fails], quiet: [["lint", async () => passes]] }])).toBe(1);
  });
});

describe("a night's run", () => {
  it("tries nothing twice: it takes nothing of the suites but each vitest project, once", () => {
    const taken = /import \{ (.*) \} from "\.\/lib\/suites\.mjs"/.exec(readFileSync(at("scripts/nightly.mjs"), "utf8"));
    expect(taken?.[1]).toBe("runSuites, vitest");
  });
});
