import { readFileSync } from "node:fs";
import { BUILT_IN_TEMPLATES } from "@nightjar/contract";
import { expect, test } from "vitest";
import { SHORTCUTS } from "../src/features/overlay/kernel/shortcuts.ts";

const page = readFileSync(new URL("../../../docs/overlays.md", import.meta.url), "utf8");

test("docs/overlays.md lists every key, and no other", () => {
  const listed = [...page.matchAll(/^\| (?!keys|\|)([^!|]+) \| ([^|]+) \|$/gm)].map(([, keys = "", does = ""]) => ({ keys, does }));
  expect(listed).toEqual(SHORTCUTS.map(({ keys, does }) => ({ keys: keys.replaceAll("Mod", "Ctrl"), does })));
});

test("docs/overlays.md shows every built-in template", () => {
  for (const { name } of BUILT_IN_TEMPLATES)
    expect(page).toContain(`![${name}](images/template-${name.toLowerCase().replaceAll(/[^a-z]+/g, "-")}.png)`);
});
