import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { audioForm } from "./support/audio.ts";
import { addTrack } from "@nightjar/api/testing";
import { startTestServer, textAt } from "./support/server.ts";
import type { TestServer } from "./support/server.ts";
import { makeVideo } from "./support/video.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const upload = (bytes: Uint8Array, fileName: string) =>
  server.call("POST", "/api/upload/artwork", { body: audioForm(bytes, fileName, "image") });

describe("uploading artwork", () => {
  it("gives an address that tracks and streams take as their picture, and that can be taken away again", async () => {
    const answer = await upload(await makeVideo({ extension: "png", size: "640x640" }), "cover.png");
    expect(answer.status).toBe(200);
    const artworkUrl = textAt(answer, "artworkUrl");
    expect(artworkUrl).toMatch(/^\/api\/files\/artwork\/[0-9a-f]{64}\.jpg$/);
    expect((await server.call("GET", artworkUrl)).headers.get("content-type")).toBe("image/jpeg");
    const track = addTrack(server.services, "Song");
    const stream = textAt(await server.call("POST", "/api/streams", { body: { title: "S" } }), "id");
    for (const path of [`/api/tracks/${track}`, `/api/streams/${stream}`]) {
      expect((await server.call("PATCH", path, { body: { artworkUrl } })).json, path).toMatchObject({ artworkUrl });
      const wrong = await server.call("PATCH", path, { body: { artworkUrl: "javascript:alert(1)" } });
      expect(wrong.json, path).toMatchObject({ message: "The artwork address must begin with https://" });
      expect((await server.call("PATCH", path, { body: { artworkUrl: null } })).json, path).toMatchObject({ artworkUrl: null });
    }
  });

  it("refuses what is no picture with a sentence", async () => {
    const answer = await upload(Buffer.from("no picture"), "cover.png");
    expect(answer.status).toBe(415);
    expect(textAt(answer, "message")).toBe("Please select a valid image file (PNG, JPEG, WebP)");
  });
});
