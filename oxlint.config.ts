import { defineConfig } from "oxlint";
import { doorOverrides } from "./tooling/doors.ts";

// Rules that find bugs or keep the rooms apart; taste is left to the formatter.
const tests = ["**/test/**", "**/*.test.ts", "**/*.test.tsx", "e2e/**", "bench/**", "**/testing.ts", "**/testing/**"];
const shellScripts = ["scripts/**", "apps/web/public/**", "tooling/**", "**/*.mjs", "**/*.config.ts", "**/scripts/**"];

export default defineConfig({
  plugins: ["eslint", "typescript", "unicorn", "oxc", "import", "promise", "node", "react", "vitest"],
  categories: { correctness: "error" },
  options: { typeAware: true, reportUnusedDisableDirectives: "error" },
  ignorePatterns: ["**/dist/**", "**/*.gen.ts", "**/node_modules/**", ".runtime/**", ".fresh/**", "data/**"],
  rules: {
    "typescript/no-explicit-any": "error",
    "typescript/no-non-null-assertion": "error",
    "typescript/ban-ts-comment": "error",
    "typescript/no-floating-promises": "error",
    "typescript/no-misused-promises": ["error", { checksVoidReturn: { attributes: false } }],
    "typescript/await-thenable": "error",
    "typescript/only-throw-error": "error",
    "typescript/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
    "typescript/no-unsafe-assignment": "error",
    "typescript/no-unsafe-argument": "error",
    "typescript/no-unsafe-call": "error",
    "typescript/no-unsafe-member-access": "error",
    "typescript/no-unsafe-return": "error",
    "no-console": "error",
    "no-debugger": "error",
    "no-empty": ["error", { allowEmptyCatch: false }],
    eqeqeq: ["error", "always", { null: "ignore" }],
    "no-var": "error",
    "prefer-const": ["error", { ignoreReadBeforeAssign: true }],
    "node/no-process-env": "error",
    // An arrow of types alone is an arrow, too.
    "import/no-cycle": ["error", { ignoreTypes: false }],
    "import/no-self-import": "error",
    "react/rules-of-hooks": "error",
    "react/exhaustive-deps": "error",
    // About the React Compiler, which we do not use.
    "react/incompatible-library": "off",
    "vitest/no-focused-tests": "error",
    "vitest/no-disabled-tests": "error",
    // A test may assert through a helper, and its title may come from a table.
    "vitest/expect-expect": "off",
    "vitest/no-conditional-expect": "off",
    "vitest/valid-expect": ["error", { maxArgs: 2 }],
    "vitest/require-to-throw-message": "off",
    "vitest/valid-title": "off",
    "vitest/require-mock-type-parameters": "off",
    "vitest/no-conditional-tests": "off",
    // Both are about the style of a template or a method, and cry wolf at numbers, URLs and unbound schema methods.
    "typescript/restrict-template-expressions": "off",
    "typescript/unbound-method": "off",
    "typescript/no-meaningless-void-operator": "off",
    "promise/no-callback-in-promise": "off",
    "typescript/no-misused-spread": ["error", { allow: [{ from: "lib", name: "string" }, "string"] }],
    "unicorn/no-thenable": "error",
    "unicorn/prefer-string-starts-ends-with": "off",
    // A copy before a loop that changes the original is no mistake.
    "unicorn/no-useless-spread": "off",
    "no-control-regex": "off",
  },
  overrides: [
    ...doorOverrides(),
    { files: ["apps/server/src/config*", "apps/server/src/config/**"], rules: { "node/no-process-env": "off" } },
    {
      files: tests,
      rules: {
        "node/no-process-env": "off",
        "no-console": "off",
        // What comes out of JSON, events and pages is checked by the assertions themselves.
        "typescript/no-unsafe-assignment": "off",
        "typescript/no-unsafe-argument": "off",
        "typescript/no-unsafe-call": "off",
        "typescript/no-unsafe-member-access": "off",
        "typescript/no-unsafe-return": "off",
        "typescript/require-array-sort-compare": "off",
        "typescript/no-base-to-string": "off",
      },
    },
    { files: ["scripts/**/*.mjs", "tooling/**/*.mjs"], env: { node: true, es2024: true }, rules: { "no-undef": "error" } },
    {
      files: shellScripts,
      rules: {
        "node/no-process-env": "off",
        "no-console": "off",
        // Plain JavaScript has no types to be unsafe about.
        "typescript/no-unsafe-assignment": "off",
        "typescript/no-unsafe-argument": "off",
        "typescript/no-unsafe-call": "off",
        "typescript/no-unsafe-member-access": "off",
        "typescript/no-unsafe-return": "off",
      },
    },
  ],
});
