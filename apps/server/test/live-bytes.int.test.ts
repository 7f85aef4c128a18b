import { PATIENCE_MS } from "@nightjar/kit/testing";
import { OFF_AIR, streamId } from "@nightjar/contract";
import type { LiveViewer } from "@nightjar/contract";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { startTestServer, textAt } from "./support/server.ts";
import type { TestServer } from "./support/server.ts";

const MB = 1024 * 1024;
let server: TestServer;
let id = "";
beforeEach(async () => {
  server = await startTestServer();
  id = textAt(await server.call("POST", "/api/streams", { body: { title: "Night" } }), "id");
});
afterEach(() => server.close());

const putOnAir = () => server.engine.setOnAir(streamId.parse(id), { ...OFF_AIR, state: "on-air" });
const listen = (token: string | null = server.adminToken) =>
  fetch(`${server.url}/api/streams/${id}/live.flv`, token === null ? {} : { headers: { authorization: `Bearer ${token}` } });

/** Whoever listens, as the engine knows them. */
function viewer(): LiveViewer {
  const [first] = server.engine.listening;
  if (!first) throw new Error("nobody listens");
  return first.viewer;
}

describe("what is sent, over HTTP", () => {
  it("comes as it is sent, is kept nowhere, and ends when the sender ends", async () => {
    putOnAir();
    const answer = await listen();
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("video/x-flv");
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.headers.get("content-encoding")).toBeNull();
    expect(viewer().take(Buffer.from("FLV"))).toBe(true);
    expect(viewer().take(Buffer.from(" and more"))).toBe(true);
    viewer().end();
    expect(await answer.text()).toBe("FLV and more");
    expect(server.engine.listening).toHaveLength(0);
  });

  it("is not begun for who asks for its head alone", async () => {
    putOnAir();
    const head = await server.call("HEAD", `/api/streams/${id}/live.flv`);
    expect([head.status, head.headers.get("content-type")]).toEqual([200, "video/x-flv"]);
    expect(server.engine.listening).toHaveLength(0);
  });

  it("is left when the browser goes", async () => {
    putOnAir();
    const answer = await listen();
    await answer.body?.cancel();
    await vi.waitFor(() => expect(server.engine.listening).toHaveLength(0), PATIENCE_MS);
  });

  it("is broken off for who is too far behind, and what waited for them goes with the connection", async () => {
    const complaints = vi.spyOn(console, "error");
    onTestFinished(() => complaints.mockRestore());
    putOnAir();
    const answer = await listen();
    const slow = viewer();
    const taken = Array.from({ length: 40 }, () => slow.take(Buffer.alloc(MB)));
    expect(taken[0]).toBe(true);
    expect(taken.at(-1)).toBe(false);
    slow.end();
    await expect(answer.arrayBuffer().then(({ byteLength }) => byteLength)).rejects.toThrow();
    expect(server.engine.listening).toHaveLength(0);
    expect(complaints).not.toHaveBeenCalled();
    expect(server.logged.filter(({ level }) => level === "error")).toEqual([]);
  });

  it("ends with the session of who listens, and with the server", async () => {
    putOnAir();
    const staff = await server.account("staff", "approved");
    const theirs = await listen(staff.token);
    const ours = await listen();
    server.services.sessions.ended(staff.id, null);
    expect(await theirs.text()).toBe("");
    const ended = ours.text();
    await server.running.stop();
    expect(await ended).toBe("");
  });

  it("is watched as HLS for as long as it is sent, and told to nobody who is not signed in", async () => {
    const path = `/api/streams/${id}/live.m3u8`;
    expect((await server.call("GET", path)).status).toBe(404);
    putOnAir();
    expect((await fetch(`${server.url}${path}`)).status).toBe(401);
    expect((await fetch(`${server.url}/api/streams/${id}/segments/1.ts`)).status).toBe(401);
    const asked = server.call("GET", path);
    await vi.waitFor(() => expect(server.engine.listening).toHaveLength(1), PATIENCE_MS);
    viewer().end();
    expect((await asked).status).toBe(404);
    expect(server.engine.listening).toHaveLength(0);
  });

  it("is told to nobody who is not signed in, and of no stream that is off air or unknown", async () => {
    expect((await listen()).status).toBe(404);
    putOnAir();
    expect((await listen(null)).status).toBe(401);
    expect((await server.call("GET", "/api/streams/unknown/live.flv")).status).toBe(404);
  });
});
