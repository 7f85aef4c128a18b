import { addBackgroundFile, addTrack } from "@nightjar/api/testing";
import { streamWithTracks } from "@nightjar/contract";
import { mediaAssets } from "@nightjar/db";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ADMIN, startTestServer, textAt, type Answer, type TestServer } from "./support/server.ts";

// The calls of the specification, part 2, at their addresses: what they are sent, what they answer.

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const call = (method: string, path: string, body?: unknown) => server.call(method, path, body === undefined ? {} : { body });
/** The answer of a call that must be taken. */
async function taken(method: string, path: string, body?: unknown): Promise<Answer> {
  const answer = await call(method, path, body);
  expect([method, path, answer.status < 300], answer.text).toEqual([method, path, true]);
  return answer;
}
const fieldsOf = (value: unknown): readonly string[] => (typeof value === "object" && value !== null ? Object.keys(value) : []);
const entriesOf = (answer: Answer): readonly unknown[] => (Array.isArray(answer.json) ? answer.json : []);
const has = (value: unknown, fields: readonly string[]) => expect(fieldsOf(value)).toEqual(expect.arrayContaining([...fields]));

const STREAM = [
  ...["id", "title", "description", "artworkUrl", "channelName", "isLive", "viewerCount", "streamDuration", "youtubeConnected"],
  ...["youtubeChannelName", "activeBackgroundId", "activeOverlayTemplateId", "tracklistIds"],
];
const TRACK = [
  ...["id", "title", "artist", "duration", "artworkUrl", "libraryTrackId", "existsInLibrary", "hasAudioFile"],
  ...["recordLabel", "copyrightTagline"],
];
const BACKGROUND = ["id", "title", "description", "videoUrl", "thumbnailUrl", "duration", "resolution", "isActive"];
const TEMPLATE = ["id", "name", "description", "isDefault"];
const ELEMENT = [
  ...["id", "templateId", "name", "type", "xPosition", "yPosition", "fontSize", "fontFamily", "textColor", "opacity"],
  ...["isVisible", "content", "mediaAssetId", "mediaAsset"],
];

describe("streams", () => {
  const newStream = async (title = "Night") => textAt(await taken("POST", "/api/streams", { title, description: "All of it" }), "id");

  it("are listed and read with the fields that the screens use", async () => {
    const id = await newStream();
    const list = entriesOf(await taken("GET", "/api/streams"));
    has(list[0], STREAM);
    has((await taken("GET", `/api/streams/${id}`)).json, STREAM);
  });

  it("take title and description, a background, a template and a tracklist, each by itself", async () => {
    const id = await newStream();
    const path = `/api/streams/${id}`;
    const videoUrl = addBackgroundFile(server.services, "behind it");
    const background = textAt(await taken("POST", "/api/backgrounds", { title: "B", videoUrl }), "id");
    const template = textAt(await taken("POST", "/api/overlay-templates", { name: "T" }), "id");
    const track = addTrack(server.services, "A");
    expect((await taken("PATCH", path, { title: "Day", description: "Some of it" })).json).toMatchObject({ title: "Day" });
    expect((await taken("PATCH", path, { activeBackgroundId: background })).json).toMatchObject({ activeBackgroundId: background });
    expect((await taken("PATCH", path, { activeOverlayTemplateId: template })).json).toMatchObject({ activeOverlayTemplateId: template });
    expect((await taken("POST", `${path}/tracks`, { trackId: track })).json).toMatchObject({ tracklistIds: [track] });
    await taken("POST", "/api/streams/add-tracks", { streamId: id, trackIds: [track] });
    const read = (await taken("GET", path)).json;
    expect(read).toMatchObject({ title: "Day", description: "Some of it", tracklistIds: [track, track] });
    has(streamWithTracks.parse(read).tracks[0], TRACK);
    expect((await taken("PATCH", path, { tracklistIds: [track] })).json).toMatchObject({ tracklistIds: [track] });
    has((await taken("GET", `/api/tracks/${track}`)).json, ["id", "title", "artist", "duration"]);
    expect((await taken("DELETE", path)).status).toBe(204);
  });

  it("go live and off with the texts and the privacy of the card, and take new content meanwhile", async () => {
    const id = await newStream();
    const texts = { title: "Tonight", description: "Live", privacy: "private" };
    const start = () => call("POST", `/api/direct-streaming/start/${id}`, texts);
    const hint = "You must connect a YouTube channel before you can start streaming.";
    expect(await start()).toMatchObject({ status: 400, json: { message: hint } });
    await taken("PUT", `/api/streams/${id}/destination`, { rtmpUrl: "rtmp://127.0.0.1:1/live", streamKey: "key" });
    expect(await start()).toMatchObject({ status: 200, json: { isLive: true, title: "Tonight", description: "Live" } });
    expect((await taken("POST", `/api/streams/${id}/update-content`)).status).toBe(200);
    expect((await taken("POST", `/api/direct-streaming/stop/${id}`)).json).toMatchObject({ isLive: false });
    expect((await call("POST", `/api/direct-streaming/start/${id}`, { ...texts, privacy: "friends" })).status).toBe(400);
  });

  it("have studio settings that take the track that is played, and a stream with what it shows", async () => {
    const id = await newStream();
    const track = addTrack(server.services, "Played");
    expect((await taken("PATCH", "/api/stream-settings", { currentTrackId: track })).json).toMatchObject({ currentTrackId: track });
    const chosen = { currentTrackId: track, activeBackgroundId: null, activeOverlayTemplateId: null, isLive: false, streamId: id };
    expect((await taken("PATCH", "/api/stream-settings", chosen)).status).toBe(200);
    expect((await taken("GET", "/api/stream-settings")).json).toMatchObject({ currentTrackId: track });
  });
});

describe("overlays and media", () => {
  it("have templates and elements that are made, listed, changed, looked up by their use and deleted", async () => {
    const template = textAt(await taken("POST", "/api/overlay-templates", { name: "Late", description: "After midnight" }), "id");
    const path = `/api/overlay-templates/${template}`;
    has(entriesOf(await taken("GET", "/api/overlay-templates"))[0], TEMPLATE);
    expect((await taken("PATCH", path, { name: "Later", description: "Before dawn" })).json).toMatchObject({ name: "Later" });
    const fields = { templateId: template, name: "Title", type: "track-title", xPosition: 10, yPosition: 20, fontSize: 48 };
    const element = textAt(await taken("POST", "/api/overlay-elements", fields), "id");
    const asset = server.services.db.insert(mediaAssets).values({ fileName: "a.png", filePath: "/a.png", fileType: "image/png" });
    const { id: mediaAssetId } = asset.returning().get();
    const shown = await taken("PATCH", `/api/overlay-elements/${element}`, { opacity: 40, mediaAssetId });
    expect(shown.json).toMatchObject({ opacity: 40, mediaAsset: { id: mediaAssetId, filePath: "/a.png" } });
    has(shown.json, ELEMENT);
    expect(entriesOf(await taken("GET", `${path}/elements`))).toMatchObject([{ id: element, xPosition: 10 }]);
    has(entriesOf(await taken("GET", "/api/overlay-elements"))[0], ELEMENT);
    has(entriesOf(await taken("GET", "/api/media"))[0], ["id", "fileName", "filePath"]);
    const stream = textAt(await taken("POST", "/api/streams", { title: "Shows it" }), "id");
    await taken("PATCH", `/api/streams/${stream}`, { activeOverlayTemplateId: template });
    expect(entriesOf(await taken("GET", `${path}/usage`))).toMatchObject([{ title: "Shows it" }]);
    await taken("PATCH", `/api/streams/${stream}`, { activeOverlayTemplateId: null });
    for (const gone of [`/api/overlay-elements/${element}`, path]) expect((await taken("DELETE", gone)).status).toBe(204);
  });
});

describe("backgrounds", () => {
  it("are made of what an upload answered, listed, changed, activated and deleted", async () => {
    const videoUrl = addBackgroundFile(server.services, "rain");
    const more = { thumbnailUrl: null, duration: "1:01", resolution: "1280x720" };
    const made = await taken("POST", "/api/backgrounds", { title: "Rain", description: "Slow", videoUrl, ...more });
    const path = `/api/backgrounds/${textAt(made, "id")}`;
    has(made.json, BACKGROUND);
    expect(made.json).toMatchObject({ title: "Rain", description: "Slow", duration: "1:01", resolution: "1280x720", isActive: false });
    has(entriesOf(await taken("GET", "/api/backgrounds"))[0], BACKGROUND);
    expect((await taken("PATCH", path, { title: "Snow", description: "Quiet" })).json).toMatchObject({ title: "Snow" });
    expect((await taken("PATCH", `${path}/activate`)).json).toMatchObject({ isActive: true });
    expect((await taken("DELETE", path)).status).toBe(204);
  });
});

describe("a test stream", () => {
  it("is told of, also where it never ran, and stopped, also where it does not run", async () => {
    const id = textAt(await taken("POST", "/api/streams", { title: "Night" }), "id");
    const path = `/api/test-stream/${id}`;
    const info = (await taken("GET", path)).json;
    has(info, ["status", "stream", "currentTrack", "background", "overlayElements", "testStreamUrl"]);
    expect(info).toMatchObject({ status: "STOPPED", stream: { title: "Night" }, testStreamUrl: null });
    expect((await taken("GET", `${path}/status`)).json).toMatchObject({ isActive: false, rtmpUrl: null });
    expect((await taken("POST", `${path}/stop`)).json).toMatchObject({ isActive: false });
  });
});

describe("the account", () => {
  it("changes its password by the old one, with a sentence for each rule that is broken", async () => {
    const change = (body: object) => call("POST", "/api/auth/change-password", body);
    const refusals = [
      [{ newPassword: "sixsix" }, "Current password is required"],
      [{ currentPassword: "", newPassword: "sixsix" }, "Current password is required"],
      [{ currentPassword: ADMIN.password, newPassword: "fives" }, "Password must be at least 6 characters"],
    ] as const;
    for (const [body, message] of refusals) expect(await change(body)).toMatchObject({ status: 400, json: { message } });
    const answer = await change({ currentPassword: ADMIN.password, newPassword: "sixsix" });
    expect(answer).toMatchObject({ status: 200, json: { message: "Password updated" } });
  });
});
