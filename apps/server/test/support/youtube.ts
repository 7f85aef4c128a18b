import { streams } from "@nightjar/db";
import { type LifeCycle, type StandIn, startStandIn } from "@nightjar/youtube-standin";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { afterEach, beforeEach, expect } from "vitest";
import { type TestServer, startTestServer, textAt } from "./server.ts";

/** A YouTube for each test of a file. */
export interface YoutubeGround {
  readonly far: () => StandIn;
  /** Of its broadcasts, in the order they were made in. */
  readonly states: () => LifeCycle[];
  /** Whether it receives what is sent to it: it does, until a test says otherwise. */
  readonly setFed: (isFed: boolean) => void;
}

/** And a studio that has it for YouTube. */
export interface StudioGround extends YoutubeGround {
  readonly open: () => { readonly far: StandIn; readonly server: TestServer };
}

export function youtubeGround(nowMs: () => number = Date.now): YoutubeGround {
  let far: StandIn;
  let isFed = true;
  beforeEach(async () => {
    isFed = true;
    far = await startStandIn({ nowMs, quotaUnits: 1e9, ingest: { url: "rtmp://127.0.0.1:1/live", comesIn: () => isFed } });
  });
  afterEach(() => far.close());
  return {
    far: () => far,
    states: () => [...far.world.broadcasts.values()].map(({ lifeCycleStatus }) => lifeCycleStatus),
    setFed: (is) => void (isFed = is),
  };
}

export function studioGround(): StudioGround {
  const youtube = youtubeGround();
  let server: TestServer;
  beforeEach(async () => {
    const { env, world } = youtube.far();
    world.videosAfterMs = 0;
    server = await startTestServer(env);
  });
  afterEach(() => server.close());
  return { ...youtube, open: () => ({ far: youtube.far(), server }) };
}

export const newStream = async (server: TestServer, title = "Night") =>
  textAt(await server.call("POST", "/api/streams", { body: { title } }), "id");

/** As a browser does it: to Google's page, and back. */
export async function consent(server: TestServer, id: string) {
  const asked = await server.call("GET", `/api/auth/youtube/connect?streamId=${id}`);
  const cookie = asked.headers.get("set-cookie")?.split(";")[0] ?? "";
  const page = await fetch(textAt(asked, "authUrl"), { redirect: "manual" });
  const back = new URL(page.headers.get("location") ?? "");
  return server.call("GET", back.pathname + back.search, { token: null, headers: { cookie } });
}

/** A stream that sends to the account's channel. */
export async function connected(server: TestServer, title?: string) {
  const id = await newStream(server, title);
  await consent(server, id);
  const set = await server.call("POST", `/api/youtube/setup-stream/${id}`, { body: { channelId: "UC-moth", channelName: "Moth Radio" } });
  expect(set.status).toBe(200);
  return id;
}

/** What YouTube takes for a JPEG, by how it begins, is the artwork of all streams. @param sha256 what its file is called @returns where that lies */
export function giveArtwork({ services: { db, files } }: TestServer, sha256: string): string {
  const path = files.path("artwork", `${sha256}.jpg`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, Uint8Array.from([0xff, 0xd8, 0xff, 0xe0]));
  db.update(streams)
    .set({ artworkUrl: `/api/files/artwork/${sha256}.jpg` })
    .run();
  return path;
}
