import { ISRC_TEXT } from "@nightjar/contract";
import { artworkFiles } from "@nightjar/db";
import { addTrack } from "@nightjar/api/testing";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { lookupIsrc } from "../../src/library/lookup-isrc.ts";
import { takeArtwork } from "../../src/library/take-artwork.ts";
import type { Catalogue, ForeignRecording } from "../../src/ports.ts";
import { openStudio } from "../support/call-verb.ts";
import type { Studio } from "../support/call-verb.ts";
import { bringFiles } from "../support/files.ts";

const CODE = "USRC17607839";
const RECORDING: ForeignRecording = {
  ...{ title: "Moth", artist: "Lamp", album: "LP", durationMs: 263_000, genre: "House", artworkUrl: "https://covers.example/1.jpg" },
  ...{ bpm: 124, explicit: true, recordLabel: "Own", releaseDate: "2021-02-03" },
};

let studio: Studio;
let asked: string[];
beforeEach(async () => {
  studio = await openStudio();
  asked = [];
});
afterEach(() => {
  vi.useRealTimers();
  return studio.close();
});

type Find = (signal: AbortSignal, durationMs: number | null | undefined) => Promise<ForeignRecording | null>;
/** From now on the service answers so. */
function says(name: Catalogue["name"], answer: Find): void {
  const catalogue = studio.ports.catalogues.find((each) => each.name === name);
  if (!catalogue) throw new Error(`there is no ${name}`);
  catalogue.isOpen = () => true;
  catalogue.find = async (isrc, signal, durationMs) => {
    asked.push(`${name} ${isrc}`);
    return answer(signal, durationMs);
  };
}
const fails = (name: Catalogue["name"]) => says(name, () => Promise.reject(new Error("connection refused")));
const look = (isrcCode = CODE, more: object = {}) => studio.callVerb(lookupIsrc, { isrcCode, ...more });
const refused = (isrcCode = CODE) => studio.refusal(lookupIsrc, { isrcCode });

describe("a look-up by ISRC", () => {
  it("asks nobody for what is no code", async () => {
    expect(await refused("USRC1760783")).toMatchObject({ code: "invalid-input", message: ISRC_TEXT });
    expect(asked).toEqual([]);
  });

  it("is answered by the own library first, however the code is written, but not by the track that is edited", async () => {
    says("deezer", async () => RECORDING);
    const id = addTrack(studio.services, "Ours", "Us", { isrcCode: "US-RC1-76-07839", isrcKey: CODE, mood: "chill" });
    expect(await look("isrc us-rc1-76-07839")).toMatchObject({
      source: "library",
      title: "Ours",
      artist: "Us",
      mood: "chill",
      duration: "1:01",
    });
    expect(asked).toEqual([]);
    expect(await look(CODE, { exceptId: id })).toMatchObject({ source: "deezer", title: "Moth" });
  });

  it("then asks one service after the other, and says who answered", async () => {
    says("deezer", async () => null);
    says("musicbrainz", async () => RECORDING);
    expect(await look()).toEqual({
      ...{ title: "Moth", artist: "Lamp", album: "LP", duration: "4:23", genre: "House", artworkUrl: "https://covers.example/1.jpg" },
      ...{ fileUrl: null, tags: [], mood: null, bpm: 124, key: null, language: null, explicit: true, recordLabel: "Own" },
      ...{ releaseDate: "2021-02-03", source: "musicbrainz" },
    });
    expect(asked).toEqual([`deezer ${CODE}`, `musicbrainz ${CODE}`]);
  });

  it("asks for the recording that is as long as the file, where that is known: a code may stand at several", async () => {
    const lengths: unknown[] = [];
    says("musicbrainz", async (_signal, durationMs) => {
      lengths.push(durationMs);
      return RECORDING;
    });
    for (const more of [{ durationMs: 263_000 }, { durationMs: "61000" }, {}, { durationMs: 61_000 }]) await look(CODE, more);
    expect(lengths).toEqual([263_000, 61_000, null]);
  });

  it("that nobody knows is told in the specification's words", async () => {
    says("deezer", async () => null);
    expect(await refused()).toMatchObject({ code: "not-found", message: `ISRC code ${CODE} not found in database` });
  });

  it("keeps what was found, and asks again for what was not", async () => {
    says("deezer", async () => RECORDING);
    expect([await look(), await look()]).toMatchObject([{ title: "Moth" }, { title: "Moth" }]);
    says("musicbrainz", async () => null);
    says("deezer", async () => null);
    await refused("USRC17607840");
    await refused("USRC17607840");
    expect(asked.filter((each) => each.startsWith("deezer"))).toEqual([`deezer ${CODE}`, "deezer USRC17607840", "deezer USRC17607840"]);
  });

  it("tells who did not answer, and goes on with the next", async () => {
    fails("deezer");
    says("musicbrainz", async () => RECORDING);
    expect(await look()).toMatchObject({ source: "musicbrainz" });
    says("musicbrainz", async () => null);
    expect(await refused("USRC17607840")).toMatchObject({
      code: "unavailable",
      message: "Deezer did not answer. MusicBrainz does not know USRC17607840. Please try again in a minute.",
    });
  });

  it("that we give up while a service has its turn yet to come is no failure of that service", async () => {
    const given = vi.spyOn(AbortSignal, "timeout").mockImplementation(() => AbortSignal.abort());
    says("deezer", (signal) => Promise.reject(signal.reason));
    expect(await refused()).toMatchObject({ code: "unavailable" });
    given.mockRestore();
    says("deezer", async () => RECORDING);
    expect(await look()).toMatchObject({ source: "deezer" });
  });

  it("is answered in time though a service neither answers nor gives up", async () => {
    const given = vi.spyOn(AbortSignal, "timeout").mockImplementation(() => AbortSignal.abort());
    says("deezer", () => new Promise<never>(() => undefined));
    expect(await refused()).toMatchObject({ code: "unavailable" });
    given.mockRestore();
  });

  it("of which a part did not come is shown, and asked for again", async () => {
    says("deezer", async () => ({ ...RECORDING, recordLabel: null, isPartial: true }));
    expect(await look()).toMatchObject({ title: "Moth", recordLabel: null });
    says("deezer", async () => RECORDING);
    expect(await look()).toMatchObject({ recordLabel: "Own" });
  });

  it("leaves a service that fails alone for a while, and longer each time", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    fails("deezer");
    const after = async (ms: number) => {
      vi.advanceTimersByTime(ms);
      await refused();
      return asked.length;
    };
    expect([await after(0), await after(4999), await after(1), await after(9999), await after(1)]).toEqual([1, 1, 2, 2, 3]);
  });

  it("leaves it alone no longer where the machine's clock is set back meanwhile", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    studio.ports.clock.set(Date.now() + 3_600_000);
    fails("deezer");
    await refused();
    studio.ports.clock.set(Date.now());
    vi.advanceTimersByTime(5000);
    await refused();
    expect(asked).toHaveLength(2);
  });
});

describe("a cover at a service's address", () => {
  beforeEach(() => void bringFiles(studio.ports));
  const take = (url = "https://covers.example/1.jpg") => studio.callVerb(takeArtwork, { url });
  const rows = () => studio.services.db.select().from(artworkFiles).all().length;

  it("becomes one of ours, encoded by us", async () => {
    studio.ports.foreignPictures.fetch = async () => Buffer.from("cover");
    expect(await take()).toEqual({ artworkUrl: expect.stringMatching(/^\/api\/files\/artwork\/[0-9a-f]{64}\.jpg$/) });
    expect(rows()).toBe(1);
  });

  it.each([
    ["private-address", "invalid-input", "private network"],
    ["unreachable", "unavailable", "did not answer"],
    ["too-large", "too-large", "less than 10MB"],
    ["no-picture", "invalid-input", "no picture"],
  ] as const)("that is refused as %s leaves nothing, and says why", async (why, code, text) => {
    studio.ports.foreignPictures.fetch = async () => why;
    const refusal = await studio.refusal(takeArtwork, { url: "https://covers.example/1.jpg" });
    expect([refusal.code, refusal.message, rows()]).toEqual([code, expect.stringContaining(text), 0]);
  });

  it("that cannot be decoded is none", async () => {
    studio.ports.foreignPictures.fetch = async () => Buffer.from("<svg/>");
    studio.ports.media.encodeArtwork = async () => null;
    expect(await studio.refusal(takeArtwork, { url: "https://covers.example/1.jpg" })).toMatchObject({ code: "invalid-input" });
  });

  it("is an address of the web", async () => {
    expect(await studio.refusal(takeArtwork, { url: "file:///etc/passwd" })).toMatchObject({ code: "invalid-input" });
  });
});
