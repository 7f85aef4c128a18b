import { formatDuration, playlistEntryInput, type EntryId, type PlaylistTrack } from "@nightjar/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { csvOf, readPlaylist, readPlaylistFile } from "../src/features/playlists/csv.ts";
import { parseCsv } from "../src/features/playlists/parse-csv.ts";
import { playlistSearch } from "../src/features/playlists/search.ts";

const read = (text: string) => {
  const found = readPlaylist(text);
  if (typeof found === "string") throw new Error(found);
  return found;
};

const cellsOf = (text: string) => parseCsv(text).rows.map(({ cells }) => cells);

describe("a CSV file", () => {
  it("is read with quotes, line ends of any system, a byte order mark and the separators of spreadsheets", () => {
    expect(cellsOf('\uFEFFa,b\r\n"1, ""one""","two\nlines"\n\n3,4\r5,6')).toEqual([
      ["a", "b"],
      ['1, "one"', "two\nlines"],
      ["3", "4"],
      ["5", "6"],
    ]);
    expect(cellsOf("\n\na;b\n1,5;2")).toEqual([
      ["a", "b"],
      ["1,5", "2"],
    ]);
    expect(cellsOf("a\tb\n1\t2")).toEqual([
      ["a", "b"],
      ["1", "2"],
    ]);
  });

  it.each(["sep=;\n", '"sep=;"\r\n', "SEP=;\r"])("that begins with %j says what stands between its cells, and has no row more", (line) => {
    expect(parseCsv(`${line}a;"b,c,d"`).rows).toEqual([{ row: 1, cells: ["a", "b,c,d"] }]);
  });

  it("with a quotation mark that nothing closes is refused, by the row it is in: the rest of it would be one cell", () => {
    for (const [row, text] of [
      [3, 'Title,Artist\nMoth,Lamp\nWick,"Ash\nEmber,Coal\nTide,Foam\n'],
      [5, 'Title,Artist\n\n"Two\nlines",Lamp\nMoth,Lamp\n"Cut o'],
      [1, '"Title,Artist\nMoth,Lamp'],
    ] as const)
      expect(readPlaylist(text)).toMatch(new RegExp(`^A quotation mark in row ${row} is never closed, .* choose it again\\.$`));
  });

  it("of Exportify is understood, of either version", () => {
    const old = `"Track URI","Track Name","Artist URI(s)","Artist Name(s)","Album Name","Album Release Date","Album Image URL","Track Duration (ms)","Explicit","ISRC"
"spotify:track:4iV5W9uYEdYUVa79Axb7Rh","Moth","spotify:artist:x","Lamp, Wick","LP","2021-02-03","https://i.scdn.co/image/1","263000","true","USRC17607839"`;
    const fields = { title: "Moth", artist: "Lamp, Wick", album: "LP", durationMs: 263_000, releaseDate: "2021-02-03", explicit: true };
    expect(read(old).entries).toEqual([
      {
        ...{ ...fields, isrcCode: "USRC17607839", spotifyId: "4iV5W9uYEdYUVa79Axb7Rh", recordLabel: "" },
        coverUrl: "https://i.scdn.co/image/1",
      },
    ]);
    const recent = `Track URI,Track Name,Album Name,Artist Name(s),Release Date,Duration (ms),Popularity,Explicit,Genres,Record Label
spotify:track:4iV5W9uYEdYUVa79Axb7Rh,Moth,LP,"Lamp, Wick",2021-02-03,263000,50,true,house,Own Records`;
    expect(read(recent).entries).toMatchObject([{ ...fields, recordLabel: "Own Records", isrcCode: "" }]);
  });

  it("of Exportify joins artists by a semicolon, or by a comma and escapes those within a name", () => {
    const artists = (cell: string, column = "Artist Name(s)") => read(`Track Name,${column}\nMoth,"${cell}"`).entries[0]?.artist;
    expect(artists("Lamp;Wick; Tyler, The Creator")).toBe("Lamp, Wick, Tyler, The Creator");
    expect(artists("Tyler\\, The Creator, Lamp")).toBe("Tyler, The Creator, Lamp");
    expect(artists("Lamp; Wick\\, x", "Artist")).toBe("Lamp; Wick\\, x");
  });

  it.each([
    ["Track,Title,Artist\n1,Moth,Lamp", ["Title", "Artist"]],
    ["Track,Song,Artist\n1,Moth,Lamp", ["Song", "Artist"]],
    ["Name,Track Name,Artists,Artist\nA night,Moth,Lamp and Wick,Lamp", ["Track Name", "Artist"]],
    ["Artist Name(s),Artist,Title\nLamp;Wick,Lamp,Moth", ["Artist", "Title"]],
    ["Title,Title,Artist\nMoth,Wick,Lamp", ["Title", "Artist"]],
  ])("with several columns for one field is read by the one that names it best, and says which: %j", (text, columns) => {
    const { columns: used, entries } = read(text);
    expect(entries).toMatchObject([{ title: "Moth", artist: "Lamp" }]);
    expect(used).toEqual(columns);
  });

  it("that has a length in milliseconds as well is read by that", () => {
    const { columns, entries } = read("Title,Artist,Duration,Duration (ms)\nMoth,Lamp,263,263000");
    expect([entries[0]?.durationMs, columns]).toEqual([263_000, ["Title", "Artist", "Duration (ms)"]]);
  });

  it("leaves out rows without title or artist and episodes, and says which and why", () => {
    const { entries, skipped, columns } = read(
      "Title,Artist,Track URI,Mood\nMoth,Lamp,,\n,Lamp,,\nWick,,,\nTalk,Host,spotify:episode:1,\nLocal,Lamp,spotify:local:x,",
    );
    expect(entries.map(({ title, spotifyId }) => [title, spotifyId])).toEqual([
      ["Moth", null],
      ["Local", null],
    ]);
    expect(skipped).toEqual([
      { row: 3, why: "it has no title" },
      { row: 4, why: "it has no artist" },
      { row: 5, why: "an episode of a podcast, and no track" },
    ]);
    expect(columns).toEqual(["Title", "Artist", "Track URI"]);
  });

  it("counts its rows as a spreadsheet does: empty ones too, and one with several lines in a cell as one", () => {
    const { skipped } = read('\nTitle,Artist\n\n"Two\nlines",Lamp\n,,\n,Lamp\r\n\r\nMoth,');
    expect(skipped.map(({ row }) => row)).toEqual([6, 8]);
  });

  it("has a track of no length where that is none, or is longer than a day", () => {
    const lengths = ["86400000", "24:00:00", "86400001", "99999999", "24:00:01", "100:00:00", "long"];
    const { entries } = read(`Title,Artist,Duration\n${lengths.map((length) => `Moth,Lamp,${length}\n`).join("")}`);
    expect(entries.map(({ durationMs }) => durationMs)).toEqual([86_400_000, 86_400_000, null, null, null, null, null]);
    for (const entry of entries) expect(playlistEntryInput.safeParse(entry).success).toBe(true);
  });

  it("counts codes that are none, and keeps their tracks", () => {
    expect(read("Title,Artist,ISRC\nMoth,Lamp,US-RC1-76-07839\nWick,Lamp,12345")).toMatchObject({ wrongCodes: 1, entries: [{}, {}] });
  });

  it("that is no playlist says so in a sentence", () => {
    expect(readPlaylist("a,b\n1,2")).toContain("no columns for title and artist");
    expect(readPlaylist("")).toContain("no columns for title and artist");
    expect(readPlaylist("Title,Artist\n")).toBe("The file has a first line, and no tracks below it.");
    expect(readPlaylist(`Title,Artist\n${"a,b\n".repeat(10_001)}`)).toBe("The file has 10,001 tracks; a playlist has at most 10,000.");
  });

  it("of Exportify with thousands of spaces between names is read for little more than one of as many letters", () => {
    const costOf = (artists: string) => {
      const text = `Track Name,Artist Name(s)\n${`Moth,${artists}\n`.repeat(50)}`;
      const before = process.cpuUsage();
      expect(read(text).entries).toHaveLength(50);
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    const [spaces, letters] = [`a${" ".repeat(1998)}b`, "a".repeat(2000)];
    // By turns: what is read later is read by code that has been made fast.
    const costs = Array.from({ length: 10 }, () => [costOf(spaces), costOf(letters)] as const);
    const leastCost = Math.min(...costs.map(([cost]) => cost));
    expect(leastCost).toBeLessThan(20 * Math.min(...costs.map(([, cost]) => cost)));
    expect(read("Track Name,Artist Name(s)\nMoth,Lamp  ; Wick;Ash").entries).toMatchObject([{ artist: "Lamp, Wick, Ash" }]);
  });
});

/** The bytes of a text as somebody's spreadsheet writes it. */
const utf16 = (text: string, isLittle: boolean) => {
  const bytes = Buffer.from(text, "utf16le");
  return new Uint8Array(isLittle ? bytes : bytes.swap16());
};

describe("the letters of a file", () => {
  const text = "Title;Artist\r\nHalo;Beyoncé";
  const artistOf = (bytes: Uint8Array) => {
    const found = readPlaylistFile(bytes);
    if (typeof found === "string") throw new Error(found);
    return [found.entries[0]?.artist, found.skipped, found.isDecodedSurely];
  };

  it.each([
    ["UTF-8", new TextEncoder().encode(text)],
    ["UTF-8 with its mark", new TextEncoder().encode(`\uFEFF${text}`)],
    ["UTF-16", utf16(`\uFEFF${text}`, true)],
    ["UTF-16 the other way round", utf16(`\uFEFF${text}`, false)],
    ["UTF-16 without its mark", utf16(text, true)],
    ["UTF-16 without its mark the other way round", utf16(text, false)],
  ])("are read where they are %s", (_how, bytes) => {
    expect(artistOf(bytes)).toEqual(["Beyoncé", [], true]);
  });

  it("are taken for Windows-1252 where they are nothing else, which is said to be a guess", () => {
    expect(artistOf(new Uint8Array(Buffer.from(text, "latin1")))).toEqual(["Beyoncé", [], false]);
  });

  it("are no matter of an empty file, nor of one with a single letter", () => {
    for (const bytes of [new Uint8Array(), new Uint8Array([65])]) expect(readPlaylistFile(bytes)).toContain("no columns");
  });
});

describe("our own export", () => {
  const track = (fields: Partial<PlaylistTrack>): PlaylistTrack => ({
    ...{ id: "1" as EntryId, title: "T", artist: "A", album: null, duration: null, isrcCode: null, spotifyId: null, recordLabel: null },
    ...{
      releaseDate: null,
      artworkUrl: null,
      explicit: false,
      existsInLibrary: false,
      hasAudioFile: false,
      libraryTrackId: null,
      why: null,
    },
    ...{ candidates: [], ...fields },
  });

  it("is read again as it was, each of its columns, whatever its texts hold", () => {
    // Beginnings that a spreadsheet would run, or that look like what prevents it.
    const text = fc
      .tuple(fc.constantFrom("x", "=", "'", "'=", "''-"), fc.string({ maxLength: 20, unit: "grapheme" }))
      .map((parts) => parts.join("").trim());
    const fields = fc.record({
      ...{ title: text, artist: text, album: fc.option(text), recordLabel: fc.option(text), explicit: fc.boolean() },
      durationMs: fc.option(fc.integer({ min: 1, max: 86_400 }).map((seconds) => seconds * 1000)),
      isrcCode: fc.constantFrom(null, "USRC17607839"),
      spotifyId: fc.constantFrom(null, "4iV5W9uYEdYUVa79Axb7Rh"),
      releaseDate: fc.constantFrom(null, "1969", "2021-02-03"),
    });
    fc.assert(
      fc.property(fields, ({ durationMs, ...told }) => {
        const { album, isrcCode, recordLabel, releaseDate } = told;
        const { entries } = read(csvOf([track({ ...told, duration: durationMs === null ? null : formatDuration(durationMs) })]));
        const empty = { album: album ?? "", isrcCode: isrcCode ?? "", recordLabel: recordLabel ?? "", releaseDate: releaseDate ?? "" };
        expect(entries).toEqual([{ ...told, ...empty, durationMs, coverUrl: null }]);
      }),
    );
  });

  it("says in its first bytes that it is UTF-8: a spreadsheet spoils its accents else", () => {
    const bytes = new TextEncoder().encode(csvOf([track({ title: "Halo", artist: "Beyoncé" })]));
    expect([...bytes.slice(0, 4)]).toEqual([0xef, 0xbb, 0xbf, "T".codePointAt(0)]);
    expect(readPlaylistFile(bytes)).toMatchObject({ entries: [{ title: "Halo", artist: "Beyoncé" }], isDecodedSurely: true });
  });

  it("runs nothing in a spreadsheet, and is read again without what prevents it", () => {
    const text = csvOf([track({ title: "=1+1", artist: "@Lamp" })]);
    expect(text).toContain("'=1+1,'@Lamp");
    expect(read(text).entries).toMatchObject([{ title: "=1+1", artist: "@Lamp" }]);
  });
});

it("the address of the screen carries the playlist and its labels, and nothing else that stands there", () => {
  expect(playlistSearch({ playlist: "1", labels: ["RCA", 4, " "], other: 1 })).toEqual({ playlist: "1", labels: ["RCA"] });
  expect(playlistSearch({ labels: "RCA" })).toEqual({ playlist: undefined });
});
