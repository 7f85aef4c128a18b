import { readFileSync } from "node:fs";
import { isAbsolute } from "node:path";
import { describe, expect, it } from "vitest";
import { ConfigError, readConfig } from "../src/config.ts";
import { VERSION } from "../src/version.ts";

describe("the configuration", () => {
  it("has the documented defaults, and takes an empty variable for one that is not set", () => {
    for (const env of [{}, { PORT: "", PUBLIC_URL: " ", TRUST_PROXY: "" }]) {
      expect(readConfig(env)).toMatchObject({ PORT: 3000, HOST: "0.0.0.0", TRUST_PROXY: false, RTMP_PORT: 1935, LOG_LEVEL: "info" });
    }
    expect(isAbsolute(readConfig({}).DATA_DIR)).toBe(true);
    expect(readConfig({ PUBLIC_URL: "https://x.example/", TRUST_PROXY: "on" })).toMatchObject({
      PUBLIC_URL: "https://x.example",
      TRUST_PROXY: true,
    });
  });

  it.each([
    ["PORT", "secret"],
    ["PORT", "65536"],
    ["HOST", "fe80::1%secret"],
    ["PUBLIC_URL", "ftp://secret"],
    ["TRUST_PROXY", "secret"],
    ["ADMIN_EMAIL", "secret"],
    ["ADMIN_PASSWORD", "secret"],
    ["RTMP_PORT", "0"],
    ["LOG_LEVEL", "secret"],
    ["RENDER_CONCURRENCY", "-1"],
    ["CACHE_MAX_GB", "secret"],
    ["SMTP_URL", "http://secret"],
    ["YOUTUBE_API_ROOT", "secret"],
    ["GOOGLE_TOKEN_URL", "secret"],
    ["SPOTIFY_API_ROOT", "secret"],
    ["DEEZER_API_ROOT", "secret"],
  ])("refuses %s=%s with a line that names it and does not repeat the value", (name, value) => {
    const read = () => readConfig({ [name]: value });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(new RegExp(`^${name} must [^\\n]+$`));
    expect(read).not.toThrow(/secret/);
  });
});

describe("the version", () => {
  it("is that of the product", () => {
    const product: unknown = JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8"));
    expect(product).toMatchObject({ version: VERSION });
  });
});
