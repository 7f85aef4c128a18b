import { afterEach, beforeEach, expect, it } from "vitest";
import { createStream } from "../../src/streams/create-stream.ts";
import { youtubeStatus } from "../../src/youtube/broadcast-verbs.ts";
import { connectYoutube } from "../../src/youtube/connect.ts";
import { openStudio } from "../support/call-verb.ts";
import type { Studio } from "../support/call-verb.ts";

let studio: Studio;
beforeEach(async () => void (studio = await openStudio()));
afterEach(() => studio.close());

it.each([
  "http://127.0.0.1:3000",
  "http://127.0.0.2:3000",
  "http://[::1]:3000",
  "http://localhost:3000",
  "https://studio.example.com",
  "https://studio.example.com:8443/radio",
  "https://радио.рф",
])("Google sends people back to %s: an account can be connected", async (publicUrl) => {
  studio.ports.config.publicUrl = publicUrl;
  const { id: streamId } = await studio.callVerb(createStream, { title: "Night" });
  expect((await studio.callVerb(youtubeStatus, { streamId })).missing).toBeNull();
  expect((await studio.callVerb(connectYoutube, { streamId })).authUrl).toContain(encodeURIComponent(publicUrl));
});

it.each([
  "http://192.168.1.20:3000",
  "https://192.168.1.20",
  "https://[fd00::5]",
  "http://studio.lan",
  "https://studio.local",
  "https://studio",
  "https://127.evil.lan",
  "http://studio.example.com",
])("Google sends nobody back to %s: that is said before anybody goes there, and what to set", async (publicUrl) => {
  studio.ports.config.publicUrl = publicUrl;
  const { id: streamId } = await studio.callVerb(createStream, { title: "Night" });
  const { missing } = await studio.callVerb(youtubeStatus, { streamId });
  expect(missing).toContain(`Google sends nobody back to ${publicUrl}: set PUBLIC_URL to an https address`);
  expect(await studio.refusal(connectYoutube, { streamId })).toMatchObject({ code: "unavailable", message: missing });
});
