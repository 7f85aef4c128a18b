import { createHash } from "node:crypto";
import type { IncomingForm } from "../../src/files/receive-upload.ts";
import type { ReceivedFile } from "../../src/ports.ts";
import type { FakePorts } from "./ports.ts";

/** A form with one file whose bytes are its name. */
export function formOf(fileName: string): IncomingForm {
  return { file: async () => ({ fileName, body: bytesOf(fileName) }) };
}
async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

/** What was done with each file. */
export interface KeptFiles {
  /** In their places, in the order they came. */
  readonly published: string[];
  /** By their temporary names. */
  readonly discarded: string[];
}

/** Files that are taken and kept in memory, and media that can be read whatever they hold. */
export function bringFiles({ files, media }: Pick<FakePorts, "files" | "media">): KeptFiles {
  const kept: KeptFiles = { published: [], discarded: [] };
  const still = { bytes: Buffer.from("jpeg"), widthPx: 640, heightPx: 360 };
  files.receive = receive;
  files.publish = (_received, kind, name) => void kept.published.push(`${kind}/${name}`);
  files.has = (kind, name) => kept.published.includes(`${kind}/${name}`);
  files.remove = (kind, name) => {
    const others = kept.published.filter((published) => published !== `${kind}/${name}`);
    kept.published.splice(0, Infinity, ...others);
  };
  files.discard = ({ tempPath }) => void kept.discarded.push(tempPath);
  media.probeAudio = async () => ({ extension: "mp3", codec: "mp3", durationMs: 1000, sampleRateHz: 44_100, channels: 2 });
  media.readMetadata = async () => ({ ...NO_TAGS, picture: Buffer.from("cover") });
  media.encodeArtwork = async (image) => image;
  media.readStill = async () => still;
  media.readPicture = async () => ({ image: { ...still, extension: "jpg" }, thumbnail: Buffer.from("webp") });
  return kept;
}

const NO_TAGS = { title: null, artist: null, album: null, genre: null, year: null, bpm: null, isrcCode: null, recordLabel: null };

async function receive(body: AsyncIterable<Uint8Array>, limitBytes: number): Promise<ReceivedFile | null> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  const whole = Buffer.concat(chunks);
  if (whole.byteLength > limitBytes) return null;
  const sha256 = createHash("sha256").update(whole).digest("hex");
  return { tempPath: `/tmp/${sha256}`, sha256, sizeBytes: whole.byteLength };
}
