import { NOW_HEADER } from "@nightjar/contract";
import { vi } from "vitest";
import { send } from "../../src/lib/send.ts";

/** Has the server tell its time, so far before ours. It is known from then on, in the files behind this one too: a test puts it back to 0. */
export async function clockIs(aheadMs: number): Promise<void> {
  const headers = { [NOW_HEADER]: String(Date.now() + aheadMs) };
  const fetch = vi.spyOn(globalThis, "fetch").mockResolvedValueOnce(new Response(null, { headers }));
  await send("/trpc/streams.list");
  fetch.mockRestore();
}
