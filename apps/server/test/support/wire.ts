import { request } from "node:http";
import type { IncomingHttpHeaders } from "node:http";
import { crc32, deflateSync } from "node:zlib";

export interface OnTheWire {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** As they came: nothing is unpacked. */
  readonly bytes: Buffer;
}

export interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** An answer as its bytes came. */
export function askOnTheWire(url: string, { method = "GET", headers = {}, body = "" }: Asked = {}): Promise<OnTheWire> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { method, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("error", reject);
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, bytes: Buffer.concat(chunks) }));
    });
    asked.on("error", reject);
    asked.end(body);
  });
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function pngChunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(typed));
  return Buffer.concat([length, typed, check]);
}

/** A square picture in which no two pixels are alike, so that it is as heavy as a photograph. */
export function makePng(sidePx: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(sidePx, 0);
  head.writeUInt32BE(sidePx, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const row = (y: number) => [0, ...Array.from({ length: sidePx }, (_, x) => [(x * 7 + y) & 255, (x ^ y) & 255, (y * 5) & 255]).flat()];
  const pixels = Buffer.from(Array.from({ length: sidePx }, (_, y) => row(y)).flat());
  return Buffer.concat([SIGNATURE, pngChunk("IHDR", head), pngChunk("IDAT", deflateSync(pixels)), pngChunk("IEND", Buffer.alloc(0))]);
}
