import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import DiffsReporter from "../lib/diffs-reporter.mjs";
import { at } from "../lib/paths.mjs";
import { count, failedFiles, failuresIn, passedIn, toldFailures } from "../lib/reports.mjs";

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

/** The failures that are told of a report with these files. */
function failuresOf(...testResults: object[]) {
  const path = join(folder, "report.json");
  writeFileSync(path, JSON.stringify({ testResults }));
  return failuresIn(path);
}

it("tells of each failed test its file, full name, message, line and difference, in fifteen lines at most", () => {
  const frames = [
    "    at Proxy.<anonymous> (file:///nightjar/node_modules/vitest/dist/index.js:1765:10)",
    "    at /nightjar/a.test.ts:31:19",
    "    at process.processTicksAndRejections (node:internal/process/task_queues:104:5)",
  ];
  const test = {
    status: "failed",
    fullName: "a stream stays on air",
    failureMessages: [["AssertionError: expected 1 to be 2", ...frames].join("\n")],
    meta: { diffs: ["\u001b[32m- Expected\u001b[39m\n\n- 2\n+ 1"] },
  };
  const passed = { status: "passed", fullName: "b", failureMessages: [] };
  expect(failuresOf({ name: at("a.test.ts"), status: "failed", message: "", assertionResults: [test, passed] })).toEqual([
    {
      file: at("a.test.ts"),
      test: "a stream stays on air",
      text: "AssertionError: expected 1 to be 2\n    at /nightjar/a.test.ts:31:19\n- Expected\n\n- 2\n+ 1",
    },
  ]);
  const long = { ...test, failureMessages: [Array.from({ length: 40 }, (_, line) => `line ${line}`).join("\n")] };
  const [failure] = failuresOf({ name: at("a.test.ts"), status: "failed", message: "", assertionResults: [long] });
  expect(failure?.text.split("\n")).toHaveLength(15);
});

it("tells of a file that failed outside of its tests", () => {
  const file = { name: at("a.test.ts"), status: "failed", message: "Cannot find module", assertionResults: [] };
  expect(failuresOf(file)).toMatchObject([{ test: "outside of its tests", text: "Cannot find module" }]);
  expect(failuresIn(join(folder, "none.json"))).toEqual([]);
});

it("says at the end of a run which suite and which try a failure is of", () => {
  const failure = { file: at("packages/a.test.ts"), test: "a stream stays on air", text: "one\ntwo" };
  const suites = [{ name: "lint" }, { name: "integration", failures: [{ ...failure, attempt: 2 }] }, { name: "unit", failures: [failure] }];
  expect(toldFailures(suites)).toEqual([
    "\n✗ integration, try 2: packages/a.test.ts > a stream stays on air\n    one\n    two",
    "\n✗ unit: packages/a.test.ts > a stream stays on air\n    one\n    two",
  ]);
});

it("names all failures where there are many, and shows the messages of the first ones", () => {
  const failures = Array.from({ length: 300 }, (_, index) => ({ file: "/a.test.ts", test: `test ${index}`, text: "why" }));
  const told = toldFailures([{ name: "unit", failures }]);
  expect(told).toHaveLength(300);
  expect(told.filter((text: string) => text.includes("why"))).toHaveLength(20);
});

it("keeps what differs, which vitest's report leaves out", () => {
  const meta = {};
  new DiffsReporter().onTestCaseResult({ result: () => ({ errors: [{ diff: "- 1\n+ 2" }, {}] }), meta: () => meta });
  expect(meta).toEqual({ diffs: ["- 1\n+ 2", ""] });
  const sound = {};
  new DiffsReporter().onTestCaseResult({ result: () => ({}), meta: () => sound });
  expect(sound).toEqual({});
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
