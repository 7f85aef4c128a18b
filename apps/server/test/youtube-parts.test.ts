// What the far end of our tests takes of parts, filters and redirect addresses: it is to be no milder than YouTube, or ours could leave something out unnoticed.
import { type StandIn, startStandIn } from "@nightjar/youtube-standin";
import { afterEach, beforeEach, expect, it } from "vitest";

const TOKEN = "token";
let far: StandIn;
beforeEach(async () => {
  far = await startStandIn();
  far.world.accessTokens.set(TOKEN, { account: "moth", expiresAtMs: Number.POSITIVE_INFINITY });
});
afterEach(() => far.close());

const authorization = `Bearer ${TOKEN}`;
const get = async (path: string) => (await fetch(`${far.root}/youtube/v3/${path}`, { headers: { authorization } })).status;
/** @returns what came of it: the reason that it was refused with, or "ok" */
async function insert(what: string, parts: readonly string[], body: object): Promise<string | undefined> {
  const headers = { authorization, "content-type": "application/json" };
  await fetch(`${far.root}/youtube/v3/${what}?part=${parts.join(",")}`, { method: "POST", headers, body: JSON.stringify(body) });
  return far.world.asked.at(-1)?.outcome;
}

it("refuses parts that there are not, and more or fewer filters than one", async () => {
  expect(await get("liveBroadcasts?part=id&mine=true")).toBe(200);
  for (const wrong of [
    "liveBroadcasts?mine=true",
    "liveBroadcasts?part=cdn&mine=true",
    "liveBroadcasts?part=id",
    "liveStreams?part=contentDetails&mine=true",
  ]) {
    expect([wrong, await get(wrong)]).toEqual([wrong, 400]);
  }
  expect(await get("liveBroadcasts?part=id&mine=true&id=x")).toBe(400);
  expect(await get("liveBroadcasts?part=id&mine=true&maxResults=51")).toBe(400);
});

it("makes no broadcast of which something is sent under no part", async () => {
  const parts = ["snippet", "status"];
  const snippet = { title: "Night", scheduledStartTime: new Date(Date.now() + 3_600_000).toISOString() };
  const body = { snippet, status: { privacyStatus: "private" }, contentDetails: { enableAutoStop: false } };
  expect([await insert("liveBroadcasts", parts, body), far.world.broadcasts.size]).toEqual(["unexpectedPart", 0]);
  expect(await insert("liveBroadcasts", [...parts, "contentDetails"], body)).toBe("ok");
  expect([...far.world.broadcasts.values()]).toMatchObject([{ contentDetails: { enableAutoStop: false } }]);
});

it("makes no key of which something is sent under no part", async () => {
  const parts = ["snippet", "cdn"];
  const cdn = { ingestionType: "rtmp", resolution: "variable", frameRate: "variable" };
  const body = { snippet: { title: "Night" }, cdn, contentDetails: { isReusable: true } };
  expect([await insert("liveStreams", parts, body), far.world.streams.size]).toEqual(["unexpectedPart", 0]);
  expect(await insert("liveStreams", [...parts, "contentDetails"], body)).toBe("ok");
  expect([...far.world.streams.values()]).toMatchObject([{ isReusable: true }]);
});

it("sends nobody back to an address that Google lets no client have", async () => {
  const page = async (address: string): Promise<unknown> => {
    const query = new URLSearchParams({ client_id: far.env["GOOGLE_CLIENT_ID"] ?? "", redirect_uri: address });
    return (await fetch(`${far.root}/o/oauth2/v2/auth?${query}`)).json();
  };
  for (const taken of ["https://studio.example/back", "http://127.0.0.1:3000/back", "http://localhost/back", "http://[::1]:3000/back"])
    expect([taken, await page(taken)]).toEqual([taken, expect.objectContaining({ error: "invalid_request" })]);
  for (const refused of [
    ...["http://studio.example/back", "http://192.168.1.20:3000/back", "https://192.168.1.20/back", "https://[fd00::5]/back"],
    ...["https://studio.lan/back", "https://studio/back", "no address"],
  ])
    expect([refused, await page(refused)]).toEqual([refused, expect.objectContaining({ error: "redirect_uri_mismatch" })]);
});
