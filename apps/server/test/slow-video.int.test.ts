import { SLOW_VIDEO_TEXT } from "@nightjar/contract";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createMedia } from "../src/adapters/media.ts";
import { makeVideo } from "./support/video.ts";

let folder = "";
let never = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "nightjar-slow-"));
  never = join(folder, "never");
  writeFileSync(never, "#!/bin/sh\nexec sleep 60\n");
  chmodSync(never, 0o755);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("a video that takes too long to be read is refused in words, whichever tool is slow: it is no failure of the studio", async () => {
  const path = join(folder, "video.mp4");
  writeFileSync(path, await makeVideo({ extension: "mp4" }));
  expect(SLOW_VIDEO_TEXT).toContain("takes too long");
  for (const tools of [
    { ffprobePath: never, ffmpegPath: "ffmpeg" },
    { ffprobePath: "ffprobe", ffmpegPath: never },
  ]) {
    const readTimeoutMs = tools.ffprobePath === never ? 200 : 3000;
    expect(await createMedia({ ...tools, readTimeoutMs }).readVideo(path), JSON.stringify(tools)).toBe("too-slow");
  }
});
