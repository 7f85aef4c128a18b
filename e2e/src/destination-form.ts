import { streamDestination } from "@nightjar/contract";
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { type Call, read } from "./call.ts";
import { isFocused } from "./command-box.ts";
import type { Destination } from "./given.ts";

/** Where the form of a destination stands, and what is done with it. */
export const own = (page: Page) => page.getByRole("region", { name: "RTMP destination" });
export const more = (page: Page) => page.getByRole("region", { name: "More destinations" });
export const button = (place: Locator, name: string) => place.getByRole("button", { name, exact: true });
export const changes = (page: Page) => page.getByRole("list", { name: "Changes" });

export const MINE: Destination = { rtmpUrl: "rtmp://127.0.0.1:9/mine", streamKey: "mine" };
export const THEIRS: Destination = { rtmpUrl: "rtmp://127.0.0.1:9/theirs", streamKey: "theirs" };
export const OTHER: Destination = { rtmpUrl: "rtmp://127.0.0.1:9/other", streamKey: "other" };

/** Where a stream is sent. */
export const urlsOf = async (call: Call, id: string) =>
  (await read(call, streamDestination.array(), `/api/streams/${id}/destinations`)).map(({ rtmpUrl }) => rtmpUrl);

export const hasFocus = (place: Locator) => expect.poll(() => isFocused(place)).toBe(true);

export async function typeDestination(place: Locator, { rtmpUrl, streamKey }: Destination = MINE): Promise<void> {
  await place.getByLabel("RTMP address").fill(rtmpUrl);
  await place.getByLabel("Stream key").fill(streamKey);
}
