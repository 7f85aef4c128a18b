import { mkdirSync, rmSync } from "node:fs";
import { relative } from "node:path";
import { at, bin, nodeBinary, runtimeEnv } from "./paths.mjs";
import { count, failedFiles, failuresIn, passedIn, toldFailures, verdict } from "./reports.mjs";
import { collect, say, show } from "./run.mjs";

/** One program as one check; `env` is what it is given beside our environment, `run` how it is run. */
export const check =
  (command, args, env = {}) =>
  async (run = show) =>
    verdict(await run(command, args, { env: runtimeEnv(env) }));
export const script = (path, ...args) => check(nodeBinary, [at(path), ...args]);

/** One vitest project; its tests are counted from the JSON report, whatever it prints. */
export const vitest =
  (project, ...more) =>
  async () => {
    const { counted, failures } = await runVitest(project, project, more);
    return { ...counted, failures };
  };

/**
 * One vitest project whose tests measure time on a machine that others may load: the files that failed are tried once
 * more, one after the other. What passes only then is named, so that nobody takes it for sound.
 */
export const vitestTwice =
  (project, ...more) =>
  async () => {
    const first = await runVitest(project, project, more);
    const { report, counted, failures } = first;
    const files = counted.failed === 0 ? [] : failedFiles(report);
    if (files.length === 0 || files.length > SECOND_TRY_FILES_MAX) return { ...counted, failures };
    say(`\nOnce more, one after the other: ${files.map((file) => relative(at("."), file)).join(", ")}`);
    const again = await runVitest(project, `${project}-again`, [...more, "--no-file-parallelism", ...files]);
    return {
      passed: counted.passed - passedIn(report, files) + again.counted.passed,
      failed: again.counted.failed,
      triedTwice: files,
      failures: [first, again].flatMap((run, index) => run.failures.map((failure) => ({ ...failure, attempt: index + 1 }))),
    };
  };

/** More than these are no bad luck. */
const SECOND_TRY_FILES_MAX = 6;

async function runVitest(project, name, more) {
  const report = at("test-results", `${name}.json`);
  mkdirSync(at("test-results"), { recursive: true });
  rmSync(report, { force: true });
  const reporters = ["default", at("scripts/lib/diffs-reporter.mjs"), "json"].map((reporter) => `--reporter=${reporter}`);
  const code = await show(bin("vitest"), ["run", "--project", project, ...reporters, `--outputFile.json=${report}`, ...more]);
  return { report, counted: count(report, code, project), failures: failuresIn(report) };
}

/**
 * Runs suites one after the other, each to its end, prints the time of each and the sum, and what failed: of a long log somebody may
 * have kept the end alone. Resolves to the exit code.
 */
export async function runSuites(suites) {
  const rows = [];
  const startedAt = performance.now();
  for (const suite of suites) rows.push(...(Array.isArray(suite) ? [await loud(suite)] : await besides(suite)));
  say("");
  const sum = (key) => rows.reduce((total, row) => total + row[key], 0);
  const all = { name: "all", passed: sum("passed"), failed: sum("failed"), seconds: secondsSince(startedAt) };
  for (const { name, passed, failed, seconds } of [...rows, all]) {
    say(`${name.padEnd(14)} ${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed ${seconds.toFixed(1).padStart(8)} s`);
  }
  for (const { name, triedTwice = [] } of rows) {
    for (const file of triedTwice) say(`${name}: tried twice, since it failed the first time: ${relative(at("."), file)}`);
  }
  for (const text of toldFailures(rows)) say(text);
  say(`${all.passed} passed, ${all.failed} failed`);
  return all.failed === 0 ? 0 : 1;
}

const secondsSince = (startedAt) => (performance.now() - startedAt) / 1000;

async function timed([name, run], ...how) {
  const startedAt = performance.now();
  return { name, ...(await run(...how)), seconds: secondsSince(startedAt) };
}

/** One suite that says what it does as it goes. */
function loud(suite) {
  say(`\n━━ ${suite[0]}`);
  return timed(suite);
}

/** One suite, and beside it others, one after the other, which say what they did when it has ended. */
async function besides({ suite, quiet }) {
  const told = [];
  const quietly = async () => {
    const rows = [];
    for (const one of quiet) {
      told.push(`\n━━ ${one[0]}`);
      const row = await timed(one, async (command, args, options) => {
        const { code, all } = await collect(command, args, options);
        told.push(all.trimEnd());
        return code;
      });
      rows.push(row);
    }
    return rows;
  };
  const [rows, row] = await Promise.all([quietly(), loud(suite)]);
  for (const text of told) say(text);
  return [...rows, row];
}

/**
 * The type checker is a Go program: each of its threads works the same types out anew, and a fifth of its time went into collecting garbage.
 * On two processors that others want, one thread with more room is a sixth less work.
 */
const oneChecker = { GOMAXPROCS: "1", GOGC: "400", GOMEMLIMIT: "2GiB" };

export const verifySuites = [
  {
    suite: ["unit", vitest("unit")],
    // The unit suite leaves a third of two processors to what needs no test.
    quiet: [
      ["format", check(bin("oxfmt"), ["--check"])],
      // One program reads the sources once for both.
      ["lint, types", check(bin("oxlint"), ["--type-check"], oneChecker)],
      ["escapes", script("tooling/escapes.mjs")],
    ],
  },
];

export const slowSuites = [
  // By the compiler itself, room by room, generated files too.
  ["types", check(bin("turbo"), ["run", "typecheck", "--continue", "--output-logs=errors-only", "--no-update-notifier"])],
  ["build", check(bin("turbo"), ["run", "build", "--output-logs=errors-only", "--no-update-notifier"])],
  ["integration", vitestTwice("integration")],
  ["browser", vitestTwice("e2e")],
  ["measured", vitestTwice("e2e-measured")],
  ["binary", script("scripts/binary.mjs")],
  ["product", vitestTwice("product")],
];
