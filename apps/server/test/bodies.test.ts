import { type User, userId } from "@nightjar/contract";
import { PATIENCE_MS } from "@nightjar/kit/testing";
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type WhoCalls, readBounded, unlessSilent } from "../src/http/body.ts";
import { startTestServer } from "./support/server.ts";
import type { TestServer } from "./support/server.ts";

const ANA: User = {
  ...{ id: userId.parse("ana"), email: "ana@label.example", role: "staff", status: "approved" },
  ...{ createdAt: "2026-01-01T00:00:00.000Z", approvedAt: null },
};

const KB = 1024;
const nobody: WhoCalls = async () => null;

describe("a body", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
  afterEach(() => void vi.useRealTimers());

  /** One that comes as the test sends it. */
  function sentTo(take: (request: Request) => Promise<{ readonly byteLength: number }>) {
    let send: ReadableStreamDefaultController<Uint8Array> | undefined;
    const cancel = vi.fn();
    const body = new ReadableStream<Uint8Array>({ start: (controller) => void (send = controller), cancel });
    const outcome = take(new Request("http://studio.example/", { method: "POST", body, duplex: "half" })).then(
      ({ byteLength }) => byteLength,
      (error: unknown) => error,
    );
    return { outcome, cancel, send: (bytes: number) => send?.enqueue(new Uint8Array(bytes)), end: () => send?.close() };
  }
  const sentBy = (whoCalls: WhoCalls = nobody) => sentTo((request) => readBounded(request, whoCalls));
  const late = expect.objectContaining({ code: "too-slow", message: "The body took too long to arrive. Please try again." });

  it("that does not come whole within a minute is refused and let go", async () => {
    const { cancel, outcome, send } = sentBy();
    send(100);
    await vi.advanceTimersByTimeAsync(61_000);
    expect(await outcome).toEqual(late);
    expect(cancel).toHaveBeenCalledOnce();
  });

  it("that comes a byte a second is refused too", async () => {
    const { outcome, send } = sentBy();
    for (let second = 0; second < 61; second++) {
      send(1);
      await vi.advanceTimersByTimeAsync(1000);
    }
    expect(await outcome).toEqual(late);
  });

  it("is taken for as long as it comes like on the slowest line that the studio waits for", async () => {
    const { outcome, send, end } = sentBy(async () => ({ user: ANA, sessionKey: "key" }));
    for (let second = 0; second < 300; second++) {
      send(16_000);
      await vi.advanceTimersByTimeAsync(1000);
    }
    end();
    expect(await outcome).toBe(300 * 16_000);
  });

  it("of a file may take as long as it likes, and is refused once nothing of it has come for two minutes", async () => {
    const { outcome, send } = sentTo((request) => unlessSilent(request, (file) => file.arrayBuffer()));
    let isOver = false;
    void outcome.then(() => (isOver = true));
    for (let minutes = 0; minutes < 20; minutes += 2) {
      send(10);
      await vi.advanceTimersByTimeAsync(119_000);
    }
    expect(isOver).toBe(false);
    await vi.advanceTimersByTimeAsync(2000);
    expect(await outcome).toEqual(late);
  });

  it("of a file is not waited for while nobody asks for more of it", async () => {
    const asked = Promise.withResolvers<undefined>();
    const { end, outcome, send } = sentTo((request) => unlessSilent(request, (file) => asked.promise.then(() => file.arrayBuffer())));
    await vi.advanceTimersByTimeAsync(600_000);
    asked.resolve(undefined);
    send(10);
    end();
    expect(await outcome).toBe(10);
  });

  it("is nobody's question as long as it is short, and longer than 64 kB is asked for once", async () => {
    const whoCalls = vi.fn(nobody);
    const short = sentBy(whoCalls);
    short.send(64 * KB);
    short.end();
    expect([await short.outcome, whoCalls.mock.calls.length]).toEqual([64 * KB, 0]);
    const long = sentBy(whoCalls);
    long.send(64 * KB);
    long.send(1);
    expect(await long.outcome).toMatchObject({ code: "too-large", message: "The body must be smaller than 64 kB" });
    expect([long.cancel.mock.calls.length, whoCalls.mock.calls.length]).toEqual([1, 1]);
  });
});

describe("a long body", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  const isrcCodes = Array.from({ length: 2000 }, (_, n) => `${n}`.padStart(60, "0"));
  const call = (path: string, token: string | null) => server.call("POST", path, { token, body: { isrcCodes } });

  it("of a call that anybody may make is refused", async () => {
    for (const path of ["/api/auth/login", "/trpc/auth.login", "/trpc/tracks.checkDuplicates,auth.login?batch=1"]) {
      const { status, text } = await call(path, server.adminToken);
      expect({ path, status, text }).toEqual({ path, status: 413, text: expect.stringContaining("The body must be smaller than 64 kB") });
    }
  });

  it("is taken of who may make the call; everybody else is refused as with a short one, in the words of each surface", async () => {
    const [pending, ended] = [await server.account("staff", "pending"), await server.account("staff", "approved")];
    await server.call("DELETE", `/api/auth/users/${ended.id}`);
    for (const path of ["/api/tracks/check-duplicates", "/trpc/tracks.checkDuplicates"]) {
      for (const [token, status] of [
        [server.adminToken, 200],
        [null, 401],
        [pending.token, 403],
        [ended.token, 401],
      ] as const) {
        const short = await server.call("POST", path, { token, body: { isrcCodes: [] } });
        const long = await call(path, token);
        expect({ path, status: long.status }).toEqual({ path, status });
        if (status !== 200) expect(long.json).toEqual(short.json);
      }
    }
  });

  it("that was announced by a stranger is refused before it comes, and its connection is closed", async () => {
    for (const path of ["/api/auth/login", "/trpc/auth.login", "/api/streams"]) {
      const asked = request(server.url + path, {
        method: "POST",
        headers: { "content-type": "application/json", "content-length": 15_900_000 },
      });
      asked.on("error", () => undefined);
      asked.flushHeaders();
      const [answer] = (await once(asked, "response", { signal: AbortSignal.timeout(PATIENCE_MS) })) as [IncomingMessage];
      expect({ path, status: answer.statusCode }).toEqual({ path, status: path === "/api/streams" ? 401 : 413 });
      answer.resume();
      await once(answer.socket, "close");
    }
  });
});
