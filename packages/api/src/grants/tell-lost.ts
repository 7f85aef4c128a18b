import { SPOTIFY_CONNECTION, type GrantId } from "@nightjar/contract";
import { streams } from "@nightjar/db";
import type { Db } from "@nightjar/db";
import { eq } from "drizzle-orm";
import { type Told, changed, commit } from "../changes.ts";
import { readGrant } from "./stored-grants.ts";

/** The screens of all that goes by a grant read how it stands; nothing of it airs. */
export function tellLost(needs: { readonly db: Db; readonly follow: (told: Told) => void }, id: GrantId): void {
  commit(needs, (tx) => {
    // The screens of playlists are told by the entity that they read.
    if (readGrant(tx, id)?.service === "spotify") return changed(tx, "playlists", SPOTIFY_CONNECTION, "never");
    for (const stream of tx.select({ id: streams.id }).from(streams).where(eq(streams.ytGrantId, id)).all())
      changed(tx, "streams", stream.id, "never");
  });
}
