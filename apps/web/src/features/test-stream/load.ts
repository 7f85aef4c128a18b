import { streamId } from "@nightjar/contract";
import type { api } from "../../lib/trpc.ts";
import type { TestSearch } from "./search.ts";

/** The chosen stream's test is asked for before it is known that there is such a stream. */
export function loadTestStream(calls: typeof api, { stream }: TestSearch): void {
  void calls.streams.summaries.prefetch();
  const { data: id } = streamId.safeParse(stream);
  if (id === undefined) return;
  void calls.testStream.info.prefetch({ streamId: id });
  void calls.testStream.status.prefetch({ streamId: id });
}
