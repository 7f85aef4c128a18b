import { defineConfig } from "vitest/config";
import { PATIENCE_MS } from "./packages/kit/src/testing.ts";

const built = ["**/node_modules/**", "**/dist/**", "**/.*/**"];
const slow = ["**/*.int.test.{ts,tsx}", "**/*.nightly.test.{ts,tsx}", "**/*.product.test.ts"];
const rooms = "{apps,packages}/*/{src,test}";
// Where nobody says how long: vitest's own second is over on a busy machine before a browser has drawn.
const patient = { expect: { poll: { timeout: PATIENCE_MS } } };
// Only so that what hangs ends: how long a test takes on a machine that others load is no guarantee.
const ending = { testTimeout: 300_000, hookTimeout: 300_000 };

/** What measures time or frames in a browser has the machine to itself. */
const measured = [
  "first-minute",
  "first-screens",
  "overlay-editing",
  "reading",
  "rundown",
  "test-stream",
  "two-browsers",
  "upload-memory",
  "wall",
].map((name) => `e2e/test/${name}.e2e.test.ts`);
const browser = { ...patient, testTimeout: 300_000, hookTimeout: 120_000 };

/** The suites. A test's file name says which it belongs to; a room alone: `npm run verify` or `pnpm vitest run` inside it. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          ...patient,
          ...ending,
          include: [`${rooms}/**/*.test.{ts,tsx}`, "{bench,tooling,scripts}/test/**/*.test.ts"],
          exclude: [...built, ...slow],
          // Half of the suite's time was loading the same modules for each file; the setup file holds that none tells upon the next.
          isolate: false,
          // Node reads our sources by itself, as `npm run dev` does: rewritten by Vite, each use of what is imported is a call of a getter.
          experimental: { viteModuleRunner: false, nodeLoader: false },
          execArgv: ["--import", new URL("tooling/tsx-loader.mjs", import.meta.url).href],
          maxWorkers: "100%",
          setupFiles: ["./tooling/leaves-nothing.ts"],
        },
      },
      {
        test: {
          name: "integration",
          ...patient,
          ...ending,
          include: [`${rooms}/**/*.int.test.{ts,tsx}`, "{tooling,scripts}/test/**/*.int.test.ts"],
          exclude: built,
          // Two left half of two processors idle where the broadcast room waits for its streams.
          maxWorkers: 3,
        },
      },
      // Each file has a browser, a server and an encoder, and waits for them a quarter of its time.
      { test: { name: "e2e", ...browser, include: ["e2e/**/*.e2e.test.ts"], exclude: [...built, ...measured], maxWorkers: 2 } },
      { test: { name: "e2e-measured", ...browser, include: measured, fileParallelism: false } },
      {
        test: {
          // What people start: `npm start` and the single executable, both built before. Alone, because they measure time.
          name: "product",
          ...patient,
          include: ["scripts/test/**/*.product.test.ts"],
          testTimeout: 60_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: "nightly",
          ...patient,
          include: ["{apps,packages}/*/test/**/*.nightly.test.ts", "e2e/**/*.nightly.test.ts"],
          exclude: built,
          testTimeout: 4 * 3_600_000,
          hookTimeout: 600_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
