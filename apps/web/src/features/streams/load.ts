import { streamId } from "@nightjar/contract";
import type { api } from "../../lib/trpc.ts";

export function loadStreams(calls: typeof api, chosen: string | undefined): void {
  void calls.streams.list.prefetch();
  const id = streamId.safeParse(chosen);
  if (id.success) void calls.streams.get.prefetch({ id: id.data });
}
