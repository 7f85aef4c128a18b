import type { Quarantined, StreamId } from "@nightjar/contract";
import { Button, oncePressed } from "@nightjar/ui";
import { relativeTime } from "../../../lib/relative-time.ts";
import { notify } from "../../../lib/toast.ts";
import { trpc } from "../../../lib/trpc.ts";
import { useVerb } from "../../../lib/use-verb.ts";

/** Of thousands, as where a disk of music is gone, each row would be drawn anew with each event. The list of commands finds the others. */
const MOST = 20;

/** Tracks whose files cannot be put on air, each with its reason, and a way to have it tried again. */
export function LeftOut({ streamId, quarantine }: { streamId: StreamId; quarantine: readonly Quarantined[] }) {
  const lift = useVerb(trpc.streams.liftQuarantine, {
    failed: ["Not Tried Again"],
  });
  return (
    <section aria-labelledby="left-out" className="border-t border-line pt-3">
      <h4 id="left-out" className="py-1 text-sm text-soft">
        Left out
      </h4>
      <ul className="flex flex-col">
        {quarantine.slice(0, MOST).map(({ trackId, title, artist, reason, since }) => (
          <li key={trackId} className="flex items-center gap-3 py-2 text-sm">
            <div className="min-w-0 flex-1">
              <p className="name-line text-dim">
                <bdi className="text-ink">{title}</bdi> · <bdi>{artist}</bdi>
              </p>
              <p className="text-xs text-warn">
                {reason} <span className="text-dim">{relativeTime(since)}</span>
              </p>
            </div>
            <Button
              variant="secondary"
              size="sm"
              className="shrink-0"
              aria-label={`Try Again: ${title}`}
              busy={lift.isPending && lift.input?.trackId === trackId}
              onClick={oncePressed(() =>
                lift.run({ id: streamId, trackId }, () => notify("Tried Again", `${title} airs when its turn comes.`)),
              )}
            >
              Try Again
            </Button>
          </li>
        ))}
      </ul>
      {quarantine.length > MOST && <p className="py-2 text-sm text-dim">and {(quarantine.length - MOST).toLocaleString("en")} more</p>}
    </section>
  );
}
