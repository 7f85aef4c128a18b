import { BUILT_IN_SCENE } from "@nightjar/contract";
import { createCanvas } from "@napi-rs/canvas";
import { beforeAll, describe, expect, test } from "vitest";
import type { NodeSceneHost } from "../src/hosts/node.ts";
import { createNodeSceneHost, sceneHash } from "../src/hosts/node.ts";
import { NO_PICTURES } from "../src/resources.ts";
import { coverPng } from "./pictures.ts";
import { frameOf } from "./scenes.ts";

const FULL_HD = { widthPx: 1920, heightPx: 1080 };
const frame = frameOf("Café del Mar", "Energy 52");

let host: NodeSceneHost;
beforeAll(async () => {
  host = await createNodeSceneHost();
});

describe("the server's host", () => {
  test("draws the same bytes again and again, also after other scenes", () => {
    const drawn = () => host.renderBoxes(BUILT_IN_SCENE, frame, NO_PICTURES, FULL_HD);
    const first = drawn();
    for (let i = 0; i < 300; i++) host.boxes(BUILT_IN_SCENE, frameOf(`Other ${i}`, "Other"), NO_PICTURES, FULL_HD);
    expect(drawn()).toEqual(first);
  });

  test("draws the cover: its picture differs from the placeholder's, and from another cover's", async () => {
    const cover = await host.decodePicture(coverPng());
    const other = await host.decodePicture(createCanvas(64, 64).toBuffer("image/png"));
    const [placeholder, withCover, withOther] = [null, cover, other].map((artwork) =>
      host.renderBoxes(BUILT_IN_SCENE, frame, { artwork, media: new Map() }, FULL_HD),
    );
    expect(withCover).not.toEqual(placeholder);
    expect(withOther).not.toEqual(withCover);
  });

  test("decodes a picture with its transparent part", async () => {
    const { widthPx, heightPx, rgba } = await host.decodePicture(coverPng());
    expect([widthPx, heightPx, rgba.length]).toEqual([700, 600, 700 * 600 * 4]);
    expect(rgba[(450 * 700 + 500) * 4 + 3]).toBe(0);
    expect(rgba[3]).toBe(255);
  });

  test("refuses what is no picture, and one too large to hold", async () => {
    await expect(host.decodePicture(new TextEncoder().encode("no picture at all"))).rejects.toThrow();
    await expect(host.decodePicture(new Uint8Array())).rejects.toThrow();
    await expect(host.decodePicture(createCanvas(7000, 6000).toBuffer("image/jpeg"))).rejects.toThrow("7000x6000 pixels is too large");
  });

  test("hashes a scene to 64 hex digits that change with the title", () => {
    const hashes = { artwork: null, media: {} };
    expect(sceneHash(BUILT_IN_SCENE, frame, hashes)).toMatch(/^[0-9a-f]{64}$/);
    expect(sceneHash(BUILT_IN_SCENE, { ...frame, title: "Other" }, hashes)).not.toBe(sceneHash(BUILT_IN_SCENE, frame, hashes));
  });
});
