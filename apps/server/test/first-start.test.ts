import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { SILENT } from "@nightjar/contract";
import { readConfig } from "../src/config.ts";
import { listenFailure, localUrl } from "../src/listen.ts";
import { startServer } from "../src/server.ts";
import type { RunningServer } from "../src/server.ts";
import { createEngineDouble } from "./support/engine-double.ts";
import { call } from "./support/server.ts";

let dataDir = "";
let running: RunningServer | null = null;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "nightjar-first-"));
  folders.push(dataDir);
});
afterEach(async () => {
  await running?.stop();
  running = null;
});
// Later than a start that came to nothing: the store of uploads looks for its folder with nobody to hear that fail.
const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

interface Account {
  readonly email: string;
  readonly password: string;
}

/** @returns the accounts that were announced */
async function start(env: Readonly<Record<string, string>>): Promise<readonly Account[]> {
  const announced: Account[] = [];
  running = await startServer({
    config: readConfig({ PORT: "0", HOST: "127.0.0.1", DATA_DIR: dataDir, PATH: process.env["PATH"], ...env }),
    log: SILENT,
    announceAdministrator: (account) => void announced.push(account),
    engineFactory: async () => createEngineDouble(),
  });
  return announced;
}

async function startOnTakenPort(): Promise<void> {
  const other = createServer();
  await new Promise<void>((done) => other.listen(0, "127.0.0.1", done));
  const { port } = other.address() as AddressInfo;
  await expect(start({ PORT: String(port) })).rejects.toThrow(`Port ${port} is in use. Stop what uses it, or set PORT.`);
  await new Promise((done) => other.close(done));
}
const signIn = async ({ email, password }: Account) =>
  (await call(`http://127.0.0.1:${running?.port}`, "POST", "/api/auth/login", { body: { email, password } })).status;

describe("a first start that comes to nothing, because its port is taken", () => {
  it("makes no administrator whose password nobody has seen: the next start makes and announces it, once", async () => {
    await startOnTakenPort();
    const announced = await start({});
    expect(announced).toMatchObject([{ email: "admin@nightjar.local" }]);
    for (const account of announced) expect(await signIn(account)).toBe(200);
    await running?.stop();
    expect(await start({})).toEqual([]);
  });

  it("leaves the first administrator to the e-mail and password of the next start", async () => {
    await startOnTakenPort();
    const wanted = { email: "boss@example.com", password: "long enough" };
    expect(await start({ ADMIN_EMAIL: wanted.email, ADMIN_PASSWORD: wanted.password })).toEqual([]);
    expect(await signIn(wanted)).toBe(200);
  });

  it("says what is wrong with the address, and what helps", async () => {
    await expect(start({ HOST: "203.0.113.7" })).rejects.toThrow(
      "This machine has no address 203.0.113.7. Set HOST to one that it has, or to 0.0.0.0 for all of them.",
    );
    const at = { host: "0.0.0.0", port: 80 };
    const failure = Object.assign(new Error("listen EACCES"), { code: "EACCES" });
    expect(listenFailure(failure, at).message).toBe(
      "This account may not use port 80. Set PORT to 1024 or more, or give it the right to use lower ones.",
    );
  });
});

describe("where PUBLIC_URL is not set, the studio", () => {
  it.each([
    ["0.0.0.0", "http://127.0.0.1:3000"],
    ["::", "http://127.0.0.1:3000"],
    ["localhost", "http://127.0.0.1:3000"],
    ["192.168.1.5", "http://192.168.1.5:3000"],
    ["fd00::5", "http://[fd00::5]:3000"],
  ])("is ready, with HOST=%s, at %s", (host, url) => {
    expect(localUrl({ host, port: 3000 })).toBe(url);
  });

  it("is ready at the one address that it listens on, which answers there", async () => {
    await start({ HOST: "127.0.0.2" });
    expect(running?.publicUrl).toBe(`http://127.0.0.2:${running?.port}`);
    expect((await fetch(`${running?.publicUrl}/api/health`)).status).toBe(200);
  });
});
