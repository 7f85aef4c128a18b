import { AppError, streamId } from "@nightjar/contract";
import type { GrantId, StreamId } from "@nightjar/contract";
import { streams } from "@nightjar/db";
import type { Db, Tx } from "@nightjar/db";
import { eq } from "drizzle-orm";
import { z } from "zod";
import { changed } from "../changes.ts";
import type { Services } from "../context.ts";
import { nameAccount } from "../grants/index.ts";
import { assertRoom } from "../plan/assert-room.ts";
import { noSuchStream } from "../plan/assert-stream.ts";
import { takeUpAgain } from "../plan/left-behind.ts";
import { defineChange, defineVerb } from "../verb.ts";
import { askYouTube, forAsker } from "./ask.ts";
import { keyColumns } from "./own-key.ts";
import type { YtChannel } from "./port.ts";
import { sendTo } from "./send-to.ts";

export const youtubeChannel = z.object({ id: z.string(), title: z.string(), thumbnailUrl: z.string().nullable() });

/** What the connected Google account may stream to. */
export const listChannels = defineVerb({
  name: "youtube.channels",
  access: "approved",
  kind: "query",
  input: z.object({ streamId }),
  output: z.array(youtubeChannel),
  run: async ({ ctx, input }) => [...(await channelsOf(ctx.services, grantOfStream(ctx.services.db, input.streamId)))],
});

/** @throws AppError 404, 409 where no account is connected */
export function grantOfStream(db: Db | Tx, id: StreamId) {
  const row = db.select().from(streams).where(eq(streams.id, id)).get();
  if (!row) throw noSuchStream();
  return row.ytGrantId;
}

const channelsOf = (services: Services, grant: GrantId | null): Promise<readonly YtChannel[]> =>
  forAsker(askYouTube(services, grant, "channels", (api, token) => api.channels(token)));

const NONE = "No channel selected.";
const WRONG = "That channel does not belong to the connected Google account. Choose one of the list.";

const OTHER_GRANT = "Meanwhile this stream was connected to another Google account, or disconnected. Choose the channel again.";

/** Gives the stream a key of its own at a channel, which stays the same from then on. */
export const setupYoutube = defineChange({
  name: "youtube.setupStream",
  access: "approved",
  input: z.object({
    id: streamId,
    channelId: z.string({ error: NONE }).min(1, NONE).max(200),
    channelName: z.string().trim().max(200, "The channel name is too long: at most 200 characters").optional(),
  }),
  output: z.object({ channelId: z.string(), channelName: z.string(), connected: z.literal(true) }),
  entity: "streams",
  subject: (input) => input.id,
  isDoneInPrepare: true,
  async prepare({ ctx, input }) {
    const grant = grantOfStream(ctx.services.db, input.id);
    const channels = await channelsOf(ctx.services, grant);
    const channel = channels.find(({ id }) => id === input.channelId);
    if (!channel) throw new AppError("invalid-input", WRONG);
    const ytStream = await forAsker(ctx.services.broadcasts.keyOf(input.id, grant));
    // An account's grants are told apart by its first channel.
    return { grant, account: channels[0]?.id ?? channel.id, channel, ytStream };
  },
  commit(tx, { ctx, input, prepared: { account, channel, grant, ytStream } }) {
    const { secrets } = ctx.services;
    // The key is another account's than the one that the stream goes by now.
    if (grantOfStream(tx, input.id) !== grant) throw new AppError("conflict", OTHER_GRANT);
    tx.update(streams)
      .set({
        ...{ ytConnected: true, ytChannelId: channel.id, ytChannelName: channel.title },
        ...keyColumns(secrets, ytStream),
      })
      .where(eq(streams.id, input.id))
      .run();
    sendTo(tx, ctx.services, input.id, ytStream);
    // With its backup, where that is wanted.
    assertRoom(tx, input.id, 0);
    if (grant !== null) {
      nameAccount(tx, grant, account);
      takeUpAgain(tx, input.id, { grantId: grant, ytStreamId: ytStream.id });
    }
    changed(tx, "streams", input.id);
    return { channelId: channel.id, channelName: channel.title, connected: true as const };
  },
});
