import { defineConfig } from "vitest/config";

const built = ["**/node_modules/**", "**/dist/**", "**/.*/**"];
const slow = ["**/*.int.test.{ts,tsx}", "**/*.nightly.test.{ts,tsx}", "**/*.binary.test.ts"];
const rooms = "{apps,packages}/*/{src,test}";

/** The suites. A test's file name says which it belongs to; a room alone: `npm run verify` or `pnpm vitest run` inside it. */
export default defineConfig({
  test: {
    // A forgotten promise or timer must not decide about the next file.
    pool: "forks",
    passWithNoTests: true,
    projects: [
      {
        test: {
          name: "unit",
          include: [`${rooms}/**/*.test.{ts,tsx}`, "{tooling,scripts}/test/**/*.test.ts"],
          exclude: [...built, ...slow],
          testTimeout: 10_000,
        },
      },
      {
        test: {
          name: "integration",
          include: [`${rooms}/**/*.int.test.{ts,tsx}`, "{tooling,scripts}/test/**/*.int.test.ts"],
          exclude: built,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: "e2e",
          include: ["e2e/**/*.test.ts"],
          exclude: [...built, "**/*.nightly.test.ts"],
          testTimeout: 300_000,
          hookTimeout: 120_000,
          // Each of them has a browser, a server and an encoder: two at once would only make both late.
          fileParallelism: false,
        },
      },
      {
        test: {
          // The single executable, which `npm run binary` must have built.
          name: "binary",
          include: ["scripts/test/**/*.binary.test.ts"],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: "nightly",
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
