// AMF 0 as Adobe's "Action Message Format -- AMF 0" (2007) lays it out: a marker byte, then big-endian.
const NUMBER = 0;
const BOOLEAN = 1;
const STRING = 2;
const OBJECT = 3;
const NULL = 5;
const UNDEFINED = 6;
const ECMA_ARRAY = 8;
const STRICT_ARRAY = 10;
const LONG_STRING = 12;
const OBJECT_END = Buffer.from([0, 0, 9]);
/** What a command holds is flat; who nests deeper means no good. */
const DEPTH_MAX = 4;

export type AmfValue = number | boolean | string | null | AmfObject | readonly AmfValue[];
export interface AmfObject {
  readonly [name: string]: AmfValue;
}

export class AmfError extends Error {
  override readonly name = "AmfError";
}

/** The values of a command, as far as they are of a kind that commands have. @throws AmfError where the bytes are none */
export function readAmf(bytes: Buffer): AmfValue[] {
  const reader = new Reader(bytes);
  const values: AmfValue[] = [];
  try {
    while (!reader.isDone) values.push(reader.value(0));
  } catch (error) {
    throw new AmfError("no AMF 0", { cause: error });
  }
  return values;
}

export function writeAmf(values: readonly AmfValue[]): Buffer {
  return Buffer.concat(values.map(written));
}

class Reader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get isDone(): boolean {
    return this.#at >= this.#bytes.length;
  }

  value(depth: number): AmfValue {
    if (depth > DEPTH_MAX) throw new AmfError("nested too deep");
    const marker = this.#bytes.readUInt8(this.#take(1));
    if (marker === NUMBER) return this.#bytes.readDoubleBE(this.#take(8));
    if (marker === BOOLEAN) return this.#bytes.readUInt8(this.#take(1)) !== 0;
    if (marker === STRING) return this.#text(this.#short());
    if (marker === LONG_STRING) return this.#text(this.#long());
    if (marker === NULL || marker === UNDEFINED) return null;
    if (marker === OBJECT) return this.#object(depth);
    if (marker === ECMA_ARRAY) {
      this.#long();
      return this.#object(depth);
    }
    if (marker === STRICT_ARRAY) return this.#array(depth);
    throw new AmfError(`marker ${marker}`);
  }

  #object(depth: number): AmfObject {
    const fields: [string, AmfValue][] = [];
    for (;;) {
      const name = this.#text(this.#short());
      if (name === "" && this.#bytes[this.#at] === OBJECT_END[2]) break;
      fields.push([name, this.value(depth + 1)]);
    }
    this.#take(1);
    return Object.fromEntries(fields);
  }

  #array(depth: number): AmfValue[] {
    const values: AmfValue[] = [];
    for (let left = this.#long(); left > 0; left -= 1) values.push(this.value(depth + 1));
    return values;
  }

  #text(bytes: number): string {
    const at = this.#take(bytes);
    return this.#bytes.toString("utf8", at, at + bytes);
  }

  #short(): number {
    return this.#bytes.readUInt16BE(this.#take(2));
  }

  #long(): number {
    return this.#bytes.readUInt32BE(this.#take(4));
  }

  /** Where so many bytes begin. */
  #take(bytes: number): number {
    const at = this.#at;
    if (at + bytes > this.#bytes.length) throw new AmfError("ends within a value");
    this.#at += bytes;
    return at;
  }
}

function written(value: AmfValue): Buffer {
  if (value === null) return Buffer.from([NULL]);
  if (typeof value === "boolean") return Buffer.from([BOOLEAN, Number(value)]);
  if (typeof value === "string") return Buffer.concat([Buffer.from([STRING]), named(value)]);
  if (typeof value === "number") {
    const bytes = Buffer.alloc(9);
    bytes.writeDoubleBE(value, 1);
    return bytes;
  }
  const fields = Object.entries(value).flatMap(([name, of]) => [named(name), written(of)]);
  return Buffer.concat([Buffer.from([OBJECT]), ...fields, OBJECT_END]);
}

function named(value: string): Buffer {
  const bytes = Buffer.alloc(2 + Buffer.byteLength(value));
  bytes.writeUInt16BE(bytes.length - 2);
  bytes.write(value, 2);
  return bytes;
}
