import { background, backgroundUse } from "@nightjar/contract";
import type { LiveEvent } from "@nightjar/contract";
import { artworkFiles, backgrounds } from "@nightjar/db";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { addBackgroundFile, shaOf } from "@nightjar/api/testing";
import { startTestServer, textAt } from "./support/server.ts";
import type { TestServer } from "./support/server.ts";

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.close());

const create = (fields: Readonly<Record<string, unknown>>) => server.call("POST", "/api/backgrounds", { body: fields });
const patch = (id: string, body: unknown) => server.call("PATCH", `/api/backgrounds/${id}`, { body });
const activate = (id: string) => server.call("PATCH", `/api/backgrounds/${id}/activate`);
const list = async () => z.array(background).parse((await server.call("GET", "/api/backgrounds")).json);
async function newBackground(title: string, values: Parameters<typeof addBackgroundFile>[2] = {}): Promise<string> {
  return textAt(await create({ title, videoUrl: addBackgroundFile(server.services, title, values) }), "id");
}
function changes(): string[] {
  const seen: string[] = [];
  server.services.live.subscribe((event: LiveEvent) => {
    if (event.type === "changed") seen.push(`${event.entity} ${event.id}`);
  });
  return seen;
}

describe("a background", () => {
  it("is made from what the upload answered; of length, size and thumbnail the file knows better", async () => {
    const posterSha256 = shaOf("poster");
    server.services.db.insert(artworkFiles).values({ sha256: posterSha256, sizeBytes: 1 }).run();
    const videoUrl = addBackgroundFile(server.services, "rain", { posterSha256, mezzanineState: "pending" });
    const seen = changes();
    const made = await create({ title: " Rain ", description: "Slow", videoUrl, thumbnailUrl: null, duration: "9:99", resolution: "1x1" });
    expect(made.status).toBe(201);
    const expected = { title: "Rain", description: "Slow", videoUrl, duration: "1:01", resolution: "1280x720", isActive: false };
    const more = { kind: "video", isPreparing: true, thumbnailUrl: `/api/files/artwork/${posterSha256}.jpg` };
    expect(background.parse(made.json)).toMatchObject({ ...expected, ...more });
    const id = textAt(made, "id");
    expect(seen).toEqual([`backgrounds ${id}`]);
    expect((await server.call("GET", `/api/backgrounds/${id}`)).json).toEqual(made.json);
    expect(await list()).toEqual([made.json]);
  });

  it("says that only its beginning airs where it is longer than that, and nothing where it airs whole", async () => {
    for (const [title, values, note] of [
      ["Short", { durationMs: 600_000 }, null],
      ["Long", { durationMs: 7_200_000 }, "Only the first 10 minutes air, again and again: make a shorter video of what is to be seen."],
      ["Still", { kind: "image", extension: "jpg", durationMs: 0 }, null],
    ] as const) {
      const id = await newBackground(title, values);
      expect((await server.call("GET", `/api/backgrounds/${id}`)).json, title).toMatchObject({ note });
    }
  });

  it("needs a video and a title, in the specification's words, and the video must have been uploaded", async () => {
    const videoUrl = addBackgroundFile(server.services, "rain");
    for (const fields of [{}, { title: "Rain" }, { title: " ", videoUrl }, { title: null, videoUrl }, { title: "Rain", videoUrl: "" }]) {
      const answer = await create(fields);
      expect(answer.status).toBe(400);
      expect(textAt(answer, "message")).toBe("Missing Information: Please upload a video and enter a title");
    }
    for (const bad of ["file:///etc/passwd", `/api/files/video/${shaOf("other")}.mp4`, videoUrl.replace("mp4", "webm"), `${videoUrl}/..`]) {
      expect((await create({ title: "Rain", videoUrl: bad })).status, bad).toBe(400);
    }
    for (const thumbnailUrl of ["javascript:alert(1)", `/api/files/artwork/${shaOf("other")}.jpg`]) {
      const refused = await create({ title: "Rain", videoUrl, thumbnailUrl });
      expect(refused.json).toMatchObject({ issues: [{ path: "thumbnailUrl" }] });
    }
    expect(await list()).toEqual([]);
  });

  it("keeps what a change does not name, and always a title", async () => {
    const id = await newBackground("Rain");
    expect((await patch(id, { description: "Slow" })).json).toMatchObject({ title: "Rain", description: "Slow" });
    const renamed = await patch(id, { title: " Snow " });
    expect({ status: renamed.status, json: renamed.json }).toMatchObject({ status: 200, json: { title: "Snow", description: "Slow" } });
    expect((await patch(id, { description: null })).json).toMatchObject({ description: null });
    for (const title of ["", "  ", null, 5]) {
      const refused = await patch(id, { title });
      expect({ status: refused.status, message: textAt(refused, "message") }).toEqual({ status: 400, message: "Please enter a title" });
    }
    expect((await patch("nobody", { title: "x" })).status).toBe(404);
  });

  it("is listed newest first, and gone when deleted", async () => {
    const ids = [await newBackground("One"), await newBackground("Two")];
    server.services.db.$client.exec(`update backgrounds set created_at = 1 where id = '${ids[0]}'`);
    expect((await list()).map((entry) => entry.title)).toEqual(["Two", "One"]);
    const deleted = await server.call("DELETE", `/api/backgrounds/${ids[0]}`);
    expect({ status: deleted.status, text: deleted.text }).toEqual({ status: 204, text: "" });
    for (const [method, path] of [
      ["GET", ""],
      ["GET", "/video"],
      ["PATCH", "/activate"],
      ["DELETE", ""],
    ]) {
      expect((await server.call(method ?? "", `/api/backgrounds/${ids[0]}${path}`)).status, `${method} ${path}`).toBe(404);
    }
  });
});

describe("the default background", () => {
  it("is the one that was activated last, never two, and cannot be activated again", async () => {
    const [one, two] = [await newBackground("One"), await newBackground("Two")];
    expect((await list()).some((entry) => entry.isActive)).toBe(false);
    expect(await activate(one)).toMatchObject({ status: 200, json: { id: one, isActive: true } });
    const seen = changes();
    expect((await activate(two)).json).toMatchObject({ id: two, isActive: true });
    expect(seen).toEqual([`backgrounds ${one}`, `backgrounds ${two}`]);
    expect((await list()).filter((entry) => entry.isActive).map((entry) => entry.id)).toEqual([two]);
    const again = await activate(two);
    expect({ status: again.status, json: again.json }).toEqual({ status: 409, json: { message: "This background is already active" } });
    expect(() => server.services.db.update(backgrounds).set({ isActive: true }).run()).toThrow(/UNIQUE/);
  });
});

describe("which streams show it", () => {
  const newStream = async (title: string, values: Readonly<Record<string, unknown>>) => {
    const id = textAt(await server.call("POST", "/api/streams", { body: { title } }), "id");
    await server.call("PATCH", `/api/streams/${id}`, { body: values });
    return id;
  };
  const answered = z.object({ result: z.object({ data: z.array(backgroundUse) }) });
  const uses = async () => answered.parse((await server.call("GET", "/trpc/backgrounds.uses")).json).result.data;

  it("is told with why: chosen, by default, or by turns, and whether that stream is live; one that nobody shows is not told of", async () => {
    const [own, other, idle] = [await newBackground("own"), await newBackground("other"), await newBackground("idle")];
    expect(await uses()).toEqual([]);
    const choosing = await newStream("Choosing", { activeBackgroundId: own });
    const following = await newStream("Following", {});
    await activate(other);
    await server.call("PUT", `/api/streams/${choosing}/destination`, { body: { rtmpUrl: "rtmp://127.0.0.1:1935/live", streamKey: "key" } });
    await server.call("POST", `/api/direct-streaming/start/${choosing}`, { body: {} });
    expect(await uses()).toEqual([
      { backgroundId: own, streams: [{ id: choosing, title: "Choosing", isLive: true, by: "choice" }] },
      { backgroundId: other, streams: [{ id: following, title: "Following", isLive: false, by: "default" }] },
    ]);
    await server.call("PATCH", `/api/streams/${following}`, { body: { autoSwitch: "every-song" } });
    expect((await uses()).find(({ backgroundId }) => backgroundId === idle)?.streams).toMatchObject([{ id: following, by: "turn" }]);
    await server.call("DELETE", `/api/backgrounds/${own}`);
    expect((await uses()).map(({ backgroundId }) => backgroundId)).not.toContain(own);
  });
});

describe("what goes on air", () => {
  const key = { rtmpUrl: "rtmp://127.0.0.1:1935/live", streamKey: "key" };
  async function liveStream(activeBackgroundId: string | null): Promise<string> {
    const id = textAt(await server.call("POST", "/api/streams", { body: { title: "S" } }), "id");
    await server.call("PUT", `/api/streams/${id}/destination`, { body: key });
    await server.call("PATCH", `/api/streams/${id}`, { body: { activeBackgroundId } });
    await server.call("POST", `/api/direct-streaming/start/${id}`, { body: {} });
    return id;
  }
  const fileIn = (sha256: string, extension = "mp4") => ({ path: join(server.dataDir, "files/video", `${sha256}.${extension}`), sha256 });
  /** What was pushed since the last time it was asked. */
  const pushes = () => server.engine.pushed.splice(0).map(({ background: shown, streamId }) => ({ streamId, shown }));
  const video = (name: string) => ({ kind: "video", file: fileIn(shaOf(name)) });

  it("is the stream's own background, else the active one, else the plain default; each change reaches the streams it concerns alone", async () => {
    const [own, other] = [await newBackground("own"), await newBackground("other")];
    const choosing = await liveStream(own);
    const following = await liveStream(null);
    expect(pushes()).toEqual([
      { streamId: choosing, shown: video("own") },
      { streamId: following, shown: { kind: "default" } },
    ]);
    await activate(other);
    expect(pushes()).toEqual([{ streamId: following, shown: video("other") }]);
    await patch(other, { title: "Renamed" });
    expect(pushes()).toEqual([]);
    await server.call("PATCH", `/api/streams/${following}`, { body: { activeBackgroundId: own } });
    expect(pushes()).toEqual([{ streamId: following, shown: video("own") }]);

    const seen = changes();
    await server.call("DELETE", `/api/backgrounds/${own}`);
    expect(pushes().toSorted((a, b) => (a.streamId < b.streamId ? -1 : 1))).toEqual(
      [choosing, following].toSorted().map((streamId) => ({ streamId, shown: video("other") })),
    );
    expect(seen.toSorted()).toEqual([`backgrounds ${own}`, `streams ${choosing}`, `streams ${following}`].toSorted());
    expect((await server.call("GET", `/api/streams/${choosing}`)).json).toMatchObject({ activeBackgroundId: null, isLive: true });
    await server.call("DELETE", `/api/backgrounds/${other}`);
    expect(pushes().map(({ shown }) => shown)).toEqual([{ kind: "default" }, { kind: "default" }]);
  });

  it("is the normalised copy where there is one, and a still as a still", async () => {
    const mezzanineSha256 = shaOf("copy");
    await liveStream(await newBackground("ready", { mezzanineState: "ready", mezzanineSha256 }));
    await liveStream(await newBackground("pending", { mezzanineState: "pending", extension: "webm" }));
    await liveStream(await newBackground("still", { kind: "image", extension: "jpg", durationMs: 0, mezzanineState: "unneeded" }));
    expect(pushes().map(({ shown }) => shown)).toEqual([
      { kind: "video", file: fileIn(mezzanineSha256) },
      { kind: "video", file: fileIn(shaOf("pending"), "webm") },
      { kind: "image", file: fileIn(shaOf("still"), "jpg") },
    ]);
  });
});
