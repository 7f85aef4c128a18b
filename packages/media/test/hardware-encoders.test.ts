import { describe, expect, it } from "vitest";
import { decideEncoder, isListed } from "../src/hardware-encoders.ts";

/** As Debian's ffmpeg 5.1 writes it: built with everything, on a machine with no graphics at all. */
const LISTING = `Encoders:
 V..... = Video
 A..... = Audio
 S..... = Subtitle
 .F.... = Frame-level multithreading
 ..S... = Slice-level multithreading
 ...X.. = Codec is experimental
 ....B. = Supports draw_horiz_band
 .....D = Supports direct rendering method 1
 ------
 V....D libx264              libx264 H.264 / AVC / MPEG-4 AVC / MPEG-4 part 10 (codec h264)
 V....D h264_nvenc           NVIDIA NVENC H.264 encoder (codec h264)
 V..... h264_qsv             H.264 / AVC / MPEG-4 AVC / MPEG-4 part 10 (Intel Quick Sync Video acceleration) (codec h264)
 V....D h264_vaapi           H.264/AVC (VAAPI) (codec h264)
 A....D aac                  AAC (Advanced Audio Coding)
`;
/** A plain build. */
const PLAIN = LISTING.split("\n")
  .filter((line) => !/nvenc|qsv|vaapi/.test(line))
  .join("\n");

/** Recorded from ffmpeg 5.1 on a machine that has none of the devices. */
const RECORDED = {
  h264_nvenc: `[h264_nvenc @ 0x55e5d33a8280] Cannot load libcuda.so.1
Error initializing output stream 0:0 -- Error while opening encoder for output stream #0:0 - maybe incorrect parameters such as bit_rate, rate, width or height
`,
  h264_vaapi: `[AVHWDeviceContext @ 0x5613cdda2a40] No VA display found for device /dev/dri/renderD128.
Device creation failed: -22.
Failed to set value '/dev/dri/renderD128' for option 'vaapi_device': Invalid argument
Error parsing global options: Invalid argument
`,
  h264_qsv: `[h264_qsv @ 0x55704be05280] Error initializing an internal MFX session: unsupported (-3)
Error initializing output stream 0:0 -- Error while opening encoder for output stream #0:0 - maybe incorrect parameters such as bit_rate, rate, width or height
`,
} as const;

/** Written after ffmpeg's sources: these machines were not at hand. */
const WRITTEN: readonly (readonly ["h264_nvenc" | "h264_vaapi" | "h264_qsv", string, string])[] = [
  [
    "h264_nvenc",
    "[h264_nvenc @ 0x5581] dl_fn->cuda_dl->cuInit(0) failed -> CUDA_ERROR_NO_DEVICE: no CUDA-capable device is detected\n",
    "There is no NVIDIA graphics card that encodes.",
  ],
  [
    "h264_nvenc",
    "[h264_nvenc @ 0x5581] Driver does not support the required nvenc API version. Required: 12.1 Found: 11.0\n[h264_nvenc @ 0x5581] The minimum required Nvidia driver for nvenc is 530.41.03 or newer\n",
    "The NVIDIA driver is too old for this ffmpeg.",
  ],
  [
    "h264_nvenc",
    "[h264_nvenc @ 0x5581] OpenEncodeSessionEx failed: out of memory (10): (no details)\n",
    "The graphics card has no free encoder.",
  ],
  [
    "h264_vaapi",
    "[AVHWDeviceContext @ 0x55] Failed to initialise VAAPI connection: -1 (unknown libva error).\nDevice creation failed: -5.\n",
    "There is no graphics device that VAAPI can use.",
  ],
  [
    "h264_vaapi",
    "[h264_vaapi @ 0x55] No usable encoding entrypoint found for profile VAProfileH264High (7).\n",
    "The graphics device does not encode H.264.",
  ],
  ["h264_qsv", "[h264_qsv @ 0x55] Something nobody has seen yet\n", "A trial with it failed."],
];

describe("a hardware encoder", () => {
  it("is available when a trial with it succeeds, and then needs no reason", () => {
    for (const codec of ["h264_nvenc", "h264_vaapi", "h264_qsv"] as const) {
      expect(decideEncoder(codec, LISTING, { exitCode: 0, stderr: "" })).toEqual({ isAvailable: true, reason: null });
    }
  });

  it("that ffmpeg was built without is not tried", () => {
    expect(isListed(PLAIN, "h264_nvenc")).toBe(false);
    expect(decideEncoder("h264_nvenc", PLAIN, { exitCode: 0, stderr: "" })).toEqual({
      isAvailable: false,
      reason: "This ffmpeg was built without it.",
    });
  });

  it("is not taken for another whose description names it", () => {
    const listing = LISTING.replace(" V....D h264_nvenc ", " V....D hevc_nvenc ").replace(
      "H.264 encoder",
      "HEVC encoder, like h264_nvenc (codec hevc)",
    );
    expect(isListed(listing, "h264_nvenc")).toBe(false);
  });

  it.each([
    ["h264_nvenc", "The NVIDIA driver is not installed."],
    ["h264_vaapi", "There is no graphics device that VAAPI can use."],
    ["h264_qsv", "There is no Intel graphics device that Quick Sync can use."],
  ] as const)("%s is listed by a machine that has not got it: the trial says so", (codec, reason) => {
    expect(isListed(LISTING, codec)).toBe(true);
    expect(decideEncoder(codec, LISTING, { exitCode: 1, stderr: RECORDED[codec] })).toEqual({ isAvailable: false, reason });
  });

  it.each(WRITTEN)("%s: %s", (codec, stderr, reason) => {
    expect(decideEncoder(codec, LISTING, { exitCode: 1, stderr })).toEqual({ isAvailable: false, reason });
  });

  it("for which there is no device node cannot be tried", () => {
    expect(decideEncoder("h264_vaapi", LISTING, null)).toEqual({
      isAvailable: false,
      reason: "There is no graphics device on this machine.",
    });
  });
});
