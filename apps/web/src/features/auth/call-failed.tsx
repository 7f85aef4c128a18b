import { Notice } from "@nightjar/ui";
import { saidOf } from "../../lib/errors.ts";

/** Why a form was not accepted. */
export function CallFailed({ error, fallback }: { error: unknown; fallback: string }) {
  const { text, reason } = saidOf(error, fallback);
  return (
    <Notice tone="bad" role="alert">
      <p>{text}</p>
      {reason !== undefined && <p className="text-soft">{reason}</p>}
    </Notice>
  );
}
