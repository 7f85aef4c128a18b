// YouTube answers, and not as its documents have it.
import { YouTubeError } from "@nightjar/api";
import { advance, openRows } from "@nightjar/api/testing";
import { grants } from "@nightjar/db";
import { afterEach, describe, expect, it, vi } from "vitest";
import { apiOf, connected, keepRows, machineGround, needsOf, settle, start, stop } from "./support/youtube-machine.ts";

const TOKEN = "token";
const HOUR_MS = 3_600_000;

const ground = machineGround();
const { clock, db, states } = ground;
afterEach(() => void vi.restoreAllMocks());

/** From now on what the paths of this name answer is told otherwise. */
function answering(path: string, otherwise: (text: string) => string): void {
  const real = globalThis.fetch;
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const response = await real(input, init);
    const url = input instanceof Request ? input.url : input.toString();
    return url.includes(path) ? new Response(otherwise(await response.text()), { status: response.status }) : response;
  });
}
/** A field that we need has another name. */
const renamed = (name: string) => (text: string) => text.replaceAll(`"${name}"`, `"${name}Anew"`);

const refusal = async (asked: Promise<unknown>): Promise<unknown> => {
  const error: unknown = await asked.then(
    () => null,
    (refused: unknown) => refused,
  );
  return error instanceof YouTubeError ? [error.reason, error.consequence] : error;
};

async function steps(count: number): Promise<(string | null)[]> {
  const done: (string | null)[] = [];
  for (let step = 0; step < count; step += 1) {
    keepRows(ground);
    for (const { id } of openRows(db())) done.push((await advance(needsOf(ground), id)).consequence);
    clock.nowMs += HOUR_MS;
  }
  return done;
}

describe("an answer that is not as the documents have it", () => {
  it("is told as that, and not as a connection that is down or as something that is gone", async () => {
    const api = apiOf(ground);
    const { id: streamId } = await api.insertStream(TOKEN, { title: "Night", description: "mark" });
    const night = {
      title: "Night",
      description: "",
      privacy: "public",
      scheduledStartTime: new Date(clock.nowMs + HOUR_MS).toISOString(),
    } as const;
    const { id } = await api.insertBroadcast(TOKEN, night);
    answering("/youtube/v3/", (text) => renamed("title")(renamed("ingestionInfo")(text)));
    const unreadable = ["unreadable", "unread"];
    expect(await refusal(api.insertBroadcast(TOKEN, night))).toEqual(unreadable);
    expect(await refusal(api.broadcasts(TOKEN, [id]))).toEqual(unreadable);
    expect(await refusal(api.streams(TOKEN, [streamId]))).toEqual(unreadable);
    expect(await refusal(api.channels(TOKEN))).toEqual(unreadable);
    vi.restoreAllMocks();
    answering("/youtube/v3/", () => "<html>Log in to this network</html>");
    expect(await refusal(api.broadcasts(TOKEN, [id]))).toEqual(["unreachable", "again"]);
  });

  it("makes no second broadcast where the first is among the account's own and cannot be read, and goes on once it can", async () => {
    const id = await connected(ground);
    start(ground, id);
    answering("/liveBroadcasts?", renamed("title"));
    expect(new Set(await steps(6))).toEqual(new Set(["unread"]));
    expect(states()).toEqual(["created"]);
    expect(openRows(db())).toMatchObject([{ isAsked: true, notice: expect.stringContaining("does not understand") }]);
    vi.restoreAllMocks();
    await settle(ground);
    expect([states(), openRows(db())]).toEqual([["live"], [expect.objectContaining({ notice: null })]]);
  });

  it("is read again before anything else is done, where it was that a broadcast is ended", async () => {
    const id = await connected(ground);
    start(ground, id);
    await settle(ground);
    answering("/liveBroadcasts", renamed("title"));
    stop(ground);
    expect(new Set(await steps(3))).toEqual(new Set(["unread"]));
    vi.restoreAllMocks();
    await settle(ground);
    expect([states(), openRows(db())]).toEqual([["complete"], []]);
  });

  it("makes no second key where the first cannot be read, and hides no other that can", async () => {
    const api = apiOf(ground);
    await api.insertStream(TOKEN, { title: "Other", description: "odd" });
    const id = await connected(ground);
    const { keyOf } = needsOf(ground);
    const grantId = db().select().from(grants).get()?.id ?? null;
    answering("/liveStreams?", (text) => text.replaceAll('"description":"odd"', '"description":7'));
    expect(await keyOf(id, grantId)).toMatchObject({ description: `[nightjar ${id}]` });
    vi.restoreAllMocks();
    answering("/liveStreams?", renamed("ingestionInfo"));
    expect(await refusal(keyOf(id, grantId))).toEqual(["unreadable", "unread"]);
    vi.restoreAllMocks();
    expect((await api.ownStreams(TOKEN, null)).items.filter(({ description }) => description.includes(id))).toHaveLength(1);
  });
});
