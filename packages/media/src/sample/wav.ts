import { setImmediate as nextTurn } from "node:timers/promises";
import { addNote, beginFrame, createHall, createVoices, endFrame, RATE_HZ, silence } from "./synthesiser.ts";
import type { Stereo } from "./synthesiser.ts";
import { lengthS, notesOf } from "./songs.ts";
import type { Song } from "./songs.ts";

const CHANNELS = 2;
const BYTES_A_SAMPLE = 2;
const BYTES_A_FRAME = CHANNELS * BYTES_A_SAMPLE;
const HEADER_BYTES = 44;
/** So much is made at a time, in some milliseconds: calls are answered in between. */
const STRETCH_FRAMES = 4096;
const FADE_OUT_S = 3;
/** The quietest step that 16 bits know. */
const FULL_SCALE = 32_767;

export interface SongOptions {
  readonly signal: AbortSignal;
  readonly onProgress?: ((progress: number) => void) | undefined;
}

/** A song as a wav, made while it is read, always the same bytes. @throws the signal's reason */
export async function* songAsWav(song: Song, { signal, onProgress }: SongOptions): AsyncGenerator<Uint8Array> {
  const frames = Math.round(lengthS(song) * RATE_HZ);
  const notes = notesOf(song);
  const [voices, intoHall] = [createVoices(), createHall()];
  yield header(frames);
  for (let from = 0; from < frames; from += STRETCH_FRAMES) {
    signal.throwIfAborted();
    const sound = silence(Math.min(STRETCH_FRAMES, frames - from));
    const until = from + sound.left.length;
    for (const note of notes) if (beginFrame(note) < until && endFrame(note) > from) addNote(sound, await voices(note), note, from);
    intoHall(sound);
    yield asBytes(sound, from, frames);
    onProgress?.(until / frames);
    await nextTurn();
  }
}

function asBytes({ left, right }: Stereo, from: number, frames: number): Uint8Array {
  const bytes = Buffer.alloc(left.length * BYTES_A_FRAME);
  for (let frame = 0; frame < left.length; frame += 1) {
    const fade = Math.min(1, (frames - from - frame) / (FADE_OUT_S * RATE_HZ));
    for (const [channel, side] of [left, right].entries()) {
      // What is too loud bends instead of breaking.
      const sample = Math.tanh((side[frame] ?? 0) * fade);
      bytes.writeInt16LE(Math.round(sample * FULL_SCALE), frame * BYTES_A_FRAME + channel * BYTES_A_SAMPLE);
    }
  }
  return bytes;
}

function header(frames: number): Uint8Array {
  const dataBytes = frames * BYTES_A_FRAME;
  const head = Buffer.alloc(HEADER_BYTES);
  head.write("RIFF", 0, "latin1");
  head.writeUInt32LE(HEADER_BYTES - 8 + dataBytes, 4);
  head.write("WAVEfmt ", 8, "latin1");
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(CHANNELS, 22);
  head.writeUInt32LE(RATE_HZ, 24);
  head.writeUInt32LE(RATE_HZ * BYTES_A_FRAME, 28);
  head.writeUInt16LE(BYTES_A_FRAME, 32);
  head.writeUInt16LE(8 * BYTES_A_SAMPLE, 34);
  head.write("data", 36, "latin1");
  head.writeUInt32LE(dataBytes, 40);
  return head;
}
