import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { CONFIG_VARIABLES, readConfig } from "../src/config.ts";

const readme = readFileSync(new URL("../../../README.md", import.meta.url), "utf8");
const rows = [...readme.matchAll(/^\| `([A-Z_]+)` \|(.*?)\|/gm)].map(([, name = "", fallback = ""]) => ({
  name,
  fallback: fallback.trim(),
}));
/** Set by every system, not by an operator. */
const INHERITED = ["PATH"];
/** Defaults that depend on the machine or on another variable, told in words. */
const TOLD_IN_WORDS = ["CACHE_MAX_GB", "DATA_DIR", "PUBLIC_URL", "RENDER_CONCURRENCY"];

describe("README's table of the configuration", () => {
  it("has every variable the server reads, and no other", () => {
    expect(rows.map(({ name }) => name).toSorted()).toEqual(CONFIG_VARIABLES.filter((name) => !INHERITED.includes(name)).toSorted());
  });

  it("tells the defaults the server has", () => {
    const defaults: Readonly<Record<string, string | number | boolean | undefined>> = readConfig({});
    const real = (value: string | number | boolean | undefined) => (value === undefined ? "" : `\`${value === false ? "off" : value}\``);
    const checked = rows.filter(({ name }) => !TOLD_IN_WORDS.includes(name));
    expect(checked).toEqual(checked.map(({ name }) => ({ name, fallback: real(defaults[name]) })));
  });
});
