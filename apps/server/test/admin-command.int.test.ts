import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { spawnServer } from "./support/process.ts";
import { call, textAt } from "./support/server.ts";

const ADMIN = { email: "boss@example.com", password: "forgotten soon" };
let dataDir = "";
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "nightjar-admin-"));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const start = () => spawnServer({ DATA_DIR: dataDir, ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password });

async function reset(email: string): Promise<{ readonly code: number | null; readonly output: string; readonly password: string }> {
  const command = spawnServer({ DATA_DIR: dataDir }, ["admin", "reset-password", email]);
  const { code } = await command.exited;
  return { code, output: command.output(), password: /password {2}(\S+)/.exec(command.output())?.[1] ?? "" };
}
const signIn = (url: string, password: string) => call(url, "POST", "/api/auth/login", { body: { email: ADMIN.email, password } });
const me = (url: string, token: string) => call(url, "GET", "/api/auth/me", { token });

describe("nightjar admin reset-password", () => {
  it("reaches the server that runs: the account is signed out at once, on its open event stream too, and only the new password works", async () => {
    const server = start();
    const url = await server.ready;
    const token = textAt(await signIn(url, ADMIN.password), "token");
    const events = await fetch(`${url}/api/events`, { headers: { authorization: `Bearer ${token}` } });
    const { code, password } = await reset("Boss@Example.com");
    expect(code).toBe(0);
    // Ends only because the server has ended it.
    await events.text();
    const refused = await me(url, token);
    expect([refused.status, textAt(refused, "sessionEnded")]).toEqual([401, "password-reset"]);
    expect((await signIn(url, ADMIN.password)).status).toBe(401);
    expect((await signIn(url, password)).status).toBe(200);
    expect(server.output()).not.toContain(password);
    server.child.kill("SIGTERM");
    await server.exited;
  });

  it("works without a server, for its next start", async () => {
    const first = start();
    const token = textAt(await signIn(await first.ready, ADMIN.password), "token");
    first.child.kill("SIGTERM");
    await first.exited;
    const { code, password } = await reset(ADMIN.email);
    expect(code).toBe(0);
    const second = start();
    const url = await second.ready;
    expect((await me(url, token)).status).toBe(401);
    expect((await signIn(url, password)).status).toBe(200);
    second.child.kill("SIGTERM");
    await second.exited;
  });

  it("names the administrators where there is no such account, and says where it looked in vain for a studio", async () => {
    const nowhere = await reset(ADMIN.email);
    expect([nowhere.code, nowhere.output]).toEqual([
      1,
      `Nightjar cannot set a new password: there is no studio in ${dataDir}. Set DATA_DIR to the folder that yours has\n`,
    ]);
    const server = start();
    await server.ready;
    const unknown = await reset("nobody@example.com");
    expect([unknown.code, unknown.output]).toEqual([1, `There is no account nobody@example.com. Administrators: ${ADMIN.email}.\n`]);
    server.child.kill("SIGTERM");
    await server.exited;
  });
});
