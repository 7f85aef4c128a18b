import { once } from "node:events";
import { type Socket, connect, createServer } from "node:net";
import { join } from "node:path";
import type { DestinationTrial, OnAir, Plan, PlanItem } from "@nightjar/contract";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { TRIAL_WAITS } from "../src/egress/trial.ts";
import { makeTone, planItem } from "./support/engine.ts";
import { liveStudio } from "./support/live-studio.ts";
import { rtmp, until } from "./support/studio.ts";

/** It does not end by itself while a busy machine starts what asks, and what is to take its place. */
const UNENDING_MS = 600_000;

let standsMs = TRIAL_WAITS.standsMs;
const live = liveStudio({ trialWaits: () => ({ answerMs: UNENDING_MS, standsMs }) });
let items: PlanItem[];
let far: Awaited<ReturnType<typeof startFarEnd>>;
beforeEach(async () => {
  standsMs = TRIAL_WAITS.standsMs;
  items = [planItem("one", await makeTone(join(live.studio.dir, "one.wav"), { seconds: 20, hz: 440 }), 20_000)];
  far = await startFarEnd();
});
afterEach(() => far.close());

/** In front of the ingest: tells in which order senders come, say something, and go. */
async function startFarEnd() {
  const seen: string[] = [];
  const sockets = new Set<Socket>();
  let firstAnswered = 1;
  let count = 0;
  const server = createServer((near) => {
    const nth = (count += 1);
    seen.push(`${nth} came`);
    sockets.add(near);
    near.on("error", () => undefined);
    near.once("data", () => seen.push(`${nth} spoke`));
    near.on("close", () => seen.push(`${nth} went`));
    if (nth < firstAnswered) return;
    const ingest = connect(live.ingest.port, "127.0.0.1");
    sockets.add(ingest);
    ingest.on("error", () => undefined);
    near.pipe(ingest).pipe(near);
    near.on("close", () => ingest.destroy());
    ingest.on("close", () => near.destroy());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    url: `rtmp://127.0.0.1:${address.port}/live`,
    seen,
    /** And to no sender before the nth. */
    answersTo: (nth: number) => void (firstAnswered = nth),
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

describe("the test of a destination where a stream goes on air", () => {
  it("while it connects is ended before the stream connects, and says that a stream is on air there", async () => {
    const { engine } = live.studio;
    const plan = live.plan("connects", items, { destinations: [rtmp("connects", far.url, "connects")] });
    far.answersTo(2);
    const trial = tried("connects");
    await until(() => far.seen.includes("1 spoke"));
    engine.apply(plan);
    expect(await trial).toBe("on-air");
    expect(await sent(plan)).toMatchObject([{ reconnects: 0, lastError: null }]);
    expect(far.seen).toEqual(["1 came", "1 spoke", "1 went", "2 came", "2 spoke"]);
    // Also while it says good-bye.
    engine.stop(plan.streamId);
    expect(await tried("connects")).toBe("on-air");
    await live.finish(plan);
    expect(await tried("connects")).toMatchObject({ isAccepted: true });
  });

  it("that stands leaves the place to a destination that is added on air, which is accepted at once", async () => {
    const { engine } = live.studio;
    const plan = live.plan("stands", items);
    engine.apply(plan);
    await sent(plan);
    standsMs = UNENDING_MS;
    const trial = tried("added");
    await until(async () => (await live.ingest.received()).has("added"));
    const changed = { ...plan, destinations: [...plan.destinations, rtmp("added", far.url, "added")] };
    engine.apply(changed);
    expect(await trial).toBe("on-air");
    expect((await sent(changed)).at(-1)).toMatchObject({ reconnects: 0, lastError: null });
    expect(far.seen).toEqual(["1 came", "1 spoke", "1 went", "2 came", "2 spoke"]);
    await live.finish(changed);
  });

  it.each(["another", "the same with another key"])("leaves the place to %s in the place of a destination on air", async (which) => {
    const { engine } = live.studio;
    const plan = live.plan("replaced", items);
    engine.apply(plan);
    await sent(plan);
    far.answersTo(2);
    const trial = tried("changed");
    await until(() => far.seen.includes("1 spoke"));
    engine.apply({ ...plan, destinations: [rtmp(which === "another" ? "another" : "replaced", far.url, "changed")] });
    expect(await trial).toBe("on-air");
    await until(async () => (await live.ingest.received()).has("changed"));
    expect(far.seen).toEqual(["1 came", "1 spoke", "1 went", "2 came", "2 spoke"]);
    await live.finish(plan);
  });
});

function tried(streamKey: string): Promise<DestinationTrial | "on-air"> {
  const target = { url: far.url, streamKey };
  return live.studio.engine.tryDestination(target, (other) => other.url === far.url && other.streamKey === streamKey);
}

async function sent({ streamId, destinations: wanted }: Plan) {
  const isSent = ({ destinations }: OnAir) =>
    wanted.every(({ id }) => destinations.some((one) => one.id === id && one.state === "sending"));
  return (await live.studio.waitFor(streamId, isSent)).destinations;
}
