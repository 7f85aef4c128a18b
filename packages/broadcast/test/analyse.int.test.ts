import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { PROFILES } from "@nightjar/contract";
import { run } from "@nightjar/media";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FlvStreamParser } from "../src/flv/stream-parser.ts";
import { createFileSource } from "../src/playout/file-source.ts";
import { analysePicture, analyseSound } from "../src/render/analyse.ts";
import { audioEncoderArgs, videoEncoderArgs } from "../src/render/encoder-args.ts";
import type { UnitRef } from "../src/timeline/unit.ts";
import { testFolder } from "./support/engine.ts";

const profile = PROFILES["720p30"];
const options = { ffmpegPath: "ffmpeg", signal: new AbortController().signal };
let folder: Awaited<ReturnType<typeof testFolder>>;
beforeAll(async () => (folder = await testFolder()));
afterAll(() => folder.remove());

/** A unit as our encoder writes it, of what ffmpeg makes of `source`. */
async function unit(name: string, kind: "video" | "audio", source: string): Promise<UnitRef> {
  const path = join(folder.dir, `${name}.flv`);
  const args = kind === "video" ? videoEncoderArgs(profile, "ultrafast") : audioEncoderArgs(profile);
  const input = ["-v", "error", "-f", "lavfi", "-i", source, "-pix_fmt", "yuv420p"];
  await run("ffmpeg", [...input, ...args.slice(0, -1), path], { timeoutMs: 60_000 });
  return { key: name, kind, path, firstTagOffset: 1, readableBytes: 1, isComplete: true };
}

const look = async (name: string, source: string, durationMs: number) => {
  const { black, frozen } = await analysePicture(await unit(name, "video", source), durationMs, options);
  return { black, frozen };
};
const size = `${profile.widthPx}x${profile.heightPx}`;

describe("a unit as ffmpeg writes it", () => {
  it("is read to its last picture without a complaint, at 30 and at 60 pictures a second, whatever its length", async () => {
    for (const id of ["720p30", "720p60"] as const) {
      const rate = PROFILES[id].framesPerSecond;
      for (const frames of [rate * 2, rate * 2 + 1, rate * 2 + 2]) {
        const path = join(folder.dir, `${id}-${frames}.flv`);
        const source = `testsrc2=s=${size}:r=${rate}`;
        const args = [...videoEncoderArgs(PROFILES[id], "ultrafast").slice(0, -1), "-frames:v", String(frames), path];
        await run("ffmpeg", ["-v", "error", "-f", "lavfi", "-i", source, ...args], { timeoutMs: 60_000 });
        const bytes = await readFile(path);
        const tags = [...new FlvStreamParser().push(bytes)];
        const firstTagOffset =
          13 +
          tags
            .slice(
              0,
              tags.findIndex(({ kind }) => kind === "video"),
            )
            .reduce((sum, { tagBytes }) => sum + tagBytes, 0);
        const last = tags.findLast(({ kind }) => kind === "video-end");
        const readableBytes = bytes.length - (last?.tagBytes ?? 0);
        const damages: string[] = [];
        const whole = { key: path, kind: "video" as const, path, firstTagOffset, readableBytes, isComplete: true };
        const cursor = createFileSource((_, reason) => damages.push(reason)).open(whole);
        let count = 0;
        for (; cursor.peek() !== "end"; count += 1) cursor.advance();
        cursor.close();
        expect([count, damages]).toEqual([frames, []]);
      }
    }
  });
});

describe("what is sent", () => {
  it("is known to be black where it is, and to stand still only where nothing moves", async () => {
    const blackThenMoving = `color=black:s=${size}:r=30:d=4[a];testsrc2=s=${size}:r=30:d=4[b];[a][b]concat`;
    expect(await look("black", blackThenMoving, 8000)).toEqual({ black: [{ fromMs: 0, toMs: 4000 }], frozen: [] });
    expect(await look("moving", `testsrc2=s=${size}:r=30:d=6`, 6000)).toEqual({ black: [], frozen: [] });
    expect(await look("still", `color=0x336699:s=${size}:r=30:d=6`, 6000)).toEqual({ black: [], frozen: [{ fromMs: 0, toMs: 6000 }] });
    // What moves through the same places every two seconds looks alike at every key picture.
    const turning = `nullsrc=s=64x36:r=30:d=6,geq=lum='128+100*sin(PI*T)*gt(X,32)':cb=128:cr=128,scale=${profile.widthPx}:${profile.heightPx}`;
    expect(await look("turning", turning, 6000)).toEqual({ black: [], frozen: [] });
  });

  it("is known to be silent where nothing is heard, also where the encoder has something left to say", async () => {
    const source = "aevalsrc='if(between(t,3,7),0.0003*random(0),0.3*sin(2*PI*440*t))':s=48000:d=10";
    const packets = Math.round((10 * 48_000) / 1024);
    const { silent, durationMs } = await analyseSound(await unit("sound", "audio", source), packets, options);
    expect(Math.abs(durationMs - 10_000)).toBeLessThan(25);
    expect(silent).toHaveLength(1);
    expect(Math.abs((silent[0]?.fromMs ?? 0) - 3000)).toBeLessThan(100);
    expect(Math.abs((silent[0]?.toMs ?? 0) - 7000)).toBeLessThan(100);
    expect((await analyseSound(await unit("loud", "audio", "sine=440:d=5"), 234, options)).silent).toEqual([]);
  });
});
