import { BEFORE_HEADER, NOW_HEADER } from "@nightjar/contract";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestServer, type TestServer } from "./support/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const create = (path: string, title: string, before: string) =>
  server.call("POST", path, { body: { title }, headers: { [BEFORE_HEADER]: before } });
const titles = async () => ((await server.call("GET", "/api/streams")).json as { title: string }[]).map(({ title }) => title);
const afterMs = (ms: number) => String(server.services.clock.nowMs() + ms);

it("a change that arrives after the time until which somebody waits for it is refused on both surfaces, and not carried out", async () => {
  for (const path of ["/trpc/streams.create", "/api/streams"]) {
    const answer = await create(path, "Long given up", afterMs(-1));
    expect(answer.status).toBe(503);
    expect(answer.text).toContain("This arrived too late and was not carried out. Please try again.");
  }
  expect(await titles()).toEqual([]);
});

it("one that is in time is carried out, and so is one whose time is no figure", async () => {
  await create("/trpc/streams.create", "In time", afterMs(60_000));
  await create("/api/streams", "Soon", "soon");
  expect((await titles()).toSorted()).toEqual(["In time", "Soon"]);
});

it("every answer tells the server's own time, a refusal and an upload's too, for its date may be a proxy's", async () => {
  const file = new FormData();
  file.set("audio", new File(["no song"], "song.mp3"));
  const answers = [
    await server.call("GET", "/trpc/streams.list"),
    await create("/trpc/streams.create", "Long given up", afterMs(-1)),
    await server.call("GET", "/api/streams"),
    await server.call("POST", "/api/upload/audio", { body: file }),
    await server.call("GET", "/api/streams", { token: null }),
  ];
  for (const { headers } of answers) expect(Math.abs(Number(headers.get(NOW_HEADER)) - server.services.clock.nowMs())).toBeLessThan(60_000);
  expect(answers.map(({ status }) => status < 300)).toEqual([true, false, true, false, false]);
});
