import { TAG_HEADER_BYTES, tagBytesAt } from "../../src/flv/tag.ts";

export type Random = () => number;

interface Tag {
  readonly at: number;
  readonly bytes: number;
}

/** Ways in which a file of tags goes bad; each gives new bytes. */
const MUTATIONS: Readonly<Record<string, (bytes: Buffer, tags: readonly Tag[], random: Random) => Buffer>> = {
  "bits flipped": (bytes, _tags, random) => {
    for (let flips = 1 + below(4, random); flips > 0; flips -= 1) {
      const at = below(bytes.length, random);
      bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << below(8, random)), at);
    }
    return bytes;
  },
  "cut off": (bytes, _tags, random) => bytes.subarray(0, below(bytes.length, random)),
  "cut off at a tag": (bytes, tags, random) => bytes.subarray(0, pick(tags, random).at),
  "zeros in it": (bytes, _tags, random) => {
    const at = below(bytes.length, random);
    return bytes.fill(0, at, Math.min(bytes.length, at + 1 + below(4096, random)));
  },
  "garbage in it": (bytes, _tags, random) => {
    const at = below(bytes.length, random);
    for (let offset = at; offset < Math.min(bytes.length, at + 200); offset += 1) bytes.writeUInt8(below(256, random), offset);
    return bytes;
  },
  "garbage behind it": (bytes, _tags, random) =>
    Buffer.concat([bytes, Buffer.from(Array.from({ length: 1 + below(50, random) }, () => below(256, random)))]),
  "two tags exchanged": (bytes, tags, random) => {
    const [a, b] = [pick(tags, random), pick(tags, random)].toSorted((one, other) => one.at - other.at);
    if (!a || !b || a === b) return bytes;
    const [first, second] = [a, b].map(({ at, bytes: length }) => bytes.subarray(at, at + length));
    if (!first || !second) return bytes;
    return Buffer.concat([bytes.subarray(0, a.at), second, bytes.subarray(a.at + a.bytes, b.at), first, bytes.subarray(b.at + b.bytes)]);
  },
  "a tag twice": (bytes, tags, random) => {
    const { at, bytes: length } = pick(tags, random);
    return Buffer.concat([bytes.subarray(0, at + length), bytes.subarray(at)]);
  },
  "a tag left out": (bytes, tags, random) => {
    const { at, bytes: length } = pick(tags, random);
    return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)]);
  },
  "a wrong size": (bytes, tags, random) => {
    bytes.writeUIntBE(below(2 ** 24, random), pick(tags, random).at + 1, 3);
    return bytes;
  },
  "a wrong time": (bytes, tags, random) => {
    bytes.writeUIntBE(below(2 ** 24, random), pick(tags, random).at + 4, 3);
    return bytes;
  },
  "another type": (bytes, tags, random) => {
    bytes.writeUInt8(below(256, random), pick(tags, random).at);
    return bytes;
  },
  "a wrong composition": (bytes, tags, random) => {
    const { at } = pick(tags, random);
    if (bytes.length >= at + TAG_HEADER_BYTES + 5) bytes.writeUIntBE(below(2 ** 24, random), at + TAG_HEADER_BYTES + 2, 3);
    return bytes;
  },
};

/** @returns bytes gone bad in one way, and its name */
export function mutated(bytes: Buffer, firstTagOffset: number, random: Random): { name: string; bytes: Buffer } {
  const [name, mutate] = pick(Object.entries(MUTATIONS), random);
  return { name, bytes: mutate(Buffer.from(bytes), tagsOf(bytes, firstTagOffset), random) };
}

/** The text of a record gone bad. */
export function mutatedText(text: string, random: Random): string {
  const at = below(text.length, random);
  const ways = [
    () => text.slice(0, at),
    () => "",
    () => text.replace(/\d+/, String(below(2 ** 31, random))),
    () => text.replaceAll(/\d+/g, () => String(below(100_000, random))),
    () => text.slice(0, at) + String.fromCodePoint(below(128, random)) + text.slice(at + 1),
    () => JSON.stringify(null),
    () => JSON.stringify([text]),
    () => text.replace("audio", "video"),
    () => "{".repeat(5000),
  ];
  return pick(ways, random)();
}

function tagsOf(bytes: Buffer, firstTagOffset: number): Tag[] {
  const tags: Tag[] = [];
  for (let at = firstTagOffset; at < bytes.length;) {
    const length = tagBytesAt(bytes, at);
    if (length === null) break;
    tags.push({ at, bytes: length });
    at += length;
  }
  return tags;
}

function below(limit: number, random: Random): number {
  return Math.floor(random() * limit);
}

function pick<T>(from: readonly T[], random: Random): T {
  const found = from[below(from.length, random)];
  if (found === undefined) throw new Error("nothing to pick from");
  return found;
}
