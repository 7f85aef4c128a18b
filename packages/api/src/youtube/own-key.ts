import type { GrantId, StreamId } from "@nightjar/contract";
import { streams, ytBroadcasts } from "@nightjar/db";
import type { Db, Tx } from "@nightjar/db";
import { Memo, whileAsked } from "@nightjar/kit";
import { and, eq, inArray, isNull, or } from "drizzle-orm";
import { type Told, changed, commit } from "../changes.ts";
import type { SecretBox } from "../ports.ts";
import { type AskNeeds, askYouTube } from "./ask.ts";
import { findOwn } from "./own-list.ts";
import type { YtStream } from "./port.ts";
import { channelOf, markText, ytTitle } from "./rows.ts";
import { sendTo } from "./send-to.ts";

/** The key of a stream at an account: found again by our mark, so that a setup whose answer was lost leaves no second one; else made. */
export type KeyOf = (id: StreamId, grant: GrantId | null) => Promise<YtStream>;

/** Who asks while it is looked for hears of the same key: two that looked at once would each make one. */
export function createKeyOf(needs: AskNeeds): KeyOf {
  const asked = new Memo<string, YtStream>(whileAsked);
  return (id, grant) => asked.of(`${id} ${grant}`, () => findOrMake(needs, id, grant));
}

async function findOrMake(needs: AskNeeds, id: StreamId, grant: GrantId | null): Promise<YtStream> {
  const description = markText(id);
  const found = await findOwn(needs, grant, {
    method: "ownStreams",
    list: (api, token, page) => api.ownStreams(token, page),
    mark: description,
  });
  if (found) return found;
  const title = needs.db.select({ title: streams.title }).from(streams).where(eq(streams.id, id)).get()?.title ?? "Nightjar";
  return askYouTube(needs, grant, "insertStream", (api, token) => api.insertStream(token, { title: ytTitle(title), description }));
}

interface Needs {
  readonly db: Db;
  readonly secrets: SecretBox;
  readonly follow: (told: Told) => void;
}

/** What a stream's row holds of its key. */
export function keyColumns(secrets: SecretBox, { address, id, streamName }: YtStream) {
  return { ytLiveStreamId: id, ytStreamKeySealed: secrets.seal(streamName), rtmpUrl: address };
}

/** Somebody may have reset the key at YouTube, or its backup address was not known yet: from then on it is sent to as YouTube says. */
export function followKey(needs: Needs, id: StreamId, ytStream: YtStream): void {
  commit(needs, (tx) => {
    // It may have left the channel while YouTube was asked.
    if (channelOf(tx, id)?.ytStreamId !== ytStream.id) return;
    if (sendTo(tx, needs, id, ytStream)) changed(tx, "streams", id);
  });
}

/** The key that is gone gives way to this one. A broadcast that can be bound yet is bound to it; one that cannot is not wanted any more. */
export function replaceKey(tx: Tx, needs: Pick<Needs, "secrets">, id: StreamId, gone: string, key: YtStream): void {
  if (channelOf(tx, id)?.ytStreamId !== gone) return;
  const ofKey = and(eq(ytBroadcasts.streamId, id), eq(ytBroadcasts.ytStreamId, gone), isNull(ytBroadcasts.endedAt));
  const { lifeCycle, ytBroadcastId } = ytBroadcasts;
  const canBeBound = or(isNull(ytBroadcastId), inArray(lifeCycle, ["created", "ready"]));
  const isOther = key.id !== gone;
  tx.update(ytBroadcasts)
    .set({ ytStreamId: key.id, streamStatus: null, missingSince: null, ...(isOther ? { isBound: false } : {}) })
    .where(isOther ? and(ofKey, canBeBound) : ofKey)
    .run();
  tx.update(streams).set(keyColumns(needs.secrets, key)).where(eq(streams.id, id)).run();
  sendTo(tx, needs, id, key);
  changed(tx, "streams", id);
}
