import { type EncoderProfile, type Plan, type RenderEncoder, encoderProfile } from "@nightjar/contract";
import type { Slate } from "./slate.ts";

/** What decides the headers of a stream's pictures. */
export type HeaderChoice = Pick<Plan, "profileId" | "quality" | "renderEncoder">;

/** The slate of a choice, and what it was really rendered with: software where the wanted encoder cannot be had. */
export interface SlateFound {
  readonly slate: Slate;
  readonly encoder: RenderEncoder;
}

/**
 * Units of the same name have the same headers, and may follow one another on one connection. The software encoder keeps
 * the bitrate out of them; of hardware that was never seen nobody can promise it, so there the quality is part of the name.
 */
export function headerName({ profileId, quality, renderEncoder }: HeaderChoice): string {
  return renderEncoder === "software" ? profileId : `${profileId}/${renderEncoder}/${quality}`;
}

/** The profile that sets the headers of a name. */
export function headerProfile({ profileId, quality, renderEncoder }: HeaderChoice): EncoderProfile {
  return encoderProfile(profileId, renderEncoder === "software" ? "standard" : quality, renderEncoder);
}

/** A changed plan as far as the connection that stands can carry it: with the encoder and the profile it was begun with. */
export function onThisConnection(wanted: Plan, running: HeaderChoice): Plan {
  const { profileId, renderEncoder } = running;
  const quality = renderEncoder === "software" ? wanted.quality : running.quality;
  return { ...wanted, profileId, renderEncoder, quality };
}

/** False: the change needs a new connection. A session keeps its encoder whatever is wanted meanwhile. */
export function isCarried(wanted: Plan, running: HeaderChoice): boolean {
  return headerName({ ...wanted, renderEncoder: running.renderEncoder }) === headerName(running);
}
