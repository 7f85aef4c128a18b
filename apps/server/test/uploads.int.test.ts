import { sweepUnused } from "@nightjar/api";
import { AUDIO_UPLOAD_MAX_BYTES } from "@nightjar/contract";
import { audioFiles } from "@nightjar/db";
import { PATIENCE_MS } from "@nightjar/kit/testing";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { readdirSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { audioForm, makeTone } from "./support/audio.ts";
import { startTestServer, textAt } from "./support/server.ts";
import type { TestServer } from "./support/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const upload = (bytes: Uint8Array, fileName: string) => server.call("POST", "/api/upload/audio", { body: audioForm(bytes, fileName) });
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const folder = (name: string) => readdirSync(join(server.dataDir, "files", name));

describe("uploading audio", () => {
  it.each(["mp3", "wav", "flac", "m4a", "aac", "ogg", "aiff"] as const)(
    "takes a real %s, names it by its content and measures its loudness",
    async (extension) => {
      const bytes = await makeTone({ extension, seconds: 3, frequencyHz: 500 });
      const answer = await upload(bytes, `a tone.${extension}`);
      expect(answer.status).toBe(200);
      const fileUrl = `/api/files/audio/${sha256(bytes)}.${extension}`;
      expect(answer.json).toMatchObject({ fileUrl, fileName: `a tone.${extension}`, size: bytes.length, metadata: { duration: "0:03" } });
      await vi.waitFor(() => expect(fileRow(bytes)?.loudnessState).toBe("measured"), { timeout: 20_000 });
      expect(fileRow(bytes)?.integratedLufs).toBeLessThan(-5);
    },
  );

  it("reads the tags, and the cover as a JPEG of our own", async () => {
    const tags = {
      title: "Ünder the Bridge",
      artist: "Böb",
      album: "LP",
      genre: "House",
      TBPM: "124",
      TSRC: "US-AB1-99-00001",
      date: "2021",
    };
    const answer = await upload(await makeTone({ extension: "mp3", frequencyHz: 600, tags, withCover: true }), "x.mp3");
    expect(answer.json).toMatchObject({
      metadata: { title: "Ünder the Bridge", artist: "Böb", album: "LP", genre: "House", year: 2021, bpm: 124, isrcCode: "USAB19900001" },
    });
    const artwork = await server.call("GET", textAt(answer, "metadata.artworkUrl"));
    expect(artwork.status).toBe(200);
    expect(artwork.headers.get("content-type")).toBe("image/jpeg");
    expect((await server.call("GET", textAt(answer, "metadata.artworkUrl"), { token: null })).status).toBe(401);
  });

  it("stores the same file once, whatever it is called", async () => {
    const bytes = await makeTone({ extension: "mp3", frequencyHz: 700 });
    const before = folder("audio").length;
    const answers = await Promise.all([upload(bytes, "one.mp3"), upload(bytes, "two.wav")]);
    expect(textAt(answers[1] ?? never(), "fileUrl")).toBe(textAt(answers[0] ?? never(), "fileUrl"));
    expect(folder("audio").length).toBe(before + 1);
  });

  it("believes the content, not the name", async () => {
    const flac = await makeTone({ extension: "flac", frequencyHz: 800 });
    expect(textAt(await upload(flac, "song.mp3"), "fileUrl")).toMatch(/\.flac$/);
    const playlist = "#EXTM3U\nfile:///etc/passwd\n";
    const texts = ["this is no music", playlist, "ffconcat version 1.0\nfile '/etc/hostname'\n", ""];
    for (const text of texts) {
      const answer = await upload(Buffer.from(text), "song.mp3");
      expect(answer.status, text).toBe(415);
      const message = "Please select a valid audio file (MP3, WAV, FLAC, M4A, AAC)";
      expect(answer.json).toEqual({ message, error: message });
    }
  });

  it("takes exactly 50 MB and refuses one byte more, in the specification's words", async () => {
    // Zeros behind a tone's last atom: nothing of them is decoded, and there is one allocation, which a machine may be slow to give.
    const room = Buffer.alloc(AUDIO_UPLOAD_MAX_BYTES * 2);
    (await makeTone({ extension: "m4a", frequencyHz: 900, seconds: 3 })).copy(room);
    const padded = (size: number) => room.subarray(0, size);
    expect((await upload(padded(AUDIO_UPLOAD_MAX_BYTES), "full.m4a")).status).toBe(200);
    const answer = await upload(padded(AUDIO_UPLOAD_MAX_BYTES + 1), "over.m4a");
    expect(answer.status).toBe(413);
    expect(answer.json).toEqual({ message: "File size must be less than 50MB", error: "File size must be less than 50MB" });
    expect((await upload(room, "far-over.m4a")).status).toBe(413);
    // A master, as bulk upload sends it.
    const master = await server.call("POST", "/api/upload/master", { body: audioForm(room, "master.m4a") });
    expect([master.status, master.json]).toMatchObject([200, { size: room.length }]);
  });

  it("asks for the field it needs", async () => {
    const bytes = await makeTone({ extension: "mp3" });
    const wrongField = await server.call("POST", "/api/upload/audio", { body: audioForm(bytes, "x.mp3", "video") });
    expect(wrongField.status).toBe(400);
    expect((await server.call("POST", "/api/upload/audio", { body: {} })).status).toBe(400);
    expect((await server.call("POST", "/api/upload/audio")).status).toBe(400);
  });

  /** Begins one of which more is announced than comes. */
  const half = (bytes: Uint8Array) => {
    const head = [
      ...["POST /api/upload/audio HTTP/1.1", "Host: x", `Authorization: Bearer ${server.adminToken}`],
      ...["Content-Type: multipart/form-data; boundary=b", `Content-Length: ${bytes.length * 2}`, "", ""],
    ].join("\r\n");
    const socket = connect(server.running.port, "127.0.0.1");
    socket.write(`${head}--b\r\nContent-Disposition: form-data; name="audio"; filename="x.wav"\r\n\r\n`);
    socket.write(bytes);
    return socket;
  };

  it("leaves nothing of an upload whose client sends no more, without a word", async () => {
    const timers = vi.spyOn(globalThis, "setTimeout");
    try {
      const socket = half(await makeTone({ extension: "wav", seconds: 20 }));
      let said = "";
      socket.on("data", (chunk) => (said += chunk.toString("utf8")));
      await vi.waitFor(() => expect(folder("incoming").length).toBe(1), PATIENCE_MS);
      await vi.waitFor(() => {
        // As where two minutes have passed.
        for (const [ring, ms] of timers.mock.calls) if (ms === 120_000) ring();
        expect(said).toMatch(/^HTTP\/1\.1 408 /);
      }, PATIENCE_MS);
      expect(folder("incoming")).toEqual([]);
      await once(socket, "close");
    } finally {
      timers.mockRestore();
    }
  });

  it("leaves nothing of an upload that breaks off", async () => {
    const before = { rows: server.services.db.select().from(audioFiles).all().length, files: folder("audio").length };
    const bytes = await makeTone({ extension: "wav", seconds: 20 });
    const socket = half(bytes);
    await vi.waitFor(() => expect(folder("incoming").length).toBe(1), PATIENCE_MS);
    socket.destroy();
    await vi.waitFor(() => expect(folder("incoming")).toEqual([]), PATIENCE_MS);

    // Whole as HTTP, but the form has no end.
    const cut = Buffer.concat([Buffer.from('--b\r\nContent-Disposition: form-data; name="audio"; filename="x.wav"\r\n\r\n'), bytes]);
    const response = await fetch(`${server.url}/api/upload/audio`, {
      method: "POST",
      headers: { authorization: `Bearer ${server.adminToken}`, "content-type": "multipart/form-data; boundary=b" },
      body: new Uint8Array(cut),
    });
    expect(response.status).toBe(400);
    expect(folder("incoming")).toEqual([]);
    expect({ rows: server.services.db.select().from(audioFiles).all().length, files: folder("audio").length }).toEqual(before);
  });
});

describe("after a crash", () => {
  it("sweeps what was half received, lays aside what has no row, and measures what was not measured", async () => {
    const first = await startTestServer();
    const bytes = await makeTone({ extension: "mp3", frequencyHz: 1000 });
    await first.call("POST", "/api/upload/audio", { body: audioForm(bytes, "x.mp3") });
    const name = `${sha256(bytes)}.mp3`;
    await first.running.stop();
    const files = join(first.dataDir, "files");
    writeFileSync(join(files, "incoming", "half"), "half");
    const stray = `${"a".repeat(64)}.mp3`;
    writeFileSync(join(files, "audio", stray), "no row");

    const second = await startTestServer({ DATA_DIR: first.dataDir });
    expect(readdirSync(join(files, "incoming"))).toEqual([]);
    expect([readdirSync(join(files, "audio")), readdirSync(join(files, "left", "audio"))]).toEqual([[name], [stray]]);
    await vi.waitFor(() => expect(second.services.db.select().from(audioFiles).all()[0]?.loudnessState).toBe("measured"), {
      timeout: 20_000,
    });
    await second.close();
  });
});

describe("files no track uses", () => {
  it("are kept for a day, so that their track can be saved, minutes where it was deleted, and then removed with their rows", async () => {
    const own = await startTestServer();
    const used = await makeTone({ extension: "mp3", frequencyHz: 1200, withCover: true });
    const unused = await makeTone({ extension: "mp3", frequencyHz: 1300, withCover: true });
    const kept = await own.call("POST", "/api/upload/audio", { body: audioForm(used, "used.mp3") });
    await own.call("POST", "/api/upload/audio", { body: audioForm(unused, "unused.mp3") });
    const fields = {
      title: "T",
      artist: "A",
      duration: "0:02",
      fileUrl: textAt(kept, "fileUrl"),
      artworkUrl: textAt(kept, "metadata.artworkUrl"),
    };
    const id = textAt(await own.call("POST", "/api/tracks", { body: fields }), "id");
    const count = (name: string) => readdirSync(join(own.dataDir, "files", name)).length;
    const sweepAt = (hours: number) => sweepUnused({ ...own.services, clock: { nowMs: () => Date.now() + hours * 3_600_000 } });
    await sweepAt(23);
    expect(count("audio")).toBe(2);
    await sweepAt(25);
    expect({ audio: readdirSync(join(own.dataDir, "files", "audio")), artwork: count("artwork") }).toEqual({
      audio: [`${sha256(used)}.mp3`],
      artwork: 1,
    });
    await own.call("DELETE", `/api/tracks/${id}`);
    expect(count("audio")).toBe(1);
    // Uploaded today.
    await sweepAt(0.1);
    expect({ audio: count("audio"), artwork: count("artwork"), rows: own.services.db.select().from(audioFiles).all() }).toEqual({
      audio: 0,
      artwork: 0,
      rows: [],
    });
    await own.close();
  });
});

describe("bytes of a stored file", () => {
  let path = "";
  let bytes: Buffer;
  beforeAll(async () => {
    bytes = await makeTone({ extension: "mp3", frequencyHz: 1100 });
    path = textAt(await upload(bytes, "x.mp3"), "fileUrl");
  });
  const get = async (headers: Readonly<Record<string, string>> = {}, method = "GET") => {
    const response = await fetch(server.url + path, { method, headers: { authorization: `Bearer ${server.adminToken}`, ...headers } });
    return { status: response.status, headers: response.headers, body: Buffer.from(await response.arrayBuffer()) };
  };

  it("come whole, by a cookie too, and not to strangers", async () => {
    const whole = await get();
    expect(whole.status).toBe(200);
    expect(whole.body.equals(bytes)).toBe(true);
    expect(whole.headers.get("accept-ranges")).toBe("bytes");
    expect(whole.headers.get("content-type")).toBe("audio/mpeg");
    expect(whole.headers.get("x-content-type-options")).toBe("nosniff");
    expect((await server.call("GET", path, { token: null, headers: { cookie: `nightjar_session=${server.adminToken}` } })).status).toBe(
      200,
    );
    expect((await server.call("GET", path, { token: null })).status).toBe(401);
    expect((await server.call("HEAD", path)).headers.get("content-length")).toBe(String(bytes.length));
  });

  it.each([
    ["bytes=0-99", 0, 99],
    ["bytes=100-", 100, -1],
    ["bytes=-50", -50, -1],
    ["bytes=0-999999999", 0, -1],
  ])("come in the range %s", async (range, first, last) => {
    const from = first < 0 ? bytes.length + first : first;
    const to = last < 0 ? bytes.length - 1 : last;
    const part = await get({ range });
    expect(part.status).toBe(206);
    expect(part.headers.get("content-range")).toBe(`bytes ${from}-${to}/${bytes.length}`);
    expect(part.body.equals(bytes.subarray(from, to + 1))).toBe(true);
  });

  it("answer a range that cannot be with 416, and one that makes no sense with the whole", async () => {
    const beyond = await get({ range: `bytes=${bytes.length}-` });
    expect(beyond.status).toBe(416);
    expect(beyond.headers.get("content-range")).toBe(`bytes */${bytes.length}`);
    for (const range of ["bytes=9-1", "bytes=0-1,5-6", "lines=1-2", "bytes=-"]) expect((await get({ range })).status, range).toBe(200);
  });

  it("are not sent again to who has them", async () => {
    const etag = (await get()).headers.get("etag") ?? "";
    expect((await get({ "if-none-match": etag })).status).toBe(304);
    expect((await get({ range: "bytes=0-9", "if-range": etag })).status).toBe(206);
    expect((await get({ range: "bytes=0-9", "if-range": '"other"' })).status).toBe(200);
  });

  it("are only those of content-named files", async () => {
    for (const bad of ["/api/files/audio/..%2f..%2fsecret.key", "/api/files/audio/secret.key", `/api/files/audio/${"0".repeat(64)}.mp3`]) {
      expect((await server.call("GET", bad)).status, bad).toBe(404);
    }
    expect((await server.call("GET", `/api/files/incoming/${"0".repeat(64)}.mp3`)).status).toBe(400);
  });

  it("survive a reader that goes away in the middle", async () => {
    const abort = new AbortController();
    const response = await fetch(server.url + path, { headers: { authorization: `Bearer ${server.adminToken}` }, signal: abort.signal });
    abort.abort();
    await response.body?.cancel().catch(() => undefined);
    expect((await get()).status).toBe(200);
  });
});

function fileRow(bytes: Uint8Array) {
  return server.services.db
    .select()
    .from(audioFiles)
    .all()
    .find((row) => row.sha256 === sha256(bytes));
}

function never(): never {
  throw new Error("there is no such answer");
}
