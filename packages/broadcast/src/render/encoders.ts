import type { EncoderProfile, FoundRenderEncoder, RenderEncoder } from "@nightjar/contract";
import { PROFILES, RENDER_ENCODERS, DEFAULT_PROFILE_ID } from "@nightjar/contract";
import { Memo } from "@nightjar/kit";
import { type HardwareCodec, decideEncoder, isListed, listEncoders, renderNodes, tryEncoder } from "@nightjar/media";
import { QUIET_ARGS } from "./encoder-args.ts";
import { UnitError } from "./unit-writer.ts";
import { hardwareArgs, hardwareInputArgs, hardwareUpload } from "./hardware-args.ts";

export type HardwareEncoder = Exclude<RenderEncoder, "software">;

export const CODECS: Readonly<Record<HardwareEncoder, HardwareCodec>> = { nvenc: "h264_nvenc", vaapi: "h264_vaapi", qsv: "h264_qsv" };

const NO_DEVICE = "";
const TRIAL_FRAMES = 5;
const BROKE_RULES =
  "What it made in a render could not be joined to other pictures; it is not used again until the server is started anew.";
const NO_ANSWER = "ffmpeg did not say whether it has it.";

/** Until ffmpeg is asked again that did not answer: with a driver that hangs each question takes a quarter of a minute, and a Start waits for it. */
const UNSURE_REST_MS = 60_000;

interface Probed {
  readonly found: FoundRenderEncoder;
  /** False: ffmpeg was ended before it said anything, in time or by somebody; it is asked again after a rest. */
  readonly isSure: boolean;
}

/** Which encoders this machine has: asked of ffmpeg until it answers, and again when one fails. Software always works. */
export class EncoderCatalogue {
  readonly #ffmpegPath: string;
  readonly #nodes: () => Promise<readonly string[]>;
  readonly #devices = new Map<RenderEncoder, string>();
  readonly #listing = new Memo<"all", string>();
  readonly #found = new Memo<HardwareEncoder, Probed>({ keeps: ({ isSure }) => isSure });
  readonly #unsure = new Map<HardwareEncoder, { readonly found: FoundRenderEncoder; readonly sinceMs: number }>();
  readonly #nowMs: () => number;

  constructor(ffmpegPath: string, nodes: () => Promise<readonly string[]> = renderNodes, nowMs: () => number = () => performance.now()) {
    this.#ffmpegPath = ffmpegPath;
    this.#nodes = nodes;
    this.#nowMs = nowMs;
  }

  /** All of them, and why those that cannot be used cannot. */
  found(): Promise<FoundRenderEncoder[]> {
    return Promise.all(RENDER_ENCODERS.map((encoder) => this.find(encoder)));
  }

  async find(encoder: RenderEncoder): Promise<FoundRenderEncoder> {
    if (encoder === "software") return { encoder, isAvailable: true, reason: null };
    const unsure = this.#unsure.get(encoder);
    if (unsure && this.#nowMs() - unsure.sinceMs < UNSURE_REST_MS) return unsure.found;
    const { found, isSure } = await this.#found.of(encoder, () => this.#probe(encoder));
    if (!isSure) this.#unsure.set(encoder, { found, sinceMs: this.#nowMs() });
    return found;
  }

  /** A render with it failed. What it made broke a rule of ours: then it is not used again; else a new trial tells. */
  async doubt(encoder: RenderEncoder, error: unknown): Promise<FoundRenderEncoder> {
    if (encoder === "software") return this.find(encoder);
    this.#unsure.delete(encoder);
    if (error instanceof UnitError) this.#found.set(encoder, refused(encoder, BROKE_RULES));
    else if ((await this.find(encoder)).isAvailable) this.#found.delete(encoder);
    return this.find(encoder);
  }

  /** The device that its trial succeeded on; empty for those that find theirs. */
  device(encoder: RenderEncoder): string {
    return this.#devices.get(encoder) ?? NO_DEVICE;
  }

  async #probe(encoder: HardwareEncoder): Promise<Probed> {
    const codec = CODECS[encoder];
    const listing = await this.#listing.of("all", () => listEncoders(this.#ffmpegPath)).catch(() => null);
    if (listing === null) return { ...refused(encoder, NO_ANSWER), isSure: false };
    // Only VAAPI has to be told its device; the others find theirs.
    const devices = encoder === "vaapi" ? await this.#nodes() : [NO_DEVICE];
    let found = decideEncoder(codec, listing, null);
    let isSure = true;
    for (const device of isListed(listing, codec) ? devices : []) {
      const trial = await tryEncoder(this.#ffmpegPath, trialArgs({ ...PROFILES[DEFAULT_PROFILE_ID], encoder }, device));
      found = decideEncoder(codec, listing, trial);
      isSure &&= trial.exitCode !== null;
      if (!found.isAvailable) continue;
      this.#devices.set(encoder, device);
      break;
    }
    return { found: { encoder, ...found }, isSure: isSure || found.isAvailable };
  }
}

function refused(encoder: HardwareEncoder, reason: string): Probed {
  return { found: { encoder, isAvailable: false, reason }, isSure: true };
}

/** A few pictures, encoded exactly as for air. */
export function trialArgs(profile: EncoderProfile, device: string): string[] {
  const { widthPx, heightPx, framesPerSecond } = profile;
  const source = `testsrc2=s=${widthPx}x${heightPx}:r=${framesPerSecond}`;
  const upload = hardwareUpload(profile.encoder);
  const filters = ["format=yuv420p", ...(upload ? [upload] : [])].join(",");
  return [
    ...QUIET_ARGS,
    ...hardwareInputArgs(profile.encoder, device),
    ...["-f", "lavfi", "-i", source, "-vf", filters, "-frames:v", String(TRIAL_FRAMES)],
    ...hardwareArgs(profile),
    ...["-f", "flv", "pipe:1"],
  ];
}
