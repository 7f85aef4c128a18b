import { CACHE_LIFETIME_MS, track as trackShape, type Track } from "@nightjar/contract";
import { TipProvider } from "@nightjar/ui";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { AudioPanel } from "../src/features/library/audio-panel.tsx";
import { newItem, processedShare } from "../src/features/library/bulk-items.ts";
import { SORTS, NO_FILTERS } from "../src/features/library/filters.ts";
import { TRACK_COLUMNS, trackFeatures, type Given } from "../src/features/library/track-columns.tsx";
import { TrackFacts } from "../src/features/library/track-facts.tsx";
import { Cells, Headings, useColumns } from "../src/layout/columns.tsx";
import { ADMIN_ENTRY, NAV, SETTINGS_ENTRY } from "../src/layout/nav.ts";
import { clearSession, saveSession } from "../src/lib/session.ts";
import { queryClient, trpcClient } from "../src/lib/trpc.ts";
import { uploadFile } from "../src/lib/upload.ts";

// What the specification, part 1, says of the studio that can be seen without a browser.

describe("the sidebar", () => {
  it("has the specification's entries, each with its label and its description, in that order; ours stand between them", () => {
    const told = NAV.filter(({ to }) => to !== "/wall").map(({ to, label, description }) => [to, label, description]);
    expect(told).toEqual([
      ["/", "Dashboard", "Overview and quick actions"],
      ["/library", "Music Library", "Manage your music collection"],
      ["/playlist-sync", "Playlist Sync", "Sync playlists from a music streaming service"],
      ["/streaming", "Stream Manager", "Control your live streams"],
      ["/backgrounds", "Background Videos", "Upload and manage video backgrounds"],
      ["/overlay", "Overlay Designer", "Customize stream overlays"],
      ["/test-stream", "Test Stream", "Preview stream output locally"],
    ]);
    expect(ADMIN_ENTRY).toMatchObject({ to: "/admin", label: "Admin Dashboard", description: "Manage users and permissions" });
    expect(SETTINGS_ENTRY).toMatchObject({ to: "/settings", description: "Account and app settings" });
  });
});

describe("the library's order", () => {
  it("is one of six, Recently Added unless another is chosen", () => {
    const labels = ["Recently Added", "Alphabetical", "Most Played", "Popularity", "Energy", "BPM"];
    expect(SORTS.map(({ label }) => label)).toEqual(labels);
    expect(SORTS.find(({ value }) => value === NO_FILTERS.sort)?.label).toBe("Recently Added");
  });
});

const nothing = Object.fromEntries(Object.keys(trackShape.shape).map((name) => [name, null]));
const track = (more: Partial<Track>): Track =>
  trackShape.parse({
    ...{ ...nothing, id: "t", title: "Moth", artist: "Lamp", duration: "4:23", revision: 0, tags: [], artistGenres: [], markets: [] },
    ...{ playCount: 7, hasAudioFile: true, isMeasuring: false, createdAt: "2026-01-01T00:00:00.000Z", explicit: false, ...more },
  });

describe("the list of tracks", () => {
  const ignore = () => undefined;
  const meta: Given = {
    ...{ currentId: null, actions: { play: ignore, edit: ignore, info: ignore, remove: ignore } },
    chosen: { ids: new Set(), keep: ignore, press: ignore, add: ignore, clear: ignore },
  };
  function Rows({ tracks }: { tracks: readonly Track[] }) {
    const table = useColumns(trackFeatures, { columns: TRACK_COLUMNS, data: tracks, getRowId: ({ id }: Track) => id, meta });
    const rows = table.getRowModel().rows.map((row) => createElement("div", { key: row.id, role: "row" }, Cells({ table, row })));
    return createElement("div", null, Headings({ table, className: "" }), rows);
  }
  const shown = (more: Partial<Track>) =>
    renderToStaticMarkup(
      createElement(() => TipProvider({ delayMs: 0, skipDelayMs: 0, children: createElement(Rows, { tracks: [track(more)] }) })),
    );
  const textsOf = (page: string, role: string) =>
    page
      .split(`role="${role}"`)
      .slice(1)
      .map((part) => part.replace(/^[^>]*>/, "").replaceAll(/<[^>]+>|<[^>]*$/g, "|"));

  it("has its columns: number, title with artwork, album and an E where explicit, artist, duration, plays, status and four actions", () => {
    const page = shown({ album: "Wings", explicit: true });
    const headings = textsOf(page.split('role="cell"')[0] ?? "", "columnheader").map((text) => text.replaceAll("|", ""));
    expect(headings).toEqual(["Choose", "#", "Title", "Artist", "Duration", "Plays", "Status", "Actions"]);
    const [, number, title, artist, duration, plays, status] = textsOf(page, "cell");
    for (const [cell, text] of [
      [number, "1"],
      [title, "Moth"],
      [title, "|E|"],
      [title, "Wings"],
      [artist, "Lamp"],
      [duration, "4:23"],
      [plays, "7"],
      [status, "Ready"],
    ] as const) {
      expect(cell).toContain(text);
    }
    for (const action of ["Play Moth", "Edit Moth", "Info on Moth", "Delete Moth"]) expect(page).toContain(`aria-label="${action}"`);
    const other = shown({ hasAudioFile: false });
    expect(other).toContain("No File");
    expect(textsOf(other, "cell")[2]).not.toContain("|E|");
  });
});

describe("the panel of a track's audio file", () => {
  const look = (isEditing: boolean, fileUrl: string) =>
    renderToStaticMarkup(createElement(AudioPanel, { isEditing, fileUrl, note: null, onUpload: () => undefined }));

  it("warns in orange where a file is missing, in other words when editing, and is green where it is ready", () => {
    expect(look(false, "")).toMatch(/text-warn.*Audio file required to save track.*Upload Audio File/);
    expect(look(true, "")).toMatch(/text-warn.*No audio file - upload one to enable playback.*Upload Audio File/);
    for (const isEditing of [false, true]) expect(look(isEditing, "/a.mp3")).toMatch(/text-good.*Audio file ready.*Replace Audio File/);
  });
});

describe("all that is known of a track", () => {
  const shown = (more: Partial<Track>) => renderToStaticMarkup(createElement(TrackFacts, { track: track(more) }));

  it("begins with basic information", () => {
    const page = shown({ album: "Wings", genre: "House", bpm: 124, isrcCode: "USRC17607839" });
    for (const text of ["Basic Information", "Wings", "4:23 · 7 plays", "House", "124", "USRC17607839"]) expect(page).toContain(text);
  });

  it("has bars for energy, danceability, positivity and acousticness in percent, and the time signature as N/4", () => {
    const page = shown({ energy: 73, danceability: 64, valence: 55, acousticness: 46, timeSignature: 3 });
    const bars = [...page.matchAll(/aria-label="(\w+)"[^>]*aria-valuenow="(\d+)"/g)].map(([, name, percent]) => [name, percent]);
    expect(bars).toEqual([
      ["Energy", "73"],
      ["Danceability", "64"],
      ["Positivity", "55"],
      ["Acousticness", "46"],
    ]);
    for (const text of ["Audio Analysis", "73%", "64%", "55%", "46%", "3/4"]) expect(page).toContain(text);
  });

  it("has album type, track number of how many, a link to the music service, and an audio preview", () => {
    const links = { spotifyUrl: "https://open.spotify.com/track/1", previewUrl: "https://previews.example/1.mp3" };
    const page = shown({ albumType: "single", trackNumber: 2, albumTotalTracks: 9, ...links });
    for (const text of ["Album &amp; Links", "single", "2 of 9", `href="${links.spotifyUrl}"`, "Audio preview"])
      expect(page).toContain(text);
  });
});

describe("a file of a bulk upload", () => {
  it("has an id, its file, a code, a status, what was made of it and why it failed", () => {
    const file = new File([], "moth.mp3");
    expect(newItem("1", file)).toMatchObject({ id: "1", file, isrcCode: "", status: "pending", trackData: null, errorMessage: null });
  });

  it("counts for the progress once it is processed", () => {
    expect([processedShare(0, 4), processedShare(1, 4), processedShare(4, 4)]).toEqual([0, 0.25, 1]);
  });
});

describe("the data that was loaded", () => {
  it("is not loaded again by itself: no retry, no refetch on focus, no poll, never stale, and dropped after five minutes", () => {
    const { queries, mutations } = queryClient.getDefaultOptions();
    expect(queries).toMatchObject({ retry: false, refetchOnWindowFocus: false, staleTime: Infinity, gcTime: CACHE_LIFETIME_MS });
    expect(queries?.refetchInterval).toBeUndefined();
    expect(mutations?.retry).toBe(false);
  });
});

describe("with what the browser keeps", () => {
  const USER = { id: "u", email: "a@label.example", role: "staff", status: "approved", createdAt: "2026-01-01T00:00:00.000Z" };
  let stored: Map<string, string>;
  let sent: { url: string; init: RequestInit }[];
  beforeEach(() => {
    stored = new Map();
    sent = [];
    vi.stubGlobal("localStorage", {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
      removeItem: (key: string) => void stored.delete(key),
    });
    vi.stubGlobal("document", { cookie: "" });
    vi.stubGlobal("location", { protocol: "http:" });
    vi.stubGlobal("fetch", (url: unknown, init: RequestInit) => {
      sent.push({ url: String(url), init });
      return Promise.reject(new Error("not reached"));
    });
  });
  afterEach(() => vi.unstubAllGlobals());
  const headers = () => new Headers(sent[0]?.init.headers);
  const failing = (call: Promise<unknown>) => expect(call).rejects.toThrow("not reached");

  it("the token stands under authToken and the user under user, and both go with signing out", () => {
    saveSession("token", USER);
    expect(stored.get("authToken")).toBe("token");
    expect(JSON.parse(stored.get("user") ?? "")).toMatchObject({
      email: USER.email,
      role: "staff",
      status: "approved",
      createdAt: USER.createdAt,
    });
    clearSession();
    expect([...stored]).toEqual([]);
    expect(sent).toEqual([]);
  });

  it("a call carries the token as a bearer, and cookies; reading is a GET, and what changes something is sent as JSON", async () => {
    saveSession("token", USER);
    await failing(trpcClient.streams.list.query());
    expect([sent[0]?.init.method, headers().get("authorization"), sent[0]?.init.credentials]).toEqual(["GET", "Bearer token", undefined]);
    sent = [];
    await failing(trpcClient.streams.create.mutate({ title: "Night" }));
    expect([sent[0]?.init.method, headers().get("content-type")]).toEqual(["POST", "application/json"]);
    expect(JSON.stringify(JSON.parse(String(sent[0]?.init.body)))).toContain('"title":"Night"');
  });

  it("an answer is parsed, and one without a result yields nothing", async () => {
    const answers: unknown[] = [{ result: { data: { message: "Done" } } }, { result: { data: null } }];
    vi.stubGlobal("fetch", async () => Response.json([answers.shift()]));
    expect(await trpcClient.auth.endOtherSessions.mutate()).toEqual({ message: "Done" });
    expect(await trpcClient.streams.delete.mutate({ id: "s" })).toBeNull();
  });

  it("signing in and registering send no token", async () => {
    saveSession("token", USER);
    await failing(trpcClient.auth.login.mutate({ email: USER.email, password: "long enough" }));
    await failing(trpcClient.auth.register.mutate({ email: USER.email, password: "long enough" }));
    expect(sent.map(({ init }) => [new Headers(init.headers).get("authorization"), init.credentials])).toEqual([
      [null, "omit"],
      [null, "omit"],
    ]);
  });

  it("a file is sent as a form as it is, in its field, without an authorization header", async () => {
    saveSession("token", USER);
    const told: unknown[] = [];
    class Request {
      status = 200;
      responseText = '{"fileUrl":"/a"}';
      upload = {};
      onload = () => undefined;
      open = (...call: unknown[]) => told.push(call);
      setRequestHeader = (...header: unknown[]) => told.push(header);
      send(body: FormData) {
        told.push([...body.keys()], body instanceof FormData);
        this.onload();
      }
    }
    vi.stubGlobal("XMLHttpRequest", Request);
    const options = { onProgress: () => undefined, signal: new AbortController().signal };
    expect(await uploadFile("/api/upload/audio", "audio", new File(["x"], "a.mp3"), options)).toEqual({ fileUrl: "/a" });
    expect(told).toEqual([["POST", "/api/upload/audio"], ["audio"], true]);
  });
});
