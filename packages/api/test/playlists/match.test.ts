import type { TrackId } from "@nightjar/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { artistKeys, createMatcher, titleKey } from "../../src/playlists/match.ts";
import { labelFilter } from "../../src/playlists/labels.ts";
import type { Match, Offered, Sought } from "../../src/playlists/match.ts";

const [CODE, OTHER] = ["USRC17607839", "GBUM71029604"];
const sought = (more: Partial<Sought> = {}): Sought => ({ title: "Moth", artist: "Lamp", durationMs: 263_000, isrcKey: null, ...more });
const track = (id: string, more: Partial<Offered> = {}): Offered => ({ ...sought(), durationMs: 263_000, ...more, id: id as TrackId });

function match(wanted: Sought, library: readonly Offered[]): Match | undefined {
  const matcher = createMatcher([wanted]);
  for (const each of library) matcher.offer(each);
  return matcher.matches()[0];
}
const told = (found: Match | undefined) => {
  if (found?.is === "existing") return `existing ${found.trackId}: ${found.why}`;
  if (found?.is === "doubtful") return found.candidates.map(({ trackId, why }) => `doubtful ${trackId}: ${why}`).join("; ");
  return found?.is;
};

/** What is looked for, what the library has, and what is made of it. */
const TABLE: readonly (readonly [name: string, wanted: Partial<Sought>, library: readonly Offered[], expected: string])[] = [
  ["nothing like it", {}, [track("a", { title: "Candle" })], "new"],
  [
    "the same code, whatever else it says",
    { isrcKey: CODE },
    [track("a", { isrcKey: CODE, title: "Мотылёк", artist: "X" })],
    "existing a: the same ISRC code",
  ],
  [
    "a code before a title",
    { isrcKey: CODE },
    [track("a"), track("b", { isrcKey: CODE, title: "Other" })],
    "existing b: the same ISRC code",
  ],
  ["title, artist and length", {}, [track("a", { durationMs: 265_900 })], "existing a: the same title and artist, and as long"],
  ["a shop's title", { title: "Moth (feat. Wick) - 2011 Remaster" }, [track("a")], "existing a: the same title and artist, and as long"],
  [
    "artists in another order",
    { artist: "Wick & Lamp" },
    [track("a", { artist: "Lamp, Wick" })],
    "existing a: the same title and artist, and as long",
  ],
  ["no length told", { durationMs: null }, [track("a")], "existing a: the same title and artist"],
  ["a track without a length yet", {}, [track("a", { durationMs: 0 })], "existing a: the same title and artist"],
  [
    "two codes that differ",
    { isrcKey: CODE },
    [track("a", { isrcKey: OTHER })],
    "doubtful a: the same title and artist, and as long, but another ISRC code",
  ],
  ["longer by 4 s", {}, [track("a", { durationMs: 267_000 })], "doubtful a: the same title and artist, but 4 s longer in the library"],
  [
    "shorter by a minute",
    {},
    [track("a", { durationMs: 203_000 })],
    "doubtful a: the same title and artist, but 60 s shorter in the library",
  ],
  ["one artist of two", { artist: "Lamp, Wick" }, [track("a")], "doubtful a: the same title, but by Lamp in the library"],
  [
    "a title of a sign alone",
    { title: "♡", durationMs: 260_000 },
    [track("a", { title: "♡" })],
    "existing a: the same title and artist, and as long",
  ],
  ["another title of a sign alone", { title: "♡" }, [track("a", { title: "★" })], "new"],
  ["another title whose version alone is a word", { title: "♡ (Live)" }, [track("a", { title: "★ (Live)" })], "new"],
  ["an artist of signs alone", { artist: "!!!" }, [track("a", { artist: "!!!" })], "existing a: the same title and artist, and as long"],
  ["another artist of signs alone", { artist: "!!!" }, [track("a", { artist: "???" })], "new"],
  ["a title in Japanese that is another without its marks", { title: "ガラス" }, [track("a", { title: "カラス" })], "new"],
  [
    "a guest in brackets",
    { artist: "Lamp, Wick" },
    [track("a", { artist: "Lamp (feat. Wick)" })],
    "existing a: the same title and artist, and as long",
  ],
  [
    "a guest that the other does not name",
    {},
    [track("a", { artist: "Lamp [ft. Wick]" })],
    "doubtful a: the same title, but by Lamp [ft. Wick] in the library",
  ],
  [
    "a shop's title with a longer dash",
    { title: "Moth – 2011 Remaster" },
    [track("a")],
    "existing a: the same title and artist, and as long",
  ],
  ["a remix", { title: "Moth (Night Remix)" }, [track("a")], "new"],
  ["a live version", { title: "Moth - Live" }, [track("a")], "new"],
  ["the same title by others", { artist: "Wick" }, [track("a")], "new"],
  [
    "two that are alike",
    {},
    [track("b", { title: "Moth - Remastered" }), track("a")],
    "doubtful a: the same title and artist, and as long; doubtful b: the same title and artist, and as long",
  ],
];

describe("a track of a playlist is found in the library", () => {
  it.each(TABLE)("by %s", (_name, wanted, library, expected) => {
    expect(told(match(sought(wanted), library))).toBe(expected);
  });

  it("each of several by itself, also the same one twice", () => {
    const matcher = createMatcher([sought(), sought({ title: "Wick" }), sought()]);
    matcher.offer(track("a"));
    expect(matcher.matches().map(told)).toEqual([
      ...["existing a: the same title and artist, and as long", "new"],
      "existing a: the same title and artist, and as long",
    ]);
  });
});

const someTrack = fc.record({
  title: fc.constantFrom("Moth", "moth ", "Moth (feat. Wick)", "Moth - Live", "Wick", "蛾", "蛾 – Live", "की", "---"),
  artist: fc.constantFrom("Lamp", "The Lamp", "Lamp & Wick", "Wick", "Lamp (feat. Wick)", "Ünbekannt", "!!!", "&"),
  durationMs: fc.constantFrom(0, 200_000, 263_000, 264_000, 270_000),
  isrcKey: fc.constantFrom(null, CODE, OTHER),
});
const someLibrary = fc.array(someTrack, { maxLength: 8 }).map((all) => all.map((each, at) => track(`t${at}`, each)));

describe("whatever the library holds", () => {
  it("the order in which it goes past changes nothing", () => {
    fc.assert(
      fc.property(someTrack, someLibrary, (wanted, library) => {
        expect(match(wanted, library.toReversed())).toEqual(match(wanted, library));
      }),
    );
  });

  it("a track with the same code is the one", () => {
    fc.assert(
      fc.property(someTrack, someLibrary, (wanted, library) => {
        const found = match(wanted, library);
        const coded = library.filter(({ isrcKey }) => isrcKey !== null && isrcKey === wanted.isrcKey).map(({ id }) => id);
        if (coded.length > 0) expect(found).toMatchObject({ is: "existing", why: "the same ISRC code" });
        if (coded.length > 0 && found?.is === "existing") expect(coded).toContain(found.trackId);
      }),
    );
  });

  it("what has nothing to do with it changes nothing, and the track itself is always found", () => {
    fc.assert(
      fc.property(someTrack, someLibrary, (wanted, library) => {
        const stranger = track("s", { title: "Quite Another", artist: "Nobody", isrcKey: "DEA000000001" });
        expect(match(wanted, [...library, stranger])).toEqual(match(wanted, library));
        expect(match(wanted, [track("own", wanted)])).toMatchObject({ is: "existing", trackId: "own" });
      }),
    );
  });
});

describe("how titles and artists are compared", () => {
  it.each([
    ["Beyoncé", "beyonce"],
    ["Don’t Stop", "Dont stop"],
    ["Song (Remastered 2009)", "song"],
    ["Song [Original Mix]", "song"],
    ["Song feat. Somebody", "song"],
    ["Rock & Roll", "rock and roll"],
    ["Song — Remastered 2009", "song"],
    ["Ωδή", "ωδη"],
    ["Việt", "Viet"],
    ["Ёлка", "Елка"],
    ["שָׁלוֹם", "שלום"],
    ["سَلَام", "سلام"],
    ["ｶﾞﾗｽ", "ガラス"],
    ["Мой".normalize("NFD"), "мой"],
    ["Love ❤️ 1️⃣", "love ❤ 1"],
    ["葛\u{E0100}", "葛"],
    ["♡\uFE0F (Remastered 2009)", "♡"],
    ["♡ (feat. Wick)", "♡"],
  ])("%s as %s", (one, other) => {
    expect(titleKey(one)).toBe(titleKey(other));
  });

  it.each([
    ["ガラス", "カラス"],
    ["パパ", "ハハ"],
    ["दिल", "दल"],
    ["की", "का"],
    ["Мой", "Мои"],
    ["ไม้", "ไม"],
  ])("%s not as %s: of such letters a mark makes another one", (one, other) => {
    expect(titleKey(one)).not.toBe(titleKey(other));
    expect(artistKeys(one)).not.toEqual(artistKeys(other));
    expect(labelFilter([other])(one)).toBe(false);
  });

  it.each([
    ["Lamp (feat. Wick)", ["lamp", "wick"]],
    ["Lamp [ft.Wick & Ash]", ["lamp", "wick", "ash"]],
    ["Lamp (with Wick) & Ember", ["lamp", "wick", "ember"]],
    ["Lamp（Featuring Wick）", ["lamp", "wick"]],
    ["(Sandy) Lamp", ["sandy lamp"]],
    ["With Confidence", ["with confidence"]],
    ["Lampwith Wick", ["lampwith wick"]],
    ["Lamp & !!!", ["lamp", "!!!"]],
    ["&", ["&"]],
  ])("of %s each who is named", (artist, names) => {
    expect([...artistKeys(artist)]).toEqual(names);
  });

  it("each artist by itself, without The and without what joins them", () => {
    expect([...artistKeys("The Lamps feat. Wick & Ash, Ember x Coal")]).toEqual(["lamps", "wick", "ash", "ember", "coal"]);
  });
});
