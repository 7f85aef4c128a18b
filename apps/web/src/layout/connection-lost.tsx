import { LoaderCircle } from "lucide-react";
import { useConnection } from "../lib/live/use-live.ts";

/** Says that our own server is not heard; it floats, so that nothing moves when it comes and goes. */
export function ConnectionLost() {
  const connection = useConnection();
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-4 z-30 lg:top-3 lg:bottom-auto flex justify-center px-4 lg:pl-80"
    >
      {connection === "lost" && (
        <p className="flex animate-rise-in items-center gap-2.5 rounded-full border border-warn/50 bg-raised px-4 py-2 text-sm text-warn shadow-lift">
          <LoaderCircle aria-hidden className="size-4 animate-spin" />
          Connection lost. Trying again…
        </p>
      )}
    </div>
  );
}
