import { get } from "node:http";
import type { IncomingMessage } from "node:http";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { virtualTime } from "@nightjar/kit/testing";
import { createDeezer } from "../src/catalogues/deezer.ts";
import { createForeignPictures, pinnedTo } from "../src/catalogues/foreign-pictures.ts";
import type { Resolve } from "../src/catalogues/foreign-pictures.ts";
import { createMusicServices, userAgentOf } from "../src/catalogues/index.ts";
import { createMusicBrainz } from "../src/catalogues/musicbrainz.ts";
import { isPublicAddress } from "../src/catalogues/public-address.ts";
import { type DeezerStandIn, startDeezer } from "../../../tooling/music-services/deezer.ts";
import { type MusicBrainzStandIn, startMusicBrainz } from "../../../tooling/music-services/musicbrainz.ts";
import { pngOf, startStandIn } from "../../../tooling/music-services/stand-in.ts";
import type { Call, Reply, StandIn } from "../../../tooling/music-services/stand-in.ts";

const AGENT = "Nightjar/1.0.0 ( https://studio.example )";
const FAR = "https://far.example";
const ROOTS = { DEEZER_API_ROOT: FAR, MUSICBRAINZ_API_ROOT: FAR, COVERART_API_ROOT: FAR, SPOTIFY_API_ROOT: FAR };
const soon = () => AbortSignal.timeout(10_000);
const never = new AbortController().signal;
/** When deadlines begin from now on. */
function deadlinesAt(nowMs: () => number): readonly number[] {
  const begunMs: number[] = [];
  const { timeout } = AbortSignal;
  vi.spyOn(AbortSignal, "timeout").mockImplementation((forMs) => {
    begunMs.push(nowMs());
    return timeout.call(AbortSignal, forMs);
  });
  return begunMs;
}
afterEach(() => void vi.restoreAllMocks());

it("who asks is told with an address that reaches somebody", () => {
  expect(userAgentOf("https://studio.example", "boss@label.example")).toContain(" ( https://studio.example )");
  expect(userAgentOf("http://127.0.0.1:3000", "boss@label.example")).toContain(" ( boss@label.example )");
  expect(userAgentOf("http://localhost:3000", undefined)).toContain(" ( http://localhost:3000 )");
});

it("of a recording Deezer is asked first, then MusicBrainz", () => {
  expect(createMusicServices(ROOTS, "https://studio.example").catalogues.map(({ name }) => name)).toEqual(["deezer", "musicbrainz"]);
});

describe("Deezer", () => {
  let deezer: DeezerStandIn;
  const time = virtualTime();
  const TRACK = { title: "Moth", artist: "Lamp", album: "LP", label: "Own", genre: "House", duration: 263, explicit_lyrics: true };
  beforeAll(async () => {
    deezer = await startDeezer(
      {
        USRC17607839: { ...TRACK, release_date: "2021-02-03", bpm: 0 },
        USRC17607840: { ...TRACK, release_date: "0000-00-00", bpm: 124.2, genre: "", label: "" },
      },
      time.nowMs,
    );
  });
  afterAll(() => deezer.close());

  it("tells of a track, and its album the label and the genre", async () => {
    expect(await createDeezer(deezer.root, AGENT, time).find("USRC17607839", soon())).toEqual({
      ...{ title: "Moth", artist: "Lamp", album: "LP", durationMs: 263_000, genre: "House", recordLabel: "Own", explicit: true },
      ...{ artworkUrl: `${deezer.root}/images/cover/1/1000x1000.png`, bpm: null, releaseDate: "2021-02-03" },
    });
  });

  it("leaves out what it does not know: no date, no genre and no label", async () => {
    const found = await createDeezer(deezer.root, AGENT, time).find("USRC17607840", soon());
    expect(found).toMatchObject({ releaseDate: null, genre: null, recordLabel: null, bpm: 124.2 });
  });

  it("knows no such code by an error with status 200", async () => {
    expect(await createDeezer(deezer.root, AGENT, time).find("USRC17607841", soon())).toBeNull();
  });

  it("is asked again when it says that it was too much, and given up when it goes on saying so", async () => {
    deezer.exhaust(1);
    expect(await createDeezer(deezer.root, AGENT, time).find("USRC17607839", soon())).toMatchObject({ title: "Moth" });
    deezer.exhaust(3);
    await expect(createDeezer(deezer.root, AGENT, time).find("USRC17607839", soon())).rejects.toThrow("busy");
  });

  it("whose album does not answer has told a part, which says so", async () => {
    deezer.breakAlbums(true);
    const found = await createDeezer(deezer.root, AGENT, time).find("USRC17607839", soon());
    deezer.breakAlbums(false);
    expect(found).toMatchObject({ title: "Moth", recordLabel: null, isPartial: true });
  });

  it("has a deadline that begins when it is asked, and not while we keep it waiting", async () => {
    const own = virtualTime();
    const service = await startDeezer({}, own.nowMs);
    const catalogue = createDeezer(service.root, AGENT, own);
    const begunMs = deadlinesAt(own.nowMs);
    await Promise.all(Array.from({ length: 41 }, async () => catalogue.find("USRC17607839", never)));
    await service.close();
    expect([begunMs.length, begunMs[0], begunMs.at(-1)]).toEqual([41, 0, 5000]);
  });

  it("that cuts the connection, or is late, has failed", async () => {
    deezer.silence(true);
    await expect(createDeezer(deezer.root, AGENT, time).find("USRC17607839", soon())).rejects.toThrow();
    deezer.silence(false);
    deezer.hang();
    await expect(createDeezer(deezer.root, AGENT, time).find("USRC17607839", AbortSignal.timeout(20))).rejects.toThrow();
  });
});

describe("MusicBrainz", () => {
  let service: MusicBrainzStandIn;
  const time = virtualTime();
  const release = (id: string, date: string, status = "Official") => ({ id, title: `Release ${id}`, date, status });
  const recording = (id: string, date: string, length: number | null) => ({
    ...{ id, title: `Recording ${id}`, length, "first-release-date": date, label: "Own" },
    artists: [["Lamp", " feat. "] as const, ["Moth", ""] as const],
    releases: [release(`${id}-late`, "2022"), release(`${id}-promo`, "2019", "Promotion"), release(`${id}-first`, "2020-05-01")],
    genres: [
      { name: "pop", count: 1 },
      { name: "house", count: 7 },
    ],
  });
  beforeAll(async () => {
    service = await startMusicBrainz(
      {
        USRC17607839: [recording("none", "2018", null), recording("later", "2021", 260_000), recording("first", "2020", 263_000)],
        USRC17607843: [{ ...recording("untold", "2020", 263_000), hasCover: null }],
        USRC17607844: [{ ...recording("bare", "2020", 263_000), hasCover: false }],
      },
      time.nowMs,
    );
  });
  afterAll(() => service.close());
  const open = (userAgent = AGENT) => createMusicBrainz({ root: service.root, coverRoot: service.root, userAgent, time });

  it("tells of the recording that has a length and came out first, by its first official release; one call a second", async () => {
    const catalogue = open();
    const found = await catalogue.find("USRC17607839", soon());
    expect(found).toEqual({
      ...{ title: "Recording first", artist: "Lamp feat. Moth", album: "Release first-first", durationMs: 263_000, genre: "house" },
      ...{ artworkUrl: `${service.root}/release/first-first/front-500`, bpm: null, explicit: false, recordLabel: "Own" },
      releaseDate: "2020",
    });
    expect(await catalogue.find("USRC17607841", soon())).toBeNull();
    expect(service.calls.map((call) => call.split("?")[0])).toEqual([
      ...["GET /ws/2/isrc/USRC17607839", "GET /ws/2/recording/first", "GET /ws/2/release/first-first", "GET /ws/2/isrc/USRC17607841"],
    ]);
  });

  it("tells of the recording that is as long as the one that is looked for", async () => {
    expect(await open().find("USRC17607839", soon(), 259_000)).toMatchObject({ title: "Recording later", durationMs: 260_000 });
    expect(await open().find("USRC17607839", soon(), 100_000)).toMatchObject({ title: "Recording first" });
  });

  it("whose release does not answer has told a part, which says so", async () => {
    service.breakReleases(true);
    const found = await open().find("USRC17607839", soon());
    service.breakReleases(false);
    expect(found).toMatchObject({ title: "Recording first", recordLabel: null, isPartial: true });
  });

  it("has a cover to look for unless it says that there is none", async () => {
    const cover = async (isrc: string) => (await open().find(isrc, soon()))?.artworkUrl;
    expect(await cover("USRC17607843")).toBe(`${service.root}/release/untold-first/front-500`);
    expect(await cover("USRC17607844")).toBeNull();
  });

  it("is asked by one call after the other, and each has a deadline of its own", async () => {
    await time.paused(1100, never);
    const begunMs = deadlinesAt(time.nowMs);
    const catalogue = open();
    const release = service.hold();
    const before = service.calls.length;
    const both = [catalogue.find("USRC17607841", never), catalogue.find("USRC17607842", never)];
    await expect.poll(() => service.calls.length - before).toBe(1);
    expect(begunMs).toHaveLength(1);
    release();
    expect(await Promise.all(both)).toEqual([null, null]);
    expect([service.calls.length - before, begunMs.length]).toEqual([2, 2]);
  });

  it("that is busy is asked again after a pause", async () => {
    service.exhaust(1);
    expect(await open().find("USRC17607841", soon())).toBeNull();
  });

  it("refuses who does not say who they are, which is a failure and no answer", async () => {
    await expect(open("curl").find("USRC17607839", soon())).rejects.toThrow("403");
  });
});

describe("an address", () => {
  it.each([
    ...["127.0.0.1", "10.1.2.3", "172.31.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1", "255.255.255.255"],
    ...["198.18.0.1", "203.0.113.9", "::1", "::", "fe80::1", "fd00::1", "ff02::1", "::ffff:127.0.0.1", "::ffff:8.8.8.8", "64:ff9b::7f00:1"],
    ...["2002:7f00:1::", "2001:db8::1", "2001::1", "localhost", ""],
  ])("%s is not for everybody", (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each(["8.8.8.8", "1.1.1.1", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "2a00:1450:4001::200e"])("%s is", (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
});

describe("a picture from elsewhere", () => {
  let service: StandIn;
  let reply: (call: Call) => Reply;
  let resolved: string[];
  beforeAll(async () => {
    service = await startStandIn((call) => reply(call));
  });
  afterAll(() => service.close());
  afterEach(() => void (resolved = []));

  const PNG = { headers: { "content-type": "image/png" }, body: pngOf(4) };
  const LIMIT = 10_000;
  const names: Record<string, string[]> = { "covers.example": ["127.0.0.1"], "both.example": ["8.8.8.8", "10.0.0.1"], "none.example": [] };
  const resolveAll: Resolve = async (host) => {
    resolved.push(host);
    return (names[host] ?? []).map((address) => ({ address, family: 4 }));
  };
  resolved = [];
  const fetchIt = (url: string, trusted: readonly string[] = [service.root]) =>
    createForeignPictures({ trusted: new Set(trusted), userAgent: AGENT, resolveAll }).fetch(url, LIMIT);

  it("comes whole from a service that the operator has named", async () => {
    reply = () => PNG;
    expect(await fetchIt(`${service.root}/a.png`)).toEqual(PNG.body);
  });

  it.each(["DEEZER_API_ROOT", "MUSICBRAINZ_API_ROOT", "COVERART_API_ROOT", "SPOTIFY_API_ROOT"] as const)(
    "comes from this machine where %s is there, and else does not",
    async (root) => {
      reply = () => PNG;
      const fetched = (config: typeof ROOTS) =>
        createMusicServices(config, "https://studio.example").foreignPictures.fetch(`${service.root}/a.png`, LIMIT);
      expect(await fetched({ ...ROOTS, [root]: service.root })).toEqual(PNG.body);
      expect(await fetched(ROOTS)).toBe("private-address");
    },
  );

  it.each([
    ["a name for this machine", "http://covers.example/a.png"],
    ["a name of which one address is private", "https://both.example/a.png"],
    ["this machine's number", "http://127.0.0.1/a.png"],
    ["this machine's number in another writing", "http://2130706433/a.png"],
    ["this machine's number in IPv6", "http://[::1]/a.png"],
    ["this machine's number within IPv6", "http://[::ffff:127.0.0.1]/a.png"],
    ["where a cloud keeps its secrets", "http://169.254.169.254/latest/meta-data/"],
    ["another door than the web's", "https://covers.example:22/a.png"],
    ["an address with a password", "https://a:b@covers.example/a.png"],
  ])("is never looked for at %s", async (_what, url) => {
    const before = service.calls.length;
    expect(await fetchIt(url, [])).toBe("private-address");
    expect(service.calls.length).toBe(before);
  });

  it("is not followed into a private network, nor out of the web, nor for ever", async () => {
    const to = (location: string) => () => ({ status: 302, headers: { location } });
    reply = to("http://127.0.0.1:1/a.png");
    expect(await fetchIt(`${service.root}/a.png`)).toBe("private-address");
    reply = to("http://covers.example/a.png");
    expect(await fetchIt(`${service.root}/a.png`)).toBe("private-address");
    reply = to("file:///etc/passwd");
    expect(await fetchIt(`${service.root}/a.png`)).toBe("no-picture");
    reply = to("/a.png");
    const before = service.calls.length;
    expect(await fetchIt(`${service.root}/a.png`)).toBe("unreachable");
    expect(service.calls.length - before).toBe(5);
  });

  it("is asked for at the address that was checked, whatever the name says", async () => {
    reply = () => PNG;
    const { port } = new URL(service.root);
    const answer = Promise.withResolvers<IncomingMessage>();
    get(`http://covers.invalid:${port}/a.png`, { lookup: pinnedTo([{ address: "127.0.0.1", family: 4 }]), agent: false }, answer.resolve);
    const { statusCode, headers } = (await answer.promise).resume();
    expect([statusCode, headers["content-type"]]).toEqual([200, "image/png"]);
  });

  it("follows a redirect of the service to another page of its own", async () => {
    reply = ({ url }) => (url.pathname === "/a" ? { status: 307, headers: { location: "/b.png" } } : PNG);
    expect(await fetchIt(`${service.root}/a`)).toEqual(PNG.body);
  });

  it("is a picture by what it says of itself, no larger than allowed, and there", async () => {
    reply = () => ({ headers: { "content-type": "text/html" }, body: "<html>" });
    expect(await fetchIt(`${service.root}/a`)).toBe("no-picture");
    reply = () => ({ headers: { "content-type": "image/svg+xml" }, body: "<svg/>" });
    expect(await fetchIt(`${service.root}/a`)).toBe("no-picture");
    reply = () => ({ headers: { "content-type": "image/png" }, body: Buffer.alloc(LIMIT + 1) });
    expect(await fetchIt(`${service.root}/a`)).toBe("too-large");
    reply = () => ({ headers: { "content-type": "image/png", "transfer-encoding": "chunked" }, body: Buffer.alloc(LIMIT + 1) });
    expect(await fetchIt(`${service.root}/a`)).toBe("too-large");
    reply = () => ({ status: 404 });
    expect(await fetchIt(`${service.root}/a`)).toBe("no-picture");
    reply = () => ({ status: 502 });
    expect(await fetchIt(`${service.root}/a`)).toBe("unreachable");
    expect(await fetchIt("http://none.example/a")).toBe("unreachable");
    expect(await fetchIt("nowhere")).toBe("no-picture");
  });
});
