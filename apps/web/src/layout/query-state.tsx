import { Button, EmptyState } from "@nightjar/ui";
import { CloudOff, TriangleAlert } from "lucide-react";
import { isUnreachable, messageOf } from "../lib/errors.ts";

export interface QueryErrorProps {
  error: unknown;
  /** What could not be done, as a sentence, for when the server gives no reason. */
  fallback: string;
  onRetry: () => void;
  className?: string;
}

/** What a list shows when it could not be read. */
export function QueryError({ error, fallback, onRetry, className }: QueryErrorProps) {
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
