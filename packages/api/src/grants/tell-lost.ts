import { SPOTIFY_CONNECTION, type GrantId } from "@nightjar/contract";
import { streams } from "@nightjar/db";
import type { Db } from "@nightjar/db";
import { eq } from "drizzle-orm";
import type { LiveHub } from "../live-hub.ts";
import { readGrant } from "./stored-grants.ts";

/** The screens of all that goes by a grant read how it stands; nothing of it airs. */
export function tellLost({ db, live }: { readonly db: Db; readonly live: LiveHub }, id: GrantId): void {
  // The screens of playlists are told by the entity that they read.
  if (readGrant(db, id)?.service === "spotify") return live.changed("playlists", SPOTIFY_CONNECTION);
  for (const stream of db.select({ id: streams.id }).from(streams).where(eq(streams.ytGrantId, id)).all())
    live.changed("streams", stream.id);
}
