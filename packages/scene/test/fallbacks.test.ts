import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { BUILT_IN_SCENE } from "@nightjar/contract";
import { describe, expect, test } from "vitest";
import type { SceneFile } from "../src/fonts.ts";
import { BASE_FONT_FILES, HARFBUZZ_FILE, SCENE_FILE_SPECIFIERS } from "../src/fonts.ts";
import type { NodeSceneHost } from "../src/hosts/node.ts";
import { createNodeSceneHost, sceneHash } from "../src/hosts/node.ts";
import { NO_PICTURES } from "../src/resources.ts";
import { hanStyleOf } from "../src/text/fallbacks.ts";
import { drawable } from "../src/text/font-picker.ts";
import { frameOf } from "./scenes.ts";

const require = createRequire(import.meta.url);
const FULL_HD = { widthPx: 1920, heightPx: 1080 };

/** A host, and the files it read after it was made. */
async function watchedHost(): Promise<{ host: NodeSceneHost; read: SceneFile[] }> {
  const read: SceneFile[] = [];
  const host = await createNodeSceneHost({
    readSceneFile: async (name) => {
      read.push(name);
      return readFile(require.resolve(SCENE_FILE_SPECIFIERS[name]));
    },
  });
  expect(read.toSorted()).toEqual([...BASE_FONT_FILES, HARFBUZZ_FILE].toSorted());
  read.length = 0;
  return { host, read };
}

describe("fallback fonts", () => {
  test("are not read for Latin, Greek and Cyrillic, punctuation of all kinds included", async () => {
    const { host, read } = await watchedHost();
    await host.prepare(BUILT_IN_SCENE, frameOf("Été – “Don’t” (100 %) №1 • Ω™ ©…", "Кино & Ξένος\n\t\u0000"));
    expect(read).toEqual([]);
  });

  test.each([
    ["夜に駆ける", "NotoSansJP_700Bold.ttf"],
    ["봄날", "NotoSansKR_700Bold.ttf"],
    ["青花瓷，", "NotoSansSC_700Bold.ttf"],
    ["مرحبا،", "NotoSansArabic_700Bold.ttf"],
    ["שלום", "NotoSansHebrew_700Bold.ttf"],
    ["कहानी।", "NotoSansDevanagari_700Bold.ttf"],
    ["ที่สุด", "NotoSansThai_700Bold.ttf"],
    ["🔥", "twemoji.woff2"],
    ["1️⃣", "twemoji.woff2"],
  ])("%s reads one file, once, at the weight that is drawn", async (title, file) => {
    const { host, read } = await watchedHost();
    const frame = frameOf(title, "Artist");
    await Promise.all([host.prepare(BUILT_IN_SCENE, frame), host.prepare(BUILT_IN_SCENE, frame)]);
    await host.prepare(BUILT_IN_SCENE, frame);
    expect(read).toEqual([file]);
    expect(host.renderBoxes(BUILT_IN_SCENE, frame, NO_PICTURES, FULL_HD)).toHaveLength(1);
  });

  test("are read one after the other where the right one lacks a character", async () => {
    const { host, read } = await watchedHost();
    await host.prepare(BUILT_IN_SCENE, frameOf("これは简体", "Artist"));
    expect(read).toEqual(["NotoSansJP_700Bold.ttf", "NotoSansSC_700Bold.ttf"]);
  });

  test("that were not prepared are an error, never a picture with boxes", async () => {
    const { host } = await watchedHost();
    expect(() => host.renderBoxes(BUILT_IN_SCENE, frameOf("夜", "Artist"), NO_PICTURES, FULL_HD)).toThrow("await prepare()");
  });

  test("that cannot be read fail the preparation, and are asked for again the next time", async () => {
    let failures = 1;
    const host = await createNodeSceneHost({
      readSceneFile: async (name) => {
        if (name.startsWith("NotoSansThai") && failures-- > 0) throw new Error("gone");
        return readFile(require.resolve(SCENE_FILE_SPECIFIERS[name]));
      },
    });
    const frame = frameOf("ไทย", "Artist");
    await expect(host.prepare(BUILT_IN_SCENE, frame)).rejects.toThrow("gone");
    await host.prepare(BUILT_IN_SCENE, frame);
  });
});

describe("Han characters", () => {
  test("follow the text, then what stands beside it, else they are Chinese", () => {
    expect(hanStyleOf("骨に", "봄날")).toBe("jp");
    expect(hanStyleOf("漢字 봄", "ミク")).toBe("kr");
    expect(hanStyleOf("直骨", "初音ミク")).toBe("jp");
    expect(hanStyleOf("直骨", "아이유")).toBe("kr");
    expect(hanStyleOf("直骨", "周杰倫")).toBe("sc");
  });

  test("have another key of pixels beside another artist, other texts have not", () => {
    const hashes = { artwork: null, media: {} };
    const onlyTitle = { ...BUILT_IN_SCENE, elements: BUILT_IN_SCENE.elements.filter(({ type }) => type === "track-title") };
    const hashOf = (title: string, artist: string): string => sceneHash(onlyTitle, frameOf(title, artist), hashes);
    expect(hashOf("直骨", "初音ミク")).not.toBe(hashOf("直骨", "周杰倫"));
    expect(hashOf("Bone", "初音ミク")).toBe(hashOf("Bone", "周杰倫"));
  });
});

describe("what no font has", () => {
  const has = (grapheme: string): boolean => /^[\x20-\x7e]$/.test(grapheme);
  test("becomes the plain letters it stands for", () => {
    expect(drawable("𝓛𝓸𝓿𝓮 ﬁ", has)).toBe("Love fi");
  });
  test("is left out when it is a sign, and stays when it is a letter", () => {
    expect(drawable("a\u{1fae9}b ⸎ த", has)).toBe("ab  த");
  });
});
