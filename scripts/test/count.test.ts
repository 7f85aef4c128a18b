import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { count, failedFiles, passedIn } from "../lib/suites.mjs";

let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "nightjar-count-"));
  return () => rmSync(folder, { recursive: true, force: true });
});

function counted(report: object, code: number) {
  const path = join(folder, "report.json");
  const nothing = { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [] };
  writeFileSync(path, JSON.stringify({ ...nothing, ...report }));
  return count(path, code, "a suite");
}

it("counts what passed and what failed", () => {
  const testResults = [{ status: "failed", assertionResults: [{ status: "failed" }, { status: "passed" }] }];
  expect(counted({ numPassedTests: 3, numFailedTests: 1, testResults }, 1)).toEqual({ passed: 3, failed: 1 });
});

it("counts a file that cannot be loaded as failed", () => {
  const testResults = [{ status: "failed", assertionResults: [] }];
  expect(counted({ numPassedTests: 3, testResults }, 1)).toEqual({ passed: 3, failed: 1 });
});

it("counts a skipped test as failed", () => {
  expect(counted({ numPassedTests: 3, numPendingTests: 2 }, 0)).toEqual({ passed: 3, failed: 2 });
});

it("counts an error outside of every test as failed", () => {
  expect(counted({ numPassedTests: 3 }, 1)).toEqual({ passed: 3, failed: 1 });
});

it("counts a runner that never reported as failed", () => {
  expect(count(join(folder, "none.json"), 134, "a suite")).toEqual({ passed: 0, failed: 1 });
});

it("names the files with a failure, and counts what passed in them", () => {
  const path = join(folder, "report.json");
  const testResults = [
    { name: "/a.test.ts", status: "failed", assertionResults: [{ status: "failed" }, { status: "passed" }] },
    { name: "/b.test.ts", status: "passed", assertionResults: [{ status: "passed" }] },
    { name: "/c.test.ts", status: "failed", assertionResults: [] },
  ];
  writeFileSync(path, JSON.stringify({ testResults }));
  expect(failedFiles(path)).toEqual(["/a.test.ts", "/c.test.ts"]);
  expect(passedIn(path, ["/a.test.ts", "/c.test.ts"])).toBe(1);
  expect(failedFiles(join(folder, "none.json"))).toEqual([]);
});
