import { type Track, trackId } from "@nightjar/contract";
import { expect, test } from "vitest";
import { createPlayer, type Sound } from "../src/features/player/player.ts";

class FakeSound extends EventTarget implements Sound {
  /** How often a file was asked for. */
  asked = 0;
  /** What is fetched of now: as in a browser, also once its source is gone. */
  loading = "";
  #src = "";
  volume = 1;
  currentTime = 0;
  duration = Number.NaN;
  paused = true;
  isRefused = false;
  get src() {
    return this.#src;
  }
  set src(address: string) {
    this.#src = address;
    if (address === "") return;
    this.asked += 1;
    this.load();
  }
  load() {
    this.loading = this.#src;
  }
  async play() {
    if (this.isRefused) throw new Error("refused");
    this.paused = false;
    this.dispatchEvent(new Event("play"));
  }
  pause() {
    this.paused = true;
    this.dispatchEvent(new Event("pause"));
  }
  removeAttribute() {
    this.src = "";
  }
}

function makePlayer(storedVolume = 1) {
  const sounds: FakeSound[] = [];
  const written: number[] = [];
  let failures = 0;
  const player = createPlayer({
    createSound() {
      const sound = new FakeSound();
      sounds.push(sound);
      return sound;
    },
    volume: { read: () => storedVolume, write: (volume) => void written.push(volume) },
    onFailed: () => (failures += 1),
  });
  return { player, sounds, written, failures: () => failures };
}
const track = (id: string, fileUrl: string | null = `/api/files/audio/${id}.mp3`) =>
  ({ id: trackId.parse(id), title: id, artist: "A", fileUrl }) as Track;

test("one sound plays one track after the other, from the volume of the last visit", () => {
  const { player, sounds } = makePlayer(0.4);
  player.play(track("a"));
  player.play(track("b"));
  expect(sounds).toHaveLength(1);
  expect(sounds[0]).toMatchObject({ src: "/api/files/audio/b.mp3", volume: 0.4, paused: false });
  expect(player.snapshot()).toMatchObject({ track: { id: "b" }, isPlaying: true });
});

test("the volume is kept", () => {
  const { player, sounds, written } = makePlayer();
  player.play(track("a"));
  player.setVolume(0.2);
  expect([sounds[0]?.volume, player.snapshot().volume, written]).toEqual([0.2, 0.2, [0.2]]);
});

test("closing it stops the sound and loads no more of the file", () => {
  const { player, sounds, failures } = makePlayer();
  player.play(track("a"));
  player.close();
  expect(sounds[0]).toMatchObject({ paused: true, src: "", loading: "" });
  expect(player.snapshot()).toMatchObject({ track: null, isPlaying: false });
  // Browsers call the missing source an error.
  sounds[0]?.dispatchEvent(new Event("error"));
  expect(failures()).toBe(0);
});

test("a file that cannot be played is told, and a track without one is not tried", async () => {
  const { player, sounds, failures } = makePlayer();
  player.play(track("none", null));
  expect(sounds).toHaveLength(0);
  player.play(track("a"));
  sounds[0]?.dispatchEvent(new Event("error"));
  expect(failures()).toBe(1);
});

test("it tells its place as the sound goes on, and goes where it is sought", () => {
  const { player, sounds } = makePlayer();
  player.play(track("a"));
  Object.assign(sounds[0] ?? {}, { currentTime: 12.5, duration: 60 });
  sounds[0]?.dispatchEvent(new Event("timeupdate"));
  expect(player.snapshot()).toMatchObject({ atMs: 12_500, lengthMs: 60_000 });
  player.seek(30_000);
  expect(sounds[0]?.currentTime).toBe(30);
});

test("a file that could not be played is asked for anew when it is played again: a sound that failed does not come back by itself", () => {
  const { player, sounds } = makePlayer();
  player.play(track("a"));
  const [sound] = sounds;
  for (const again of [() => player.play(track("a")), () => player.toggle()]) {
    sound?.dispatchEvent(new Event("error"));
    expect(player.snapshot()).toMatchObject({ isPlaying: false, hasFailed: true });
    const asked = sound?.asked ?? 0;
    again();
    expect(sound?.asked).toBe(asked + 1);
    expect(player.snapshot()).toMatchObject({ track: { id: "a" }, hasFailed: false });
  }
});

test("that a track could not be played is not said of the next one", () => {
  const { player, sounds } = makePlayer();
  player.play(track("a"));
  sounds[0]?.dispatchEvent(new Event("error"));
  player.play(track("b"));
  expect(player.snapshot()).toMatchObject({ track: { id: "b" }, hasFailed: false });
  sounds[0]?.dispatchEvent(new Event("error"));
  player.close();
  expect(player.snapshot()).toMatchObject({ track: null, hasFailed: false });
});
