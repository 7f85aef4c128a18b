import type { Socket } from "node:net";
import type { Logger } from "@nightjar/contract";
import { TAG_AUDIO, TAG_SCRIPT, TAG_VIDEO } from "../flv/tag.ts";
import { type AmfValue, readAmf, writeAmf } from "./amf0.ts";
import { type Channel, PassedTag, type Viewer } from "./channel.ts";
import { CHUNK_BYTES, ChunkReader, MESSAGE, type Message, writeMessage } from "./chunks.ts";
import { Handshake } from "./handshake.ts";

/** Which channel a name leads to; null: none. */
export interface Names {
  toPublish(name: string): Channel | null;
  toPlay(name: string): Channel | null;
}

/** Who has not said what it wants by then is none of ours. */
const INTRODUCED_WITHIN_MS = 10_000;
/** A sender or a player that hangs is noticed by its socket's silence; players say nothing for minutes, and senders never. */
const SENDER_SILENCE_MS = 30_000;
const STRANGER_MESSAGE_MAX_BYTES = 8 * 1024;
/** The handshake takes 3 kB, and what players and encoders say before they name a stream less than one. */
const STRANGER_MAX_BYTES = 32 * 1024;
/** A key picture of 2160p stays far below. */
const MESSAGE_MAX_BYTES = 8 * 1024 * 1024;
/** Some 13 s of the default picture, beyond what was begun with: who is farther behind does not keep up. */
const VIEWER_BEHIND_MAX_BYTES = 8 * 1024 * 1024;
/** Behind its end: a player that does not close its side would keep a place among the few there are. */
const CLOSED_WITHIN_MS = 30_000;
const WINDOW_BYTES = 5_000_000;
const STREAM_ID = 1;
const STREAM_BEGIN = Buffer.from([0, 0, 0, 0, 0, STREAM_ID]);
const STREAM_END = Buffer.from([0, 1, 0, 0, 0, STREAM_ID]);
const SET_DATA_FRAME = "@setDataFrame";

/** One that is connected: a stranger until it names something to play, or what only our own publishers can know. */
export class RtmpConnection implements Viewer {
  readonly shape = "rtmp";
  readonly #socket: Socket;
  readonly #names: Names;
  readonly #log: Logger;
  readonly #handshake = new Handshake();
  readonly #chunks = new ChunkReader(() => (this.#sends ? MESSAGE_MAX_BYTES : STRANGER_MESSAGE_MAX_BYTES));
  readonly #introduction: NodeJS.Timeout;
  #isShaken = false;
  #strangerBytes = 0;
  #sends: Channel | null = null;
  #leave: (() => void) | null = null;
  #beginsBytes: number | null = null;

  constructor(socket: Socket, names: Names, log: Logger) {
    this.#socket = socket;
    this.#names = names;
    this.#log = log;
    this.#introduction = setTimeout(() => socket.destroy(), INTRODUCED_WITHIN_MS).unref();
    socket.setNoDelay(true);
    socket.on("data", (bytes: Buffer) => this.#read(bytes));
    socket.on("error", () => undefined);
    socket.on("close", () => this.#closed());
    socket.on("timeout", () => socket.destroy());
  }

  take(bytes: Buffer): boolean {
    if (this.#isBehind()) return false;
    // The pictures that a newcomer is given at once are not what it has let wait.
    this.#beginsBytes ??= bytes.length;
    this.#socket.write(bytes);
    return true;
  }

  #isBehind(): boolean {
    return this.#socket.writableLength - (this.#beginsBytes ?? 0) > VIEWER_BEHIND_MAX_BYTES;
  }

  end(): void {
    this.#leave = null;
    // Who has stopped reading would never see a proper end.
    if (this.#isBehind()) return void this.#socket.destroy();
    this.#send(MESSAGE.userControl, STREAM_END);
    this.#status("status", "NetStream.Play.UnpublishNotify", "The stream has ended.");
    this.#hangUp();
  }

  #read(bytes: Buffer): void {
    if (!this.#sends && !this.#leave && (this.#strangerBytes += bytes.length) > STRANGER_MAX_BYTES) return void this.#socket.destroy();
    try {
      const after = this.#isShaken ? bytes : this.#handshake.push(bytes, (answer) => this.#socket.write(answer));
      if (!after) return;
      this.#isShaken = true;
      for (const message of this.#chunks.push(after)) this.#take(message);
    } catch (error) {
      // Whatever it speaks, it is not what we do.
      this.#log.debug({ err: error }, "a connection to the test stream's server was refused");
      this.#socket.destroy();
    }
  }

  #take(message: Message): void {
    const { type, payload } = message;
    if (type === MESSAGE.command) this.#command(payload);
    else if (type === MESSAGE.commandAmf3) this.#command(payload.subarray(1));
    else if (this.#sends) this.#pass(this.#sends, message);
  }

  #pass(channel: Channel, { type, timestampMs, payload }: Message): void {
    if (type === MESSAGE.audio || type === MESSAGE.video) {
      channel.take(new PassedTag(type === MESSAGE.audio ? TAG_AUDIO : TAG_VIDEO, timestampMs, payload));
    } else if (type === MESSAGE.data) channel.take(new PassedTag(TAG_SCRIPT, timestampMs, withoutOrder(payload)));
  }

  #command(payload: Buffer): void {
    const [name, transaction, , ...values] = readAmf(payload);
    const number = typeof transaction === "number" ? transaction : 0;
    if (name === "connect") this.#welcome(number);
    else if (name === "createStream") this.#reply(number, null, STREAM_ID);
    else if (name === "publish") this.#publish(textOf(values[0]));
    else if (name === "play") this.#play(textOf(values[0]));
    else if (name === "FCUnpublish" || name === "deleteStream" || name === "closeStream") this.#finish();
    // Asked of servers that check bandwidth or know lengths; an answer is waited for.
    else if (number > 0 && name !== "_result" && name !== "_error") this.#reply(number, null);
  }

  #welcome(transaction: number): void {
    const size = (bytes: number) => {
      const payload = Buffer.alloc(4);
      payload.writeUInt32BE(bytes);
      return payload;
    };
    this.#send(MESSAGE.windowSize, size(WINDOW_BYTES));
    this.#send(MESSAGE.peerBandwidth, Buffer.concat([size(WINDOW_BYTES), Buffer.from([2])]));
    this.#send(MESSAGE.chunkSize, size(CHUNK_BYTES));
    const about = { level: "status", code: "NetConnection.Connect.Success", description: "Connected.", objectEncoding: 0 };
    this.#reply(transaction, { fmsVer: "FMS/3,0,1,123", capabilities: 31 }, about);
  }

  #publish(name: string): void {
    const channel = this.#sends || this.#leave ? null : this.#names.toPublish(name);
    if (!channel) return this.#refuse("NetStream.Publish.BadName", "Nothing can be published here.");
    this.#introduced();
    this.#sends = channel;
    this.#socket.setTimeout(SENDER_SILENCE_MS);
    channel.begin(this);
    this.#status("status", "NetStream.Publish.Start", "Publishing.");
  }

  #play(name: string): void {
    const channel = this.#sends || this.#leave ? null : this.#names.toPlay(name);
    if (!channel) return this.#refuse("NetStream.Play.StreamNotFound", "There is no such stream.");
    this.#introduced();
    this.#send(MESSAGE.userControl, STREAM_BEGIN);
    this.#status("status", "NetStream.Play.Reset", "Playing.");
    this.#status("status", "NetStream.Play.Start", "Playing.");
    this.#leave = channel.watch(this);
  }

  #refuse(code: string, description: string): void {
    this.#status("error", code, description);
    this.#hangUp();
  }

  #hangUp(): void {
    this.#socket.end();
    const destroying = setTimeout(() => this.#socket.destroy(), CLOSED_WITHIN_MS).unref();
    this.#socket.once("close", () => clearTimeout(destroying));
  }

  #introduced(): void {
    clearTimeout(this.#introduction);
  }

  #finish(): void {
    this.#gone();
    this.#hangUp();
  }

  #closed(): void {
    clearTimeout(this.#introduction);
    this.#gone();
  }

  #gone(): void {
    this.#sends?.end(this);
    this.#sends = null;
    this.#leave?.();
    this.#leave = null;
  }

  #reply(transaction: number, ...values: readonly AmfValue[]): void {
    this.#send(MESSAGE.command, writeAmf(["_result", transaction, ...values]));
  }

  #status(level: "status" | "error", code: string, description: string): void {
    this.#send(MESSAGE.command, writeAmf(["onStatus", 0, null, { level, code, description }]), STREAM_ID);
  }

  #send(type: number, payload: Buffer, streamId = 0): void {
    if (this.#socket.writable)
      this.#socket.write(writeMessage(type === MESSAGE.command ? 3 : 2, { type, timestampMs: 0, streamId, payload }));
  }
}

const textOf = (value: AmfValue | undefined): string => (typeof value === "string" ? value : "");

/** A sender tells a server to keep what a player is told as it is. */
function withoutOrder(payload: Buffer): Buffer {
  const order = writeAmf([SET_DATA_FRAME]);
  return payload.subarray(0, order.length).equals(order) ? payload.subarray(order.length) : payload;
}
