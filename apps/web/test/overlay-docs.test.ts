import { readFileSync } from "node:fs";
import { BUILT_IN_TEMPLATES } from "@nightjar/contract";
import { expect, test } from "vitest";
import { STAGE_KEYS } from "../src/features/overlay/kernel/keymap.ts";
import { namesOf } from "../src/lib/key-names.ts";

const page = readFileSync(new URL("../../../docs/overlays.md", import.meta.url), "utf8");

test("docs/overlays.md lists every key, and no other", () => {
  const listed = [...page.matchAll(/^\| (?!keys|\|)([^!|]+) \| ([^|]+) \|$/gm)].map(([, keys = "", does = ""]) => ({ keys, does }));
  expect(listed).toEqual(STAGE_KEYS.lines.map((line) => ({ keys: namesOf(line, "Ctrl"), does: line.does })));
});

test("docs/overlays.md shows every built-in template", () => {
  for (const { name } of BUILT_IN_TEMPLATES)
    expect(page).toContain(`![${name}](images/template-${name.toLowerCase().replaceAll(/[^a-z]+/g, "-")}.png)`);
});
