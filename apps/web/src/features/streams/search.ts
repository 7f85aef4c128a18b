import { AS_RUN_KINDS, type AsRunKind, VIEWER_SPANS, type ViewerSpan } from "@nightjar/contract";
import { addressTextOf, numberOf, oneOf, textOf } from "../../lib/shape.ts";

export const STREAM_TABS = ["tracklist", "background", "overlays"] as const;
export type StreamTab = (typeof STREAM_TABS)[number];

/** What the address of /streaming carries: the chosen stream, its tab, and what its log shows. */
export interface StreamSearch {
  readonly stream?: string | undefined;
  readonly tab?: StreamTab | undefined;
  /** The first and the last day of the log. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly kind?: AsRunKind | undefined;
  /** What is looked for in it. */
  readonly find?: string | undefined;
  /** Where the page of the log begins; the newest entry unless given. */
  readonly log?: string | undefined;
  /** Where the page of changes begins; the newest unless given. */
  readonly changes?: number | undefined;
  /** Over how long viewers are shown; an hour unless given. */
  readonly viewers?: ViewerSpan | undefined;
}

const dayOf = (value: unknown): string | undefined => /^\d{4}-\d{2}-\d{2}$/.exec(textOf(value) ?? "")?.[0];

const idOf = (value: unknown): number | undefined => (Number.isSafeInteger(value) ? numberOf(value) : undefined);

export const streamSearch = ({ stream, tab, from, to, kind, find, log, changes, viewers }: Record<string, unknown>): StreamSearch => ({
  stream: textOf(stream),
  tab: oneOf(STREAM_TABS, tab),
  from: dayOf(from),
  to: dayOf(to),
  kind: oneOf(AS_RUN_KINDS, kind),
  find: addressTextOf(find),
  log: textOf(log),
  changes: idOf(changes),
  viewers: oneOf(VIEWER_SPANS, viewers),
});

/** The address once another stream is chosen: at the same tab, with the whole of its log. */
export const chosen = (id: string, { tab }: StreamSearch): StreamSearch => ({ stream: id, ...(tab && { tab }) });
