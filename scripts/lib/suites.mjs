import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { relative } from "node:path";
import { at, bin, nodeBinary } from "./paths.mjs";
import { say, show } from "./run.mjs";

/** A suite's result: how many checks passed and failed. */
const verdict = (code) => (code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });

/** One program as one check. */
export const check = (command, args) => async () => verdict(await show(command, args));
export const script = (path, ...args) => check(nodeBinary, [at(path), ...args]);

/** One vitest project; its tests are counted from the JSON report, whatever it prints. */
export const vitest =
  (project, ...more) =>
  async () => {
    const { code, report } = await runVitest(project, project, more);
    return count(report, code, project);
  };

/**
 * One vitest project whose tests measure time on a machine that others may load: the files that failed are tried once
 * more, one after the other. What passes only then is named, so that nobody takes it for sound.
 */
export const vitestTwice =
  (project, ...more) =>
  async () => {
    const { code, report } = await runVitest(project, project, more);
    const first = count(report, code, project);
    const files = first.failed === 0 ? [] : failedFiles(report);
    if (files.length === 0 || files.length > SECOND_TRY_FILES_MAX) return first;
    say(`\nOnce more, one after the other: ${files.map((file) => relative(at("."), file)).join(", ")}`);
    const again = await runVitest(project, `${project}-again`, [...more, "--no-file-parallelism", ...files]);
    const second = count(again.report, again.code, project);
    return { passed: first.passed - passedIn(report, files) + second.passed, failed: second.failed, triedTwice: files };
  };

/** More than these are no bad luck. */
const SECOND_TRY_FILES_MAX = 6;

async function runVitest(project, name, more) {
  const report = at("test-results", `${name}.json`);
  mkdirSync(at("test-results"), { recursive: true });
  rmSync(report, { force: true });
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const code = await show(bin("vitest"), ["run", "--project", project, ...reporters, ...more]);
  return { code, report };
}

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

/** Runs suites one after the other, each to its end, prints the time of each and the sum; resolves to the exit code. */
export async function runSuites(suites) {
  const rows = [];
  for (const [name, run] of suites) {
    say(`\n━━ ${name}`);
    const startedAt = performance.now();
    const result = await run();
    rows.push({ name, ...result, seconds: (performance.now() - startedAt) / 1000 });
  }
  say("");
  const sum = (key) => rows.reduce((total, row) => total + row[key], 0);
  const all = { name: "all", passed: sum("passed"), failed: sum("failed"), seconds: sum("seconds") };
  for (const { name, passed, failed, seconds } of [...rows, all]) {
    say(`${name.padEnd(14)} ${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed ${seconds.toFixed(1).padStart(8)} s`);
  }
  for (const { name, triedTwice = [] } of rows) {
    for (const file of triedTwice) say(`${name}: tried twice, since it failed the first time: ${relative(at("."), file)}`);
  }
  say(`${all.passed} passed, ${all.failed} failed`);
  return all.failed === 0 ? 0 : 1;
}

export const verifySuites = [
  ["format", check(bin("oxfmt"), ["--check"])],
  ["lint", check(bin("oxlint"), [])],
  ["escapes", script("tooling/escapes.mjs")],
  ["types", check(bin("turbo"), ["run", "typecheck", "--continue", "--output-logs=errors-only", "--no-update-notifier"])],
  ["unit", vitest("unit")],
];

export const slowSuites = [
  ["build", check(bin("turbo"), ["run", "build", "--output-logs=errors-only", "--no-update-notifier"])],
  ["integration", vitestTwice("integration")],
  ["browser", vitestTwice("e2e")],
  ["binary", script("scripts/binary.mjs")],
  ["product", vitestTwice("product")],
];
