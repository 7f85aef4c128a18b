import type { StreamId } from "@nightjar/contract";
import { streamSessions } from "@nightjar/db";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { youtubeStatus } from "../../src/youtube/broadcast-verbs.ts";
import { YouTubeError } from "../../src/youtube/reasons.ts";
import { readRow } from "../../src/youtube/rows.ts";
import { broadcastThere, streamThere, withBroadcast } from "../support/at-youtube.ts";
import { openStudio } from "../support/call-verb.ts";
import type { Studio } from "../support/call-verb.ts";
import { youtubeThere } from "../support/youtube-clock.ts";

let studio: Studio;
beforeEach(async () => void (studio = await openStudio()));
afterEach(() => studio.close());

describe("who may see the broadcast that waits", () => {
  const status = (id: StreamId) => studio.callVerb(youtubeStatus, { streamId: id });
  /** Once the reading under way has come to its end. */
  const tried = async (rowId: string) => (await studio.services.broadcasts.turn(rowId))();

  it("is shown as somebody has changed it in YouTube Studio since, to who looks and from then on", async () => {
    const { id, rowId } = await withBroadcast(studio, { sessionId: null, lifeCycle: "ready", privacy: "unlisted" });
    youtubeThere(studio, [broadcastThere({ lifeCycle: "ready", privacy: "public" })], [streamThere()]);
    const told = new Promise<void>((resolve) => {
      studio.services.live.subscribe((event) => void (event.type === "changed" && event.entity === "streams" && resolve()));
    });
    expect((await status(id)).waitingPrivacy).toBe("unlisted");
    await told;
    await expect.poll(async () => (await status(id)).waitingPrivacy).toBe("public");
    expect(readRow(studio.services.db, rowId)).toMatchObject({ privacy: "public", sessionId: null });
  });

  it("is asked for once in some minutes, however often it is looked at, and also where YouTube refuses it", async () => {
    const { id, rowId } = await withBroadcast(studio, { sessionId: null, lifeCycle: "ready" });
    let asked = 0;
    studio.ports.youtube.broadcasts = async () => {
      asked += 1;
      throw new YouTubeError("backendError", 503);
    };
    for (let round = 0; round < 2; round += 1) {
      for (let time = 0; time < 3; time += 1) await status(id);
      await tried(rowId);
    }
    expect(asked).toBe(1);
  });

  it.each([
    ["backendError", 503, false],
    ["rateLimitExceeded", 403, false],
    ["quotaExceeded", 403, false],
    ["liveBroadcastNotFound", 404, false],
    ["insufficientPermissions", 403, true],
    ["livePermissionBlocked", 403, true],
    ["forbidden", 403, true],
  ] as const)(
    "and could not be read (%s, %i) is told only where somebody is to do something about it (%s): it is not tried again by itself",
    async (reason, code, isTold) => {
      const { id, rowId } = await withBroadcast(studio, { sessionId: null, lifeCycle: "ready" });
      studio.services.db.update(streamSessions).set({ stoppedAt: new Date() }).run();
      const refusal = new YouTubeError(reason, code);
      studio.ports.youtube.broadcasts = () => Promise.reject(refusal);
      await status(id);
      await tried(rowId);
      expect(studio.ports.logged).toMatchObject([{ level: "warn", fields: { err: refusal } }]);
      expect((await status(id)).notice).toBe(isTold ? refusal.message : null);
    },
  );
});
