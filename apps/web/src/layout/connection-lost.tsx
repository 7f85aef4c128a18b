import { LoaderCircle } from "lucide-react";
import { age } from "../lib/format.ts";
import { useConnection, useHeardAtMs, useNow } from "../lib/live/use-live.ts";

/** Counts on in silence: a voice that says each second helps nobody. */
function ShownAge({ heardAtMs }: { heardAtMs: number }) {
  const now = useNow(1000);
  return <span aria-live="off">What you see is from {age(now - heardAtMs)}. </span>;
}

/** Says that our own server is not heard; it floats, so that nothing moves when it comes and goes. */
export function ConnectionLost() {
  const connection = useConnection();
  const heardAtMs = useHeardAtMs();
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-[calc(1rem+var(--player-height,0px))] z-30 lg:top-3 lg:bottom-auto flex justify-center px-4 lg:pl-80"
    >
      {connection === "lost" && (
        <p className="flex animate-rise-in items-center gap-2.5 rounded-full border border-warn/50 bg-raised px-4 py-2 text-sm text-warn shadow-lift">
          <LoaderCircle aria-hidden className="size-4 animate-spin" />
          <span>
            Connection lost. {heardAtMs !== null && <ShownAge heardAtMs={heardAtMs} />}
            Trying again…
          </span>
        </p>
      )}
    </div>
  );
}
