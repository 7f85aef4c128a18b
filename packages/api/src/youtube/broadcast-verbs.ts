import { AppError, privacy, streamId } from "@nightjar/contract";
import { grants, streams, ytBroadcasts } from "@nightjar/db";
import { eq } from "drizzle-orm";
import { z } from "zod";
import { changed, commit, noted } from "../changes.ts";
import type { Services } from "../context.ts";
import { noSuchStream } from "../plan/assert-stream.ts";
import { leftNotice } from "../plan/left-behind.ts";
import { defineChange, defineVerb } from "../verb.ts";
import { askYouTube, forAsker } from "./ask.ts";
import { cardOf } from "./card.ts";
import { missingOf } from "./connect.ts";
import { waitingRow } from "./next-broadcast.ts";
import { DAY_UNITS, usedUnits } from "./quota.ts";
import { toAsker } from "./reasons.ts";
import { type Row, channelOf, currentRow, grantOf, insertRow, joined, readRow, watchUrlOf, ytDescription, ytTitle } from "./rows.ts";
import { scheduled } from "./scheduled.ts";
import { type Said, keepTexts, textsThere } from "./texts.ts";

const title = z.string().trim().min(1, "Title is required").max(200, "Title is too long");
const description = z.string().max(5000, "Description is too long");
/** From nothing to bound takes three; a refusal is one more. */
const STEPS_AT_MOST = 6;

/** Makes a broadcast at YouTube that the next Start uses. */
export const createBroadcast = defineChange({
  name: "youtube.createStream",
  access: "approved",
  input: z.object({ streamId, title: title.optional(), description: description.nullish(), privacy: privacy.default("unlisted") }),
  output: z.object({ streamUrl: z.string() }),
  entity: "streams",
  subject: (input) => input.streamId,
  commit(tx, { ctx, input }) {
    const stream = tx.select().from(streams).where(eq(streams.id, input.streamId)).get();
    if (!stream) throw noSuchStream();
    const channel = channelOf(tx, input.streamId);
    if (!channel) throw new AppError("conflict", NO_CHANNEL);
    const current = currentRow(tx, input.streamId);
    if (current) throw new AppError("conflict", current.sessionId === null ? IS_PREPARED : IS_ON_AIR);
    const texts = { title: input.title ?? stream.title, description: input.description ?? stream.description ?? "" };
    const at = new Date(ctx.services.clock.nowMs());
    changed(tx, "streams", input.streamId, "never");
    const row = insertRow(tx, channel, { ...texts, streamId: input.streamId, sessionId: null, privacy: input.privacy }, at);
    noted(tx, "broadcast", { title: row.title, description: row.description, privacy: row.privacy });
    return row.id;
  },
  after: ({ ctx, committed }) => madeOf(ctx.services, committed),
});
const IS_PREPARED = "There is a broadcast already. The next Start uses it.";
const IS_ON_AIR = "The stream is on air with a broadcast of its own. Stop it before making another one.";
const NO_CHANNEL = "No YouTube channel is connected to this stream. Connect one first.";

async function madeOf(services: Services, id: string): Promise<{ streamUrl: string }> {
  for (let step = 0; step < STEPS_AT_MOST; step += 1) {
    const { consequence } = await services.broadcasts.advance(id);
    const row = readRow(services.db, id);
    if (row?.isBound && row.ytBroadcastId !== null) return { streamUrl: watchUrlOf(row.ytBroadcastId) };
    if (consequence !== null && consequence !== "done" && consequence !== "look") throw notMade(services, row);
  }
  throw notMade(services, readRow(services.db, id));
}

/** What was said not to be made is not made later by itself; what may be there of it is nobody's from now on, and so is looked for and deleted. */
function notMade(services: Services, row: Row | null): AppError {
  if (row) {
    const isThere = row.isAsked || row.ytBroadcastId !== null;
    const values = isThere ? { streamId: null } : { endedAt: new Date(services.clock.nowMs()) };
    commit(services, (tx) => {
      tx.update(ytBroadcasts).set(values).where(eq(ytBroadcasts.id, row.id)).run();
      if (row.streamId !== null) changed(tx, "streams", row.streamId, "never");
    });
  }
  return new AppError("unavailable", toAsker(row?.notice ?? "Failed to create YouTube live stream"));
}

const broadcastTexts = z.object({ title: z.string(), description: z.string(), streamUrl: z.string() });
const NO_BROADCAST = "There is no broadcast to change. Start the stream first.";

/** Title and description of the broadcast that there is. What is left out stays as YouTube has it; null: it has no description. */
export const updateBroadcast = defineChange({
  name: "youtube.updateStream",
  access: "approved",
  input: z.object({ id: streamId, title: title.optional(), description: description.nullish() }),
  patches: { has: "A broadcast has", shape: broadcastTexts },
  output: broadcastTexts,
  entity: "streams",
  subject: (input) => input.id,
  isDoneInPrepare: true,
  async prepare({ ctx: { services }, input }) {
    if (!services.db.select({ id: streams.id }).from(streams).where(eq(streams.id, input.id)).get()) throw noSuchStream();
    const current = currentRow(services.db, input.id);
    if (!current) throw new AppError("conflict", NO_BROADCAST);
    // Both replace all texts by what they read a moment before: one of them would put back what the other has said.
    const endTurn = await services.broadcasts.turn(current.id);
    try {
      return { ...(await tell(services, current.id, input)), endTurn };
    } catch (error) {
      endTurn();
      throw error;
    }
  },
  release: ({ endTurn }) => endTurn(),
  commit(tx, { input, prepared: { before, row, streamUrl, texts } }) {
    const { description: said, title: name } = input;
    // Of what was not said a Start may have said something meanwhile.
    const given = { ...(name !== undefined && { title: texts.title }), ...(said !== undefined && { description: texts.description }) };
    keepTexts(tx, readRow(tx, row.id) ?? row, given);
    noted(tx, "broadcast", texts, { title: before.title, description: before.description });
    changed(tx, "streams", input.id, "never");
    return { ...texts, streamUrl };
  },
});

/** @returns what it was told, by the row as it is now that its turn has come */
async function tell(services: Services, rowId: string, said: Omit<Said, "privacy">) {
  const row = readRow(services.db, rowId);
  const id = row?.endedAt === null ? row.ytBroadcastId : null;
  if (!row || id === null) throw new AppError("conflict", NO_BROADCAST);
  const grant = grantOf(services.db, row);
  // What is replaced is replaced whole: read first.
  const [read] = await forAsker(askYouTube(services, grant, "broadcasts", (api, token) => api.broadcasts(token, [id])));
  if (!read) throw new AppError("conflict", NO_BROADCAST);
  const before = textsThere(row, read);
  const texts = {
    title: ytTitle(said.title ?? before.title),
    description: said.description === undefined ? before.description : (said.description ?? ""),
  };
  const times = scheduled(read, services.clock.nowMs());
  const wanted = { ...read, ...times, title: texts.title, description: ytDescription(texts.description, row.mark) };
  await forAsker(askYouTube(services, grant, "updateBroadcast", (api, token) => api.updateBroadcast(token, wanted)));
  return { row, before, texts, streamUrl: watchUrlOf(id) };
}

/** How a stream stands with YouTube, before and beside what is on air. */
export const youtubeStatus = defineVerb({
  name: "youtube.status",
  access: "approved",
  kind: "query",
  input: z.object({ streamId }),
  output: z.object({
    /** Why no account can be connected; null: one can. */
    missing: z.string().nullable(),
    account: z.enum(["none", "connected", "lost"]),
    /** What asks the operator for something; null: nothing does. */
    notice: z.string().nullable(),
    /** Of the broadcast that there is, or that waits for the next Start. */
    streamUrl: z.string().nullable(),
    /** Who may see the one that waits for the next Start; null: none waits. */
    waitingPrivacy: privacy.nullable(),
    quota: z.object({ usedUnits: z.number().int(), dayUnits: z.number().int() }),
  }),
  run({ ctx: { services }, input }) {
    const stream = services.db.select().from(streams).where(eq(streams.id, input.streamId)).get();
    if (!stream) throw noSuchStream();
    const account = accountOf(services, stream.ytGrantId);
    const waiting = waitingRow(services.db, input.streamId);
    if (waiting) services.broadcasts.look(waiting.id);
    const card = cardOf(services.db, input.streamId);
    return {
      ...card,
      missing: missingOf(services),
      account,
      notice: account === "lost" ? joined([LOST, leftNotice(services.db, input.streamId)]) : card.notice,
      quota: { usedUnits: usedUnits(services), dayUnits: DAY_UNITS },
    };
  },
});
const LOST = "Google does not let the studio in any more. Connect the Google account again; what is on air stays on air meanwhile.";

function accountOf({ db }: Services, id: (typeof streams.$inferSelect)["ytGrantId"]): "none" | "connected" | "lost" {
  const grant = id === null ? undefined : db.select().from(grants).where(eq(grants.id, id)).get();
  if (!grant) return "none";
  return grant.lostAt === null ? "connected" : "lost";
}
