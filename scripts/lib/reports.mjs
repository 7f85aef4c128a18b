import { existsSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { at } from "./paths.mjs";
import { say } from "./run.mjs";

/** A suite's result: how many checks passed and failed. */
export const verdict = (code) => (code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });

/** @returns the paths of the files with a failure, by vitest's JSON report */
export function failedFiles(report) {
  if (!existsSync(report)) return [];
  const { testResults } = JSON.parse(readFileSync(report, "utf8"));
  return testResults.filter(({ status }) => status === "failed").map(({ name }) => name);
}

/** @returns how many tests of these files passed, by vitest's JSON report */
export function passedIn(report, files) {
  const { testResults } = JSON.parse(readFileSync(report, "utf8"));
  const tests = testResults.filter(({ name }) => files.includes(name)).flatMap(({ assertionResults }) => assertionResults);
  return tests.filter(({ status }) => status === "passed").length;
}

/** @returns how many tests passed and failed by vitest's JSON report; anything that is not a pass is a failure */
export function count(report, code, project) {
  if (!existsSync(report)) return verdict(code === 0 ? 1 : code);
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = JSON.parse(readFileSync(report, "utf8"));
  // A file that cannot be loaded has no failed test of its own, and neither has an error outside of any test.
  const broken = testResults.filter(
    (file) => file.status === "failed" && !file.assertionResults.some((test) => test.status === "failed"),
  ).length;
  const skipped = numPendingTests + numTodoTests;
  if (skipped > 0) say(`${skipped} tests of ${project} were skipped, which counts as failed here.`);
  const known = numFailedTests + broken + skipped;
  return { passed: numPassedTests, failed: known === 0 && code !== 0 ? 1 : known };
}

/** @returns what failed, by vitest's JSON report: the file, the test's full name, and what is worth knowing of it */
export function failuresIn(report) {
  if (!existsSync(report)) return [];
  const { testResults } = JSON.parse(readFileSync(report, "utf8"));
  return testResults
    .filter(({ status }) => status === "failed")
    .flatMap(({ name, message, assertionResults }) => {
      const tests = assertionResults.filter(({ status }) => status === "failed");
      if (tests.length === 0)
        return [{ file: name, test: "outside of its tests", text: shortened(message || "What failed was not reported.") }];
      return tests.map((test) => ({ file: name, test: test.fullName, text: shortened(messageOf(test)) }));
    });
}

/** The message, the line of ours it comes from, and what differs: what a person looks at first. */
function messageOf({ failureMessages, meta }) {
  return failureMessages
    .map((stack, index) => {
      const lines = stack.split("\n");
      const frames = lines.filter((line) => FRAME.test(line));
      const ours = frames.filter((line) => !line.includes("node_modules") && !line.includes("node:")).slice(0, 1);
      return [...lines.filter((line) => !FRAME.test(line)), ...ours, meta?.diffs?.[index] ?? ""].join("\n").trimEnd();
    })
    .join("\n");
}

const FRAME = /^ +at /;
const LINES_MAX = 15;
const shortened = (text) => stripVTControlCharacters(text).split("\n").slice(0, LINES_MAX).join("\n");

/** More are named without their messages: where everything fails, the first ones say why. */
const TOLD_MAX = 20;

/** @returns the texts that tell what failed in these suites, a failure each */
export function toldFailures(suites) {
  const failures = suites.flatMap(({ name, failures: all = [] }) => all.map((failure) => ({ ...failure, suite: name })));
  return failures.map(({ suite, file, test, text, attempt }, index) => {
    const title = `\n✗ ${suite}${attempt ? `, try ${attempt}` : ""}: ${relative(at("."), file)} > ${test}`;
    return index < TOLD_MAX ? [title, ...text.split("\n").map((line) => `    ${line}`)].join("\n") : title.trimStart();
  });
}
