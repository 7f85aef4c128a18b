import { Button, EmptyState } from "@nightjar/ui";
import { CloudOff, TriangleAlert } from "lucide-react";
import { useEffect, useRef } from "react";
import { isUnreachable, messageOf } from "../lib/errors.ts";
import { useIsHeard } from "../lib/live/use-live.ts";

export interface QueryErrorProps {
  error: unknown;
  /** What could not be done, as a sentence, for when the server gives no reason. */
  fallback: string;
  onRetry: () => void;
  className?: string;
}

/** What a list shows when it could not be read; while the server was not heard, it is tried again by itself when it is. */
export function QueryError({ error, fallback, onRetry, className }: QueryErrorProps) {
  const isHeard = useIsHeard();
  const wasHeard = useRef(isHeard);
  useEffect(() => {
    if (!wasHeard.current && isHeard) onRetry();
    wasHeard.current = isHeard;
  });
  const unreachable = isUnreachable(error);
  return (
    <div role="alert">
      <EmptyState
        {...(className !== undefined && { className })}
        icon={unreachable ? <CloudOff /> : <TriangleAlert />}
        title={messageOf(error, fallback)}
        text={unreachable ? "The server cannot be reached. Streams on air go on without this page." : undefined}
        action={<Button onClick={onRetry}>Try again</Button>}
      />
    </div>
  );
}
