import { DEFAULT_RENDER_ENCODER, RENDER_ENCODERS, type RenderEncoder } from "@nightjar/contract";
import { STREAM_SETTINGS_ID, streamSettings } from "@nightjar/db";
import type { Db } from "@nightjar/db";
import { eq } from "drizzle-orm";

/** What the studio wants pictures rendered with. */
export function readRenderEncoder(db: Db): RenderEncoder {
  const row = db
    .select({ chosen: streamSettings.renderEncoder })
    .from(streamSettings)
    .where(eq(streamSettings.id, STREAM_SETTINGS_ID))
    .get();
  // A downgrade may leave a name that this version does not know.
  return RENDER_ENCODERS.find((encoder) => encoder === row?.chosen) ?? DEFAULT_RENDER_ENCODER;
}
