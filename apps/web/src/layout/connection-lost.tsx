import { InSilence } from "@nightjar/ui";
import { LoaderCircle } from "lucide-react";
import { age } from "../lib/format.ts";
import { useConnection, useHeardAtMs, useNow } from "../lib/live/use-live.ts";
import { useDebounced } from "../lib/use-debounced.ts";

/** Whoever comes back after a rest is mostly heard by then, and nothing is said. */
const WAKES_WITHIN_MS = 500;

function ShownAge({ heardAtMs }: { heardAtMs: number }) {
  const now = useNow(1000);
  return <InSilence>What you see is from {age(now - heardAtMs)}. </InSilence>;
}

/** Says that our own server is not heard, or not yet again; it floats, so that nothing moves when it comes and goes. */
export function ConnectionLost() {
  const connection = useConnection();
  const lasting = useDebounced(connection, WAKES_WITHIN_MS);
  const heardAtMs = useHeardAtMs();
  const isLost = connection === "lost";
  const isWaking = connection === "waking" && lasting === "waking";
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-[calc(1rem+var(--player-height,0px))] z-30 lg:top-3 lg:bottom-auto flex justify-center px-4 lg:pl-80"
    >
      {(isLost || isWaking) && (
        <p className="flex animate-rise-in items-center gap-2.5 rounded-full border border-warn/50 bg-raised px-4 py-2 text-sm text-warn shadow-lift">
          <LoaderCircle aria-hidden className="size-4 animate-spin" />
          <span>
            {isLost ? "Connection lost." : "As last known."} {heardAtMs !== null && <ShownAge heardAtMs={heardAtMs} />}
            {isLost ? "Trying again…" : "Connecting…"}
          </span>
        </p>
      )}
    </div>
  );
}
