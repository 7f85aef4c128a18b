import { type StreamTrack, itemId, streamId, trackId } from "@nightjar/contract";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type RundownStore, createRundownStore } from "../src/features/streams/tracklist/rundown-store.ts";
import { toastStore } from "../src/lib/toast.ts";
import { queryClient } from "../src/lib/trpc.ts";

const entry = (name: string): StreamTrack => ({
  ...{ itemId: itemId.parse(name), id: trackId.parse(name), libraryTrackId: trackId.parse(name), title: name, artist: "", duration: "" },
  ...{ artworkUrl: null, existsInLibrary: true, hasAudioFile: true, recordLabel: null, copyrightTagline: null, isGapless: false },
  ...{ gaplessMark: null, durationMs: 1000, levelNote: null },
});
const REFUSED = [{ error: { message: "The tracks were changed.", code: -32009, data: { code: "CONFLICT", httpStatus: 409 } } }];

describe("a step that meets what somebody else did", () => {
  let store: RundownStore;
  const notices = () => toastStore.entries().filter(({ open }) => open);
  const stepped = () => {
    store.remove({ tracks: [entry("a"), entry("b")], revision: 3 }, [itemId.parse("a")]);
    return vi.waitFor(() => expect(store.snapshot().conflict).not.toBeNull());
  };
  beforeEach(() => {
    vi.stubGlobal("localStorage", { getItem: () => null });
    vi.stubGlobal("document", { cookie: "" });
    vi.stubGlobal("fetch", () => Promise.resolve(Response.json(REFUSED, { status: 409 })));
    store = createRundownStore(streamId.parse("night"));
  });
  afterEach(() => {
    for (const { id } of toastStore.entries()) toastStore.dismiss(id);
    vi.unstubAllGlobals();
    queryClient.clear();
  });

  it("is told by a notice where the list was left, and kept to be asked about until somebody comes back", async () => {
    await stepped();
    expect(notices()).toMatchObject([{ title: "Update Failed", variant: "destructive" }]);
    expect(store.leave()).toBe(true);
    store.giveWay();
    await vi.waitFor(() => expect(store.leave()).toBe(false));
  });

  it("is asked about without a notice where the list is on the screen", async () => {
    store.subscribe(() => undefined);
    await stepped();
    expect(notices()).toEqual([]);
  });
});
