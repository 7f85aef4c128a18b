import type { Track } from "@nightjar/contract";
import { createListeners } from "@nightjar/kit";

export interface PlayerSnapshot {
  /** null: nothing was chosen to be listened to. */
  readonly track: Track | null;
  readonly isPlaying: boolean;
  /** Its file could not be played the last time it was tried. */
  readonly hasFailed: boolean;
  readonly atMs: number;
  readonly lengthMs: number;
  /** 0 to 1. */
  readonly volume: number;
}

/** As much of an audio element as we use. */
export interface Sound {
  src: string;
  volume: number;
  currentTime: number;
  readonly duration: number;
  readonly paused: boolean;
  play(): Promise<void>;
  pause(): void;
  load(): void;
  removeAttribute(name: string): void;
  addEventListener(name: string, listener: () => void): void;
}

export interface Player {
  snapshot(): PlayerSnapshot;
  subscribe(listener: () => void): () => void;
  play(track: Track): void;
  toggle(): void;
  seek(ms: number): void;
  setVolume(volume: number): void;
  close(): void;
}

export interface PlayerOptions {
  readonly createSound: () => Sound;
  /** Kept from visit to visit. */
  readonly volume: { read(): number; write(volume: number): void };
  readonly onFailed: () => void;
}

const EVENTS = ["play", "pause", "timeupdate", "durationchange", "ended"];

/** What the operator listens to, wherever in the studio they are; streams are not touched by it. Its sound belongs to no screen. */
export function createPlayer({ createSound, volume, onFailed }: PlayerOptions): Player {
  let sound: Sound | null = null;
  let track: Track | null = null;
  let hasFailed = false;
  let snapshot: PlayerSnapshot = { track, isPlaying: false, hasFailed, atMs: 0, lengthMs: 0, volume: volume.read() };
  const listeners = createListeners();

  const tell = () => {
    const lengthMs = sound && Number.isFinite(sound.duration) ? sound.duration * 1000 : 0;
    // An element that has failed still calls itself not paused.
    const isPlaying = track !== null && sound !== null && !sound.paused && !hasFailed;
    snapshot = { track, isPlaying, hasFailed, atMs: (sound?.currentTime ?? 0) * 1000, lengthMs, volume: snapshot.volume };
    listeners.tell();
  };
  const opened = (): Sound => {
    if (sound) return sound;
    const made = createSound();
    for (const name of EVENTS) made.addEventListener(name, tell);
    made.addEventListener("error", () => {
      if (track === null) return;
      hasFailed = true;
      tell();
      onFailed();
    });
    made.volume = snapshot.volume;
    sound = made;
    return made;
  };
  const load = (made: Sound, { fileUrl }: Track) => {
    hasFailed = false;
    if (fileUrl !== null) made.src = fileUrl;
  };
  // A refusal to play also fires the error event, which is where it is told.
  const start = (made: Sound) => void made.play().catch(tell);

  return {
    snapshot: () => snapshot,
    subscribe: (listener) => listeners.subscribe(listener),
    play(next) {
      if (next.fileUrl === null) return;
      const made = opened();
      // A sound that has failed stays so until its file is loaded anew.
      if (hasFailed || track?.fileUrl !== next.fileUrl) load(made, next);
      track = next;
      start(made);
      tell();
    },
    toggle() {
      if (sound === null || track === null) return;
      if (snapshot.isPlaying) return sound.pause();
      if (hasFailed) load(sound, track);
      start(sound);
    },
    seek(ms) {
      if (sound === null) return;
      sound.currentTime = ms / 1000;
      tell();
    },
    setVolume(next) {
      snapshot = { ...snapshot, volume: next };
      volume.write(next);
      if (sound) sound.volume = next;
      tell();
    },
    close() {
      if (track === null) return;
      track = null;
      hasFailed = false;
      sound?.pause();
      // What is loading goes on without its source until it is told to load that.
      sound?.removeAttribute("src");
      sound?.load();
      tell();
    },
  };
}
