import { HELLO_EVENT } from "@nightjar/contract";
import { vi } from "vitest";
import { live } from "../../src/lib/live/live.ts";
import { Source } from "./source.ts";

/** Somebody looks on, and the server has said that it tells all that changes. Ended by `live.stop()` and `vi.unstubAllGlobals()`. */
export function openLine(): void {
  vi.stubGlobal("localStorage", { getItem: () => null });
  vi.stubGlobal("document", { cookie: "" });
  vi.stubGlobal("EventSource", Source);
  Source.all = [];
  live.start();
  Source.all[0]?.say(HELLO_EVENT, '{"isResumed":true}');
}
