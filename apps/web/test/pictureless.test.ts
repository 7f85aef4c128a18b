import { streamId } from "@nightjar/contract";
import { expect, it } from "vitest";
import { LOOK_EVERY_MS, LOOK_SOON_MS, Pictureless } from "../src/features/wall/pictureless.ts";

it("a stream without a picture is asked for soon for half a minute, each time it loses its picture, and then as seldom as all", () => {
  const pictureless = new Pictureless();
  const look = (picture: string | null, nowMs: number) =>
    pictureless.lookAfterMs([{ streamId: streamId.parse("s"), picture: picture === null ? null : { name: picture, ageMs: 0 } }], nowMs);
  expect([look(null, 0), look(null, 29_999), look(null, 30_000), look(null, 3_600_000)]).toEqual([
    ...[LOOK_SOON_MS, LOOK_SOON_MS, LOOK_EVERY_MS, LOOK_EVERY_MS],
  ]);
  expect([look("one", 3_700_000), look(null, 3_800_000)]).toEqual([LOOK_EVERY_MS, LOOK_SOON_MS]);
});
