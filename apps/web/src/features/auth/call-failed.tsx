import { Notice } from "@nightjar/ui";
import { isUnreachable, messageOf } from "../../lib/errors.ts";

/** Why a form was not accepted. */
export function CallFailed({ error, fallback }: { error: unknown; fallback: string }) {
  return (
    <Notice tone="bad" role="alert">
      <p>{messageOf(error, fallback)}</p>
      {isUnreachable(error) && <p className="text-soft">The server cannot be reached.</p>}
    </Notice>
  );
}
