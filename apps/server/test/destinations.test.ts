import { streamDestination } from "@nightjar/contract";
import { destinations } from "@nightjar/db";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer } from "./support/server.ts";
import type { TestServer } from "./support/server.ts";

const KEY = "very-secret-key";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

async function newStream(): Promise<string> {
  const { json } = await server.call("POST", "/api/streams", { body: { title: "S" } });
  return (json as { id: string }).id;
}
const add = (id: string, rtmpUrl: string, streamKey = KEY) =>
  server.call("POST", `/api/streams/${id}/destinations`, { body: { rtmpUrl, streamKey } });
const list = async (id: string) => streamDestination.array().parse((await server.call("GET", `/api/streams/${id}/destinations`)).json);
const isConnected = async (id: string) => ((await server.call("GET", `/api/streams/${id}`)).json as { connected: boolean }).connected;
const pushed = () => server.engine.pushed.at(-1)?.destinations.map(({ url, streamKey }) => [url, streamKey]);

describe("destinations of a stream", () => {
  it("are added beside the one given by hand and removed one by one; each change reaches a live stream, and no key comes back", async () => {
    const id = await newStream();
    expect(await list(id)).toEqual([]);
    const first = streamDestination.parse((await add(id, "rtmp://one.example/app")).json);
    expect(first).toMatchObject({ kind: "rtmp", rtmpUrl: "rtmp://one.example/app", streamKey: "set", isExtra: true });
    expect(await isConnected(id)).toBe(true);
    await server.call("POST", `/api/direct-streaming/start/${id}`);
    expect(pushed()).toEqual([["rtmp://one.example/app", KEY]]);
    await server.call("PUT", `/api/streams/${id}/destination`, { body: { rtmpUrl: "rtmps://two.example/app", streamKey: "k2" } });
    expect((await add(id, "rtmp://three.example/app", "k3")).status).toBe(201);
    expect(new Set(pushed()?.map(([url]) => url))).toEqual(
      new Set(["rtmp://one.example/app", "rtmps://two.example/app", "rtmp://three.example/app"]),
    );
    expect((await list(id)).map(({ isExtra }) => isExtra).toSorted()).toEqual([false, true, true]);
    const gone = await server.call("DELETE", `/api/streams/${id}/destinations/${first.id}`);
    expect(gone.status).toBe(204);
    expect(pushed()).toHaveLength(2);
    expect((await server.call("DELETE", `/api/streams/${id}/destination`)).status).toBe(204);
    expect(pushed()).toEqual([["rtmp://three.example/app", "k3"]]);
    expect(await isConnected(id)).toBe(true);
    expect(JSON.stringify([first, await list(id)])).not.toMatch(/very-secret-key|"k[23]"/);
    expect(JSON.stringify(server.services.db.select().from(destinations).all())).not.toMatch(/very-secret-key|"k[23]"/);
  });

  it("are refused when they are no RTMP address, known already, or one too many; nothing is added then", async () => {
    const id = await newStream();
    expect((await add(id, "https://one.example/app")).status).toBe(400);
    expect((await add(id, "rtmp://one.example/app")).status).toBe(201);
    const again = await add(id, "rtmp://one.example/app");
    expect([again.status, again.json]).toEqual([409, { message: "The stream is sent there already." }]);
    expect((await add(id, "rtmp://one.example/app", "another-key")).status).toBe(201);
    for (let count = 2; count < 16; count += 1) expect((await add(id, `rtmp://far${count}.example/app`)).status).toBe(201);
    const tooMany = await add(id, "rtmp://last.example/app");
    expect([tooMany.status, tooMany.json]).toEqual([400, { message: "A stream has at most 16 destinations." }]);
    expect(await list(id)).toHaveLength(16);
  });

  it("are refused where no URL can be made of the address, each with its reason, in all ways of giving one", async () => {
    const id = await newStream();
    const port = "The port in the address must be a number from 1 to 65535";
    const host = "The address names no host that could exist: check what stands behind rtmp://";
    const wrong: readonly (readonly [string, string])[] = [
      ...["rtmp://far.example:65536/live", "rtmp://far.example:99999", "rtmps://[::1]:0/live", "rtmp://far.example:123456/l"].map(
        (url) => [url, port] as const,
      ),
      ...["rtmp://[1]/live", "rtmp://[::::]/l"].map((url) => [url, host] as const),
      ["rtmp://user:secret@far.example/live", "The address must begin with rtmp:// or rtmps://"],
      [`rtmp://far.example/${"x".repeat(2000)}`, "The address is too long: at most 2000 characters"],
    ];
    for (const [rtmpUrl, message] of wrong) {
      const body = { rtmpUrl, streamKey: KEY };
      const set = await server.call("PUT", `/api/streams/${id}/destination`, { body });
      for (const answer of [set, await add(id, rtmpUrl)]) {
        expect([answer.status, answer.json], rtmpUrl).toMatchObject([400, { message, issues: [{ path: "rtmpUrl", message }] }]);
      }
    }
    expect(await list(id)).toEqual([]);
    for (const rtmpUrl of ["rtmp://far.example:65535/live", "rtmps://[2001:db8::1]:1/app"])
      expect((await add(id, rtmpUrl)).status).toBe(201);
  });

  it("are refused with a key that is too long, which is said", async () => {
    const id = await newStream();
    const tooLong = await add(id, "rtmp://far.example/app", "k".repeat(1001));
    expect([tooLong.status, tooLong.json]).toMatchObject([400, { message: "The stream key is too long: at most 1000 characters" }]);
    expect((await add(id, "rtmp://far.example/app", "k".repeat(1000))).status).toBe(201);
  });

  it("are at most sixteen, the one given by hand among them; that one is still changed where there are sixteen", async () => {
    const id = await newStream();
    const set = (rtmpUrl: string) => server.call("PUT", `/api/streams/${id}/destination`, { body: { rtmpUrl, streamKey: KEY } });
    for (let count = 0; count < 16; count += 1) expect((await add(id, `rtmp://far${count}.example/app`)).status).toBe(201);
    const before = await list(id);
    const tooMany = await set("rtmp://last.example/app");
    expect([tooMany.status, tooMany.json]).toEqual([400, { message: "A stream has at most 16 destinations." }]);
    expect(await list(id)).toEqual(before);
    await server.call("DELETE", `/api/streams/${id}/destinations/${before[0]?.id}`);
    expect((await set("rtmp://last.example/app")).status).toBe(200);
    expect((await set("rtmp://other.example/app")).status).toBe(200);
    expect(await list(id)).toHaveLength(16);
  });

  it("belong to their stream: another's cannot be removed through it, and neither a stream nor a destination is made up", async () => {
    const [one, other] = [await newStream(), await newStream()];
    const { id } = streamDestination.parse((await add(one, "rtmp://one.example/app")).json);
    expect((await server.call("DELETE", `/api/streams/${other}/destinations/${id}`)).status).toBe(404);
    expect((await server.call("DELETE", `/api/streams/${one}/destinations/nothing`)).status).toBe(404);
    expect((await add("nobody", "rtmp://one.example/app")).status).toBe(404);
    expect((await server.call("GET", "/api/streams/nobody/destinations")).status).toBe(404);
    expect(await list(one)).toHaveLength(1);
  });
});
