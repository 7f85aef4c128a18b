import type { AsRunEntry, AsRunPage, Track, TrackPage, TrackId } from "@nightjar/contract";

// What an event has changed in what was read before: nothing of it needs to be read again.

export interface Pages<Page> {
  readonly pages: Page[];
  readonly pageParams: unknown[];
}

const withCount = (trackId: TrackId, playCount: number) => (track: Track) => (track.id === trackId ? { ...track, playCount } : track);

/** A page of the library with another number of plays; the same page where the track is not in it. */
export function withPlays(page: TrackPage, trackId: TrackId, playCount: number): TrackPage {
  if (!page.items.some((track) => track.id === trackId && track.playCount !== playCount)) return page;
  return { ...page, items: page.items.map(withCount(trackId, playCount)) };
}

/** The library sorted by plays in its order again, page for page as long as before. */
export function sortedByPlays(data: Pages<TrackPage>): Pages<TrackPage> {
  const sorted = data.pages.flatMap((page) => page.items).toSorted((a, b) => b.playCount - a.playCount);
  let from = 0;
  const pages = data.pages.map((page) => {
    const items = sorted.slice(from, from + page.items.length);
    from += page.items.length;
    return { ...page, items };
  });
  return { ...data, pages };
}

/** What of the log is shown, ISO 8601; an absent end is open. */
export interface Shown {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Behind which entry the page begins; absent: it is the newest one. */
  readonly cursor?: string | undefined;
}

/** A page of the log, newest first, with an entry as it is now; the same page where it does not belong into it. */
export function withEntry(page: AsRunPage, entry: AsRunEntry, shown: Shown): AsRunPage {
  const isThere = page.items.some(({ entryId }) => entryId === entry.entryId);
  if (isThere) return { ...page, items: page.items.map((known) => (known.entryId === entry.entryId ? entry : known)) };
  const belongs = shown.cursor === undefined && isNewest(entry, page.items[0]) && isWithin(entry, shown);
  return belongs ? { ...page, items: [entry, ...page.items] } : page;
}

/** One that is older than the first stands on a page that was not read. */
const isNewest = (entry: AsRunEntry, first: AsRunEntry | undefined) =>
  first === undefined || Date.parse(entry.startedAt) >= Date.parse(first.startedAt);

function isWithin({ startedAt, endedAt }: AsRunEntry, { from, to }: Shown): boolean {
  const isBefore = to === undefined || Date.parse(startedAt) < Date.parse(to);
  return isBefore && (from === undefined || endedAt === null || Date.parse(endedAt) > Date.parse(from));
}
