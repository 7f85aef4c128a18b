import { type Logger, type PlanBackground } from "@nightjar/contract";
import { PATIENCE_MS } from "@nightjar/kit/testing";
import { expect, it } from "vitest";
import { BareBackgrounds } from "../src/director/ready/bare-backgrounds.ts";
import { usedBackgrounds } from "../src/director/ready/used-backgrounds.ts";
import type { Urgency } from "../src/render/requests.ts";
import type { UnitRef } from "../src/timeline/unit.ts";
import { testPlan } from "./support/engine.ts";
import { until } from "./support/studio.ts";

const SILENT: Logger = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
const picture = (name: string): PlanBackground => ({ kind: "image", file: { path: `/media/${name}`, sha256: name } });
const FULL_HD = { profileId: "1080p30", quality: "standard", renderEncoder: "software" } as const;
const showing = (name: string, changes = {}) => testPlan([], "rtmp://h/live", "key", { background: picture(name), ...FULL_HD, ...changes });

interface Asked {
  readonly name: string;
  readonly profile: string;
  readonly urgency: Urgency;
  end(): void;
  fail(): void;
}

/** Bare backgrounds over a renderer that renders when it is told to. */
function open() {
  const asked: Asked[] = [];
  let nowMs = 0;
  const slate = { headers: { video: Buffer.alloc(1), audio: Buffer.alloc(1) } };
  const bare = new BareBackgrounds({
    log: SILENT,
    nowMs: () => nowMs,
    videoFacts: { of: () => Promise.reject(new Error("no video here")) },
    slates: {
      find: async (choice) => ({ slate: slate as never, encoder: choice.renderEncoder === "nvenc" ? "software" : choice.renderEncoder }),
    },
    idle: { spare: () => Promise.resolve() },
    renderer: {
      cachedComposite: async () => null,
      composite: async (profile, _headers, { background }, urgency) => {
        const name = background.kind === "default" ? "default" : background.file.sha256;
        const { promise, resolve, reject } = Promise.withResolvers<UnitRef>();
        promise.catch(() => undefined);
        const key = `${name}@${profile.id}/${profile.encoder}`;
        const unit: UnitRef = { key, kind: "video", path: `/units/${key}`, firstTagOffset: 1, readableBytes: 2, isComplete: true };
        asked.push({ name, profile: profile.id, urgency, end: () => resolve(unit), fail: () => reject(new Error("no disk")) });
        return { done: promise, progress: () => 0.25 };
      },
    },
  });
  const askedFor = async (count: number) => {
    await until(() => asked.length >= count, PATIENCE_MS);
    return asked[count - 1] ?? Promise.reject(new Error("asked for above"));
  };
  return { bare, asked, askedFor, pass: (ms: number) => (nowMs += ms) };
}

it("each is asked for once, however many streams use it, and found as soon as it is complete", async () => {
  const { bare, asked, askedFor } = open();
  let told = 0;
  bare.onChange(() => (told += 1));
  bare.want(usedBackgrounds([showing("a"), showing("a")], [showing("a")]));
  const first = await askedFor(1);
  expect(bare.find(picture("a"), FULL_HD)).toBeNull();
  first.end();
  await until(() => told === 1, PATIENCE_MS);
  expect(bare.find(picture("a"), FULL_HD)?.key).toBe("a@1080p30/software");
  expect(bare.keys).toEqual(["a@1080p30/software"]);
  bare.want(usedBackgrounds([showing("a")], []));
  expect([asked.length, told]).toEqual([1, 1]);
});

it("another profile has its own; a quality that changes no header shares one", async () => {
  const { bare, asked, askedFor } = open();
  bare.want(usedBackgrounds([showing("a"), showing("a", { quality: "high" }), showing("a", { profileId: "720p30" })], []));
  (await askedFor(1)).end();
  (await askedFor(2)).end();
  expect(asked.map(({ profile }) => profile)).toEqual(["1080p30", "720p30"]);
  await until(() => bare.keys.length === 2, PATIENCE_MS);
  expect(bare.find(picture("a"), { ...FULL_HD, quality: "high" })?.key).toBe("a@1080p30/software");
});

it("is found by the encoder that really made it", async () => {
  const { bare, askedFor } = open();
  bare.want(usedBackgrounds([showing("a", { renderEncoder: "nvenc" })], []));
  (await askedFor(1)).end();
  await until(() => bare.keys.length === 1, PATIENCE_MS);
  expect(bare.find(picture("a"), FULL_HD)?.key).toBe("a@1080p30/software");
  // Its headers are not those of the encoder that was wanted.
  expect(bare.find(picture("a"), { ...FULL_HD, renderEncoder: "nvenc" })).toBeNull();
});

it("they are made in idle time, one after the other, those on air first", async () => {
  const { bare, asked, askedFor } = open();
  bare.want(usedBackgrounds([], [showing("a"), showing("b")]));
  await askedFor(1);
  bare.want(usedBackgrounds([showing("c")], [showing("a"), showing("b")]));
  for (const nth of [1, 2, 3]) (await askedFor(nth)).end();
  await until(() => bare.keys.length === 3, PATIENCE_MS);
  expect(asked.map(({ name }) => name)).toEqual(["a", "c", "b"]);
  expect(new Set(asked.map(({ urgency }) => JSON.stringify(urgency)))).toEqual(
    new Set([JSON.stringify({ lane: "idle", label: "Background" })]),
  );
});

it("what nobody uses any more is let go, and told", async () => {
  const { bare, askedFor } = open();
  bare.want(usedBackgrounds([showing("a")], []));
  (await askedFor(1)).end();
  await until(() => bare.keys.length === 1, PATIENCE_MS);
  let told = 0;
  bare.onChange(() => (told += 1));
  bare.want([]);
  expect([bare.find(picture("a"), FULL_HD), bare.keys, told]).toEqual([null, [], 1]);
});

it("one that was broken is made again; one that cannot be made rests, and holds up no other", async () => {
  const { bare, asked, askedFor, pass } = open();
  const used = usedBackgrounds([], [showing("a"), showing("b")]);
  bare.want(used);
  (await askedFor(1)).fail();
  (await askedFor(2)).end();
  await until(() => bare.keys.length === 1, PATIENCE_MS);
  bare.want(used);
  bare.repair("b@1080p30/software");
  expect((await askedFor(3)).name).toBe("b");
  asked[2]?.end();
  await until(() => bare.keys.length === 1, PATIENCE_MS);
  pass(10 * 60_000);
  bare.want(used);
  expect((await askedFor(4)).name).toBe("a");
});

it("one that could not be made is made at once when the disk has room again", async () => {
  const { bare, askedFor } = open();
  bare.want(usedBackgrounds([showing("a")], []));
  (await askedFor(1)).fail();
  await until(() => bare.preparing().length === 0, PATIENCE_MS);
  bare.roomAgain();
  (await askedFor(2)).end();
  await until(() => bare.keys.length === 1, PATIENCE_MS);
  expect(bare.find(picture("a"), FULL_HD)?.key).toBe("a@1080p30/software");
});

it("of what takes turns all are used, the one that is chosen first; the plain default is none", () => {
  const plan = showing("a", { autoSwitch: "every-song", rotation: [picture("b"), picture("a"), { kind: "default" }] });
  const shas = (used: ReturnType<typeof usedBackgrounds>) =>
    used.map(({ background }) => background.kind !== "default" && background.file.sha256);
  expect(shas(usedBackgrounds([plan, showing("c")], [showing("d"), showing("a")]))).toEqual(["a", "c", "b", "d"]);
  expect(shas(usedBackgrounds([], [plan]))).toEqual(["a"]);
});

it("what is being made, and what waits, is told with how far it is, and no longer when it is there or could not be made", async () => {
  const { bare, askedFor, pass } = open();
  bare.want(usedBackgrounds([showing("a")], [showing("b")]));
  const first = await askedFor(1);
  await until(() => bare.preparing().some(({ making }) => making !== null), PATIENCE_MS);
  pass(3000);
  expect(bare.preparing()).toEqual([
    { sha256: "a", making: { progress: 0.25, elapsedMs: 3000 } },
    { sha256: "b", making: null },
  ]);
  first.end();
  (await askedFor(2)).fail();
  await until(() => bare.preparing().length === 0, PATIENCE_MS);
});
