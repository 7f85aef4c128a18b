import type { Bitmap } from "@nightjar/scene";
import { describe, expect, it } from "vitest";
import { keepPictures, withPicture } from "../src/lib/scene/kept-pictures.ts";

const bitmap = (bytes: number): Bitmap => ({ widthPx: 1, heightPx: bytes / 4, rgba: new Uint8Array(bytes) });

describe("decoded pictures", () => {
  it("are kept only as long as they are light enough together, those used last", async () => {
    const read: string[] = [];
    const load = keepPictures(100, async (url) => {
      read.push(url);
      return bitmap(40);
    });
    const [first] = [await load("a"), await load("b")];
    expect(await load("a")).toBe(first);
    await load("c");
    expect(await load("a")).toBe(first);
    expect(read).toEqual(["a", "b", "c"]);
    await load("b");
    expect(read).toEqual(["a", "b", "c", "b"]);
  });

  it("are read once for all who ask at the same time, and again where they could not be read", async () => {
    const read: string[] = [];
    let answer: Bitmap | null = null;
    const load = keepPictures(100, async (url) => {
      read.push(url);
      return answer;
    });
    expect(await Promise.all([load("a"), load("a")])).toEqual([null, null]);
    expect(read).toEqual(["a"]);
    answer = bitmap(4);
    expect(await load("a")).toBe(answer);
  });

  it("that nothing shows any more are let go once another has come in their place", () => {
    const [cover, logo, next] = [bitmap(4), bitmap(4), bitmap(4)];
    const shown = withPicture(new Map([["cover", cover]]), ["logo", logo], ["cover", "logo"]);
    expect([...shown.keys()]).toEqual(["cover", "logo"]);
    expect([...withPicture(shown, ["next", next], ["next", "logo"])]).toEqual([
      ["logo", logo],
      ["next", next],
    ]);
    expect(withPicture(shown, ["logo", logo], ["next", "logo"])).toBe(shown);
  });
});
