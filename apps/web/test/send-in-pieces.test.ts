import { DISK_FULL_TEXT, type VideoUpload } from "@nightjar/contract";
import { describe, expect, it } from "vitest";
import { type Held, LostError } from "../src/features/backgrounds/go-on.ts";
import { type Answer, createSender, type SendPorts, type Step, UNREACHED } from "../src/features/backgrounds/send-in-pieces.ts";
import { UploadError } from "../src/features/backgrounds/send-video.ts";
import { TIMED_OUT } from "../src/lib/errors.ts";

const SIZE = 100;
const URL = "/api/uploads/1";
const UPLOAD: VideoUpload = {
  ...{ fileUrl: "/api/files/video/x.mp4", fileName: "né.mp4", size: SIZE, thumbnailUrl: null, duration: "0:01" },
  ...{ resolution: "320x180", kind: "video", note: null },
};
const file = () => new File([new Uint8Array(SIZE)], "né.mp4");
const answer = (status: number, headers: Readonly<Record<string, string>> = {}, text = ""): Answer => ({
  ...{ status, text },
  header: (name) => headers[name] ?? null,
});

/** A server that keeps what came, and whatever goes wrong on the way. */
function server(trouble: (step: Step, count: number) => Answer | Error | number | undefined = () => undefined) {
  const asked: string[] = [];
  let received: number | null = null;
  const counts = new Map<string, number>();
  const wire: SendPorts["wire"] = async (step, signal) => {
    signal.throwIfAborted();
    const { body, headers = {}, method, onSent, url } = step;
    asked.push(`${method} ${url}${method === "PATCH" ? ` from ${headers["Upload-Offset"] ?? "?"}` : ""}`);
    const count = (counts.get(method) ?? 0) + 1;
    counts.set(method, count);
    const wrong = trouble(step, count);
    if (typeof wrong === "number") {
      // So many bytes of it have arrived.
      received = Number(headers["Upload-Offset"]) + wrong;
      onSent?.(wrong);
      throw new LostError(UNREACHED);
    }
    if (wrong instanceof Error) throw wrong;
    if (wrong) return wrong;
    if (method === "POST" && url === "/api/uploads") {
      received = 0;
      return answer(201, { Location: URL });
    }
    if (method === "DELETE") {
      received = null;
      return answer(204);
    }
    if (received === null) return answer(404);
    if (method === "HEAD") return answer(200, { "Upload-Offset": String(received) });
    if (method === "POST") return answer(200, {}, JSON.stringify(UPLOAD));
    if (headers["Upload-Offset"] !== String(received)) return answer(409);
    received += body?.size ?? 0;
    onSent?.(body?.size ?? 0);
    return answer(204, { "Upload-Offset": String(received) });
  };
  return { asked, wire, forget: () => (received = null) };
}

function sending(wire: SendPorts["wire"], { isReadable = true, oversleptMs = 0 } = {}) {
  const file_ = file();
  const controller = new AbortController();
  const shares: number[] = [];
  const held: (string | null)[] = [];
  const restsMs: number[] = [];
  let nowMs = 0;
  const rest = async (ms: number) => {
    restsMs.push(ms);
    nowMs += ms + oversleptMs;
  };
  const sender = createSender({ wire, isReadable: async () => isReadable, nowMs: () => nowMs, rest });
  const options = {
    signal: controller.signal,
    onProgress: (share: number) => void shares.push(share),
    onHeld: (now: Held | null) => void held.push(now && now.reason),
  };
  const sleep = (ms: number) => void (nowMs += ms);
  return { controller, shares, held, restsMs, sleep, go: () => sender.send(file_, options), forget: () => sender.forget(file_) };
}
const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => error,
  );

describe("a file sent in pieces", () => {
  it("goes in one where nothing happens, with its name in the protocol's letters, and is forgotten on the server once it is taken", async () => {
    const { asked, wire } = server(({ headers = {}, url }) => {
      if (url === "/api/uploads") expect(headers["Upload-Metadata"]).toBe(`filename ${Buffer.from("né.mp4").toString("base64")}`);
      return undefined;
    });
    const { go, held, shares } = sending(wire);
    expect(await go()).toEqual(UPLOAD);
    expect(asked).toEqual(["POST /api/uploads", `PATCH ${URL} from 0`, `POST ${URL}/video`, `DELETE ${URL}`]);
    expect([shares, held]).toEqual([[0, 1], []]);
  });

  it("goes on after a lost connection from what had arrived, and says meanwhile that it is held", async () => {
    const { asked, wire } = server(({ method }, count) => (method === "PATCH" && count === 1 ? 40 : undefined));
    const { go, held, shares } = sending(wire);
    expect(await go()).toEqual(UPLOAD);
    expect(asked.slice(1, 4)).toEqual([`PATCH ${URL} from 0`, `HEAD ${URL}`, `PATCH ${URL} from 40`]);
    expect([shares, held]).toEqual([
      [0, 0.4, 0.4, 1],
      [UNREACHED, null],
    ]);
  });

  it.each([502, 503, 504])(
    "goes on like after a lost connection where what stands before the server answers %d, and says so",
    async (status) => {
      const { asked, wire } = server(({ method }, count) => {
        if (method === "PATCH" && count === 1) return answer(status, {}, "<html>");
        return method === "HEAD" && count <= 2 ? answer(status) : undefined;
      });
      const { go, held, restsMs } = sending(wire);
      expect(await go()).toEqual(UPLOAD);
      expect(asked.slice(1, 6)).toEqual([`PATCH ${URL} from 0`, ...Array(3).fill(`HEAD ${URL}`), `PATCH ${URL} from 0`]);
      const text = `Upload failed with status ${status}`;
      expect(held).toEqual([text, null, text, null, text, null]);
      expect(restsMs).toEqual([1000, 2000, 4000]);
    },
  );

  it("goes on by itself where its machine slept for so long that the server waited for no more of it", async () => {
    const late = answer(408, {}, JSON.stringify({ message: "The body took too long to arrive. Please try again." }));
    const { asked, wire } = server(({ method }, count) => (method === "PATCH" && count === 1 ? late : undefined));
    const { go, held } = sending(wire);
    expect(await go()).toEqual(UPLOAD);
    expect(asked.slice(1, 4)).toEqual([`PATCH ${URL} from 0`, `HEAD ${URL}`, `PATCH ${URL} from 0`]);
    expect(held).toEqual([TIMED_OUT, null]);
  });

  it("is given up with that status where nothing else answers for half an hour, ever more seldom asked", async () => {
    const { asked, wire } = server(({ url }) => (url.endsWith("/video") ? answer(504, {}, "<html>") : undefined));
    const { go, restsMs } = sending(wire);
    expect(await refusal(go())).toMatchObject({ message: "Upload failed with status 504", mayWork: true });
    expect(asked.filter((line) => line.startsWith("PATCH"))).toHaveLength(1);
    expect(Math.max(...restsMs)).toBe(15_000);
  });

  it("is refused at once where our own server answers 503", async () => {
    const { wire } = server(({ method }) => (method === "PATCH" ? answer(503, {}, JSON.stringify({ message: "Not now." })) : undefined));
    const { go, held } = sending(wire);
    expect(await refusal(go())).toMatchObject({ message: "Not now.", mayWork: true });
    expect(held).toEqual([]);
  });

  it("says why it is held: nothing was heard, or another connection still sends it", async () => {
    const busy = JSON.stringify({ message: "Another connection still sends this file" });
    const { wire } = server(({ method, url }, count) => {
      if (method === "PATCH" && count === 1) return answer(423, {}, busy);
      return url.endsWith("/video") && count === 2 ? new LostError(TIMED_OUT) : undefined;
    });
    const { go, held } = sending(wire);
    expect(await go()).toEqual(UPLOAD);
    expect(held).toEqual(["Another connection still sends this file", null, "Upload timed out", null]);
  });

  it("asks again for an answer that was lost, and sends nothing again", async () => {
    const { asked, wire } = server(({ url }, count) => (url.endsWith("/video") && count === 2 ? new LostError(TIMED_OUT) : undefined));
    expect(await sending(wire).go()).toEqual(UPLOAD);
    expect(asked.filter((line) => line.startsWith("PATCH"))).toHaveLength(1);
    expect(asked.filter((line) => line.endsWith("/video"))).toHaveLength(2);
  });

  it("begins anew where the server knows nothing of it any more", async () => {
    const kept = server(({ method }, count) => {
      if (method !== "PATCH" || count !== 1) return undefined;
      kept.forget();
      return new LostError(UNREACHED);
    });
    expect(await sending(kept.wire).go()).toEqual(UPLOAD);
    expect(kept.asked.filter((line) => line === "POST /api/uploads")).toHaveLength(2);
  });

  it("is refused at once in the server's words, and nothing of it is left there", async () => {
    const { asked, wire } = server(({ url }) => (url.endsWith("/video") ? answer(415, {}, JSON.stringify({ message: "No." })) : undefined));
    expect(await refusal(sending(wire).go())).toMatchObject({ message: "No.", mayWork: false });
    expect(asked.at(-1)).toBe(`DELETE ${URL}`);
  });

  it("that failed for the server's sake goes on at another try from what had arrived", async () => {
    const { asked, wire } = server(({ url }, count) => (url.endsWith("/video") && count === 2 ? answer(500, {}, "<html>") : undefined));
    const { go } = sending(wire);
    expect(await refusal(go())).toMatchObject({ message: "Upload failed with status 500", mayWork: true });
    expect(await go()).toEqual(UPLOAD);
    expect(asked.filter((line) => line.startsWith("PATCH"))).toHaveLength(1);
  });

  it("that met a full disk says so although that answer was lost, and goes on at another try from what had arrived", async () => {
    const { asked, wire } = server(({ method }, count) => {
      if (method === "PATCH" && count === 1) return 40;
      return method === "HEAD" && count === 1 ? answer(507) : undefined;
    });
    const { go } = sending(wire);
    expect(await refusal(go())).toMatchObject({ message: DISK_FULL_TEXT, mayWork: true });
    expect(await go()).toEqual(UPLOAD);
    expect(asked.slice(1, -2)).toEqual([`PATCH ${URL} from 0`, `HEAD ${URL}`, `HEAD ${URL}`, `PATCH ${URL} from 40`]);
  });

  it("is given up in the specification's words after half an hour without any progress", async () => {
    const silent = sending(server(({ method }) => (method === "PATCH" ? new LostError(TIMED_OUT) : undefined)).wire);
    expect(await refusal(silent.go())).toMatchObject({ message: "Upload timed out", mayWork: true });
    const gone = await refusal(sending(server(() => new LostError(UNREACHED)).wire).go());
    expect(gone).toBeInstanceOf(UploadError);
    expect(gone).toMatchObject({ message: "Network error during upload", mayWork: true });
  });

  it("is tried again where its machine slept for longer than that, while it was sent and while it rested", async () => {
    const sleptMs = 31 * 60_000;
    const asleep = server(({ method }, count) => {
      if (method !== "PATCH" || count > 3) return undefined;
      run.sleep(sleptMs);
      return new LostError(UNREACHED);
    });
    const run = sending(asleep.wire, { oversleptMs: sleptMs });
    expect(await run.go()).toEqual(UPLOAD);
    expect(run.restsMs).toEqual([1000, 2000, 4000]);
  });

  it("whose file was changed or moved meanwhile is not held: that is said at once, and nothing of it is left on the server", async () => {
    const { asked, wire } = server(({ method }) => (method === "PATCH" ? new LostError(UNREACHED) : undefined));
    const { go, held } = sending(wire, { isReadable: false });
    const message = "Failed to upload file. It was changed or moved since it was chosen: choose it once more";
    expect(await refusal(go())).toMatchObject({ message, mayWork: false });
    expect([held, asked.at(-1)]).toEqual([[], `DELETE ${URL}`]);
  });

  it("that failed and is forgotten is taken off the server, and one that never began asks nothing of it", async () => {
    const { asked, wire } = server(({ method }) => (method === "PATCH" ? answer(500, {}, "<html>") : undefined));
    const { go, forget } = sending(wire);
    forget();
    expect(asked).toEqual([]);
    expect(await refusal(go())).toMatchObject({ mayWork: true });
    expect(asked).toEqual(["POST /api/uploads", `PATCH ${URL} from 0`]);
    forget();
    expect(asked.at(-1)).toBe(`DELETE ${URL}`);
  });

  it("that is cancelled is taken off the server", async () => {
    const cancelled = server(({ method }) => {
      if (method === "PATCH") run.controller.abort();
      return undefined;
    });
    const run = sending(cancelled.wire);
    expect(await refusal(run.go())).toMatchObject({ name: "AbortError" });
    expect(cancelled.asked.at(-1)).toBe(`DELETE ${URL}`);
  });
});
