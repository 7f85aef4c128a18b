import { type StandIn, startStandIn } from "@nightjar/youtube-standin";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { type Call, signInByCall } from "../src/call.ts";
import { connectYoutube } from "../src/youtube.ts";
import { openStudio, type Studio } from "../src/studio.ts";
import { until } from "../src/until.ts";

const ACCOUNT = { email: "admin@label.example", password: "a good password" };
/** At night at every call there is. */
const CALLS = Number(process.env["YOUTUBE_KILLS"] ?? 2);
const PATIENCE_MS = 120_000;
/** At least: a broadcast is made and bound, it and its key are read, it is taken to live, and read to be so; at its end it is completed. */
const CALLS_OF = { start: 6, stop: 1 } as const;

let far: StandIn;
let studio: Studio;
let call: Call;
let streamId = "";

beforeAll(async () => {
  far = await startStandIn({ quotaUnits: 1e9, ingest: { url: "rtmp://127.0.0.1:9/live", comesIn: () => true } });
  studio = await openStudio({ ADMIN_EMAIL: ACCOUNT.email, ADMIN_PASSWORD: ACCOUNT.password, ...far.env });
  await studio.start();
  call = await signInByCall(studio.url, ACCOUNT);
  streamId = String((await call("POST", "/api/streams", { title: "Unkillable" }))["id"]);
  await connectYoutube(studio.url, ACCOUNT, streamId);
  await call("POST", `/api/youtube/setup-stream/${streamId}`, { channelId: "UC-moth" });
});
afterAll(async () => {
  await studio?.close();
  await far?.close();
});
afterEach(({ task }) => {
  if (task.result?.state === "fail") studio.keepOutput("youtube-kill");
});

const open = () => [...far.world.broadcasts.values()].map(({ lifeCycleStatus }) => lifeCycleStatus).filter((state) => state !== "complete");
const made = () => far.world.asked.filter(({ call: name, outcome }) => name === "liveBroadcasts.insert" && outcome === "ok").length;

async function isLive(): Promise<boolean> {
  if (open().join() !== "live") return false;
  const { destinations } = await call("GET", `/api/streams/${streamId}/on-air`);
  return JSON.stringify(destinations).includes('"lifeCycleStatus":"live"');
}

/** Presses, and lets the server be killed at that call. @returns whether there was such a call */
async function killedAt(at: number, when: "before" | "after", press: "start" | "stop", isDone: () => Promise<boolean>): Promise<boolean> {
  const deaths: Promise<void>[] = [];
  const die = async () => {
    deaths.push(studio.end("SIGKILL"));
    await Promise.all(deaths);
  };
  far.interrupt({ call: at, when, act: die });
  await call("POST", `/api/direct-streaming/${press}/${streamId}`, {}).catch((error: unknown) => {
    // Killed in the very moment of the answer.
    if (deaths.length === 0) throw error;
  });
  await until(`${press}, or the end of the server`, async () => deaths.length > 0 || (await isDone().catch(() => false)), PATIENCE_MS);
  far.interrupt(null);
  if (deaths.length === 0) return false;
  await Promise.all(deaths);
  const askedBefore = far.world.asked.length;
  await studio.start();
  // It has asked how things are, and nothing is left to be done.
  await until(
    press,
    async () => far.world.asked.length > askedBefore && far.world.asked.at(-1)?.outcome === "ok" && (await isDone()),
    PATIENCE_MS,
  );
  return true;
}

/** Before and after each of so many, as far as this run goes. */
const firstCalls = (calls: number) =>
  Array.from({ length: Math.min(CALLS, calls) }, (_, at) => [`before call ${at + 1}`, `after call ${at + 1}`]).flat();

it("kill -9 of the server between any two calls of Start and Stop: the next one goes on, with one broadcast and no orphan", async () => {
  const died: Record<keyof typeof CALLS_OF, string[]> = { start: [], stop: [] };
  for (let at = 1; at <= CALLS; at += 1) {
    let deaths = 0;
    for (const when of ["before", "after"] as const) {
      const madeBefore = made();
      const inStart = await killedAt(at, when, "start", isLive);
      expect([at, when, open(), made() - madeBefore]).toEqual([at, when, ["live"], 1]);
      const inStop = await killedAt(at, when, "stop", async () => open().length === 0);
      expect([at, when, open(), made() - madeBefore]).toEqual([at, when, [], 1]);
      deaths += Number(inStart) + Number(inStop);
      if (inStart) died.start.push(`${when} call ${at}`);
      if (inStop) died.stop.push(`${when} call ${at}`);
    }
    if (deaths === 0) break;
  }
  console.log(`in Start: ${died.start.join(", ")}\nin Stop: ${died.stop.join(", ")}`);
  expect(died.start).toEqual(expect.arrayContaining(firstCalls(CALLS_OF.start)));
  expect(died.stop).toEqual(expect.arrayContaining(firstCalls(CALLS_OF.stop)));
});
