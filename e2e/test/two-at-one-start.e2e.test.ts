/// <reference lib="dom" />
import { startStandIn } from "@nightjar/youtube-standin";
import type { Page } from "playwright-core";
import { afterAll, describe, expect, it } from "vitest";
import { barriers } from "../src/axe.ts";
import { PHONE } from "../src/browser.ts";
import { isFocused, notice } from "../src/command-box.ts";
import { givenStream, givenTracks, NOWHERE } from "../src/given.ts";
import { goTo } from "../src/newcomer.ts";
import { hold } from "../src/hold.ts";
import { handle } from "../src/rundown.ts";
import { ADMIN } from "../src/studio-for.ts";
import { TONES } from "../src/tones.ts";
import { isAskedFor, twoAtOneStream } from "../src/two-at-one-stream.ts";
import { connectYoutube } from "../src/youtube.ts";

// Somebody enters something for a Start, and others start or rename the stream: they are told, keep it, and say what becomes of it.

const far = await startStandIn({ ingest: { url: NOWHERE.rtmpUrl, comesIn: () => true } });
afterAll(() => far.close());
const { open, atStream, stored, whileStarted } = twoAtOneStream("two-at-one-start", far.env);
const [ONE, TWO] = TONES;
if (!ONE || !TWO) throw new Error("too few tones");

const liveCard = (page: Page) => page.getByRole("region", { name: "Live broadcasting" });
const kept = (page: Page) => liveCard(page).getByRole("alert");
const titleField = (page: Page) => liveCard(page).getByLabel("Stream Title");
const button = (page: Page, name: string) => liveCard(page).getByRole("button", { name, exact: true });
const press = (page: Page, name: string) => button(page, name).click();
const rename = (id: string, title: string) => open().call("PATCH", `/api/streams/${id}`, { title });

/** One that is sent to a channel, where somebody may see it or not. */
async function givenAtYoutube(title: string): Promise<string> {
  const { call, studio } = open();
  const id = await givenStream(call, title);
  await connectYoutube(studio.url, ADMIN, id);
  await call("POST", `/api/youtube/setup-stream/${id}`, { channelId: "UC-moth", channelName: "Moth Radio" });
  return id;
}

describe("what is entered for a Start", () => {
  it("is kept where the stream is started without it, and can be saved to it", async () => {
    const id = await givenStream(open().call, "Night Desk", { destination: NOWHERE });
    const page = await atStream(id);
    await titleField(page).fill("Tonight");
    await liveCard(page).getByLabel("Description").fill("Until dawn");
    await whileStarted(id, async () => {
      await kept(page).getByText("The stream was started without what you typed. It is not saved yet.").waitFor();
      await kept(page).getByText("Stream Title: Tonight", { exact: true }).waitFor();
      await kept(page).getByText("Description: Until dawn", { exact: true }).waitFor();
      expect(await barriers(page)).toEqual([]);
      await isAskedFor(page);
      await press(page, "Save");
      await page.getByRole("heading", { name: "Tonight", level: 2 }).waitFor();
      await kept(page).waitFor({ state: "detached" });
      expect(await stored(id)).toMatchObject({ title: "Tonight", description: "Until dawn", isLive: true });
      await expect.poll(() => isFocused(liveCard(page))).toBe(true);
    });
  });

  it("takes the place of nobody's text unseen: whoever starts is told what was changed, and says whose it is to be", async () => {
    const { call } = open();
    const id = await givenStream(call, "Mine", { destination: NOWHERE });
    const page = await atStream(id, { events: false });
    const start = button(page, "Start Live Stream");
    await titleField(page).fill("Tonight");
    await rename(id, "Theirs");
    await start.click();
    await notice(page, "The stream was changed by somebody else in the meantime").waitFor();
    await kept(page)
      .getByText("Somebody changed the title of this stream while you were editing it. Your changes are not saved yet.")
      .waitFor();
    expect(await start.isDisabled()).toBe(true);
    expect(await stored(id)).toMatchObject({ title: "Theirs", isLive: false });
    expect(await barriers(page)).toEqual([]);
    await button(page, "Keep mine").press("Enter");
    // Where Enter that is held starts nothing.
    await expect.poll(() => isFocused(liveCard(page))).toBe(true);
    expect(await start.isDisabled()).toBe(false);
    await start.click();
    await button(page, "Stop Stream").waitFor();
    expect(await stored(id)).toMatchObject({ title: "Tonight", isLive: true });
    await call("POST", `/api/direct-streaming/stop/${id}`);
  });

  it("gives way to somebody else's text where that is chosen, and what they left alone is typed still", async () => {
    const id = await givenStream(open().call, "Given Way", { destination: NOWHERE });
    const page = await atStream(id);
    await titleField(page).fill("Tonight");
    await liveCard(page).getByLabel("Description").fill("Until dawn");
    await rename(id, "Theirs");
    await press(page, "Load theirs");
    await kept(page).waitFor({ state: "detached" });
    expect(await titleField(page).inputValue()).toBe("Theirs");
    expect(await liveCard(page).getByLabel("Description").inputValue()).toBe("Until dawn");
    expect(await button(page, "Start Live Stream").isDisabled()).toBe(false);
  });

  it("follows the stream again where it was taken back: who renames it meanwhile is not overruled", async () => {
    const id = await givenStream(open().call, "Night", { destination: NOWHERE });
    const page = await atStream(id);
    await titleField(page).fill("Nights");
    await titleField(page).fill("Night");
    await rename(id, "Renamed");
    await expect.poll(() => titleField(page).inputValue()).toBe("Renamed");
  });

  it("gives its focus to what is kept of it, where Ctrl and Z takes back no step of the tracklist", async () => {
    const { call, folder } = open();
    const trackIds = await givenTracks(call, folder, [ONE, TWO]);
    const id = await givenStream(call, "By Keys", { trackIds, destination: NOWHERE });
    const page = await atStream(id);
    await handle(page, ONE.title).press("Delete");
    await page.getByRole("tab", { name: "Tracklist (1)" }).waitFor();
    await titleField(page).fill("Tonight");
    await whileStarted(id, async () => {
      await kept(page).waitFor();
      await expect.poll(() => isFocused(kept(page).locator(".."))).toBe(true);
      await page.keyboard.press("Control+z");
      expect(await page.getByRole("listitem", { name: /^2\. / }).count()).toBe(0);
    });
  });

  it("is over where it was taken back, whatever becomes of the stream on air", async () => {
    const id = await givenStream(open().call, "Taken Back", { destination: NOWHERE });
    const page = await atStream(id);
    await titleField(page).fill("Taken Backs");
    await titleField(page).fill("Taken Back");
    await whileStarted(id, async () => {
      await button(page, "Stop Stream").waitFor();
      await rename(id, "Renamed");
      await page.getByRole("heading", { name: "Renamed", level: 2 }).waitFor();
      // What is not saved would be asked for.
      await goTo(page, "Wall");
      await page.getByRole("heading", { name: "Wall", level: 1 }).waitFor();
    });
  });

  it("is a privacy too: whoever has chosen one is asked before leaving, and not once it is as it was, or a broadcast waits that was made with it", async () => {
    const id = await givenAtYoutube("Chosen");
    const page = await atStream(id);
    const privacy = liveCard(page).getByLabel("Privacy");
    const leave = async () => {
      await goTo(page, "Wall");
      await page.getByRole("heading", { name: "Wall", level: 1 }).waitFor();
    };
    await privacy.selectOption("Private");
    await isAskedFor(page);
    expect(await privacy.inputValue()).toBe("private");
    await privacy.selectOption("Unlisted");
    await leave();
    await page.goto(`/streaming?stream=${id}`);
    await privacy.selectOption("Private");
    await page.getByRole("button", { name: "Create Broadcast" }).click();
    await page.getByRole("region", { name: "YouTube channel" }).getByRole("link").waitFor();
    await leave();
  });

  it("is told in few lines on a phone, all of which can be read, without what was cleared or a privacy that nobody asks for", async () => {
    const id = await givenStream(open().call, "Long Words", { destination: NOWHERE });
    const page = await atStream(id);
    await page.setViewportSize(PHONE);
    const description = Array.from({ length: 40 }, (_, line) => `Line ${line}`).join("\n");
    await titleField(page).fill("");
    await liveCard(page).getByLabel("Description").fill(description);
    await liveCard(page).getByLabel("Privacy").selectOption("Private");
    await whileStarted(id, async () => {
      const told = kept(page).getByText("Description: Line 0");
      await told.press("End");
      await expect.poll(() => told.evaluate((node) => node.scrollTop)).toBeGreaterThan(0);
      expect(await told.innerText()).toContain("Line 0\nLine 1");
      expect((await told.boundingBox())?.height).toBeLessThan(120);
      expect(await barriers(page)).toEqual([]);
      for (const absent of ["Stream Title:", "Privacy:"]) expect(await kept(page).getByText(absent).count()).toBe(0);
      await press(page, "Save");
      await kept(page).waitFor({ state: "detached" });
      expect(await stored(id)).toMatchObject({ title: "Long Words", description });
    });
  });

  it("is told where it is a privacy alone, and chosen anew for the next Start", async () => {
    const id = await givenAtYoutube("Private");
    const page = await atStream(id);
    await liveCard(page).getByLabel("Privacy").selectOption("Private");
    await whileStarted(id, async () => {
      await kept(page).getByText("The stream was started without what you chose.").waitFor();
      await kept(page).getByText("Privacy: Private. That of a broadcast on air is changed at YouTube.").waitFor();
      expect(await barriers(page)).toEqual([]);
      await press(page, "Dismiss");
      await kept(page).waitFor({ state: "detached" });
      await expect.poll(() => isFocused(liveCard(page))).toBe(true);
    });
    expect(await liveCard(page).getByLabel("Privacy").inputValue()).toBe("unlisted");
  });

  it("is told where it is a privacy that one's own Start came too late for, with another's before it", async () => {
    const id = await givenAtYoutube("Too Late");
    const page = await atStream(id);
    await liveCard(page).getByLabel("Privacy").selectOption("Private");
    const letGo = await hold(page, "**/trpc/streams.start*");
    await button(page, "Start Live Stream").press("Enter");
    await whileStarted(id, async () => {
      await button(page, "Stop Stream").waitFor();
      await expect.poll(() => isFocused(liveCard(page))).toBe(true);
      expect(await kept(page).count()).toBe(0);
      letGo();
      await notice(page, "Stream Started").waitFor();
      await kept(page).getByText("Privacy: Private.").waitFor();
      await expect.poll(() => isFocused(kept(page).locator(".."))).toBe(true);
    });
  });

  it("is told where one's own Start was refused before another's, with its privacy", async () => {
    const id = await givenAtYoutube("Refused");
    const page = await atStream(id);
    await titleField(page).fill("Tonight");
    await liveCard(page).getByLabel("Privacy").selectOption("Private");
    const letGo = await hold(page, "**/trpc/streams.start*");
    await press(page, "Start Live Stream");
    await rename(id, "Theirs");
    letGo();
    await notice(page, "Failed to Start Stream").waitFor();
    await kept(page).getByText("Somebody changed the title of this stream").waitFor();
    await whileStarted(id, async () => {
      await kept(page).getByText("Stream Title: Tonight", { exact: true }).waitFor();
      await kept(page).getByText("Privacy: Private.").waitFor();
    });
  });
});

it("a privacy that was chosen for a Start holds no stream on the screen that was deleted", async () => {
  const id = await givenAtYoutube("Gone");
  const page = await atStream(id);
  await liveCard(page).getByLabel("Privacy").selectOption("Private");
  await open().call("DELETE", `/api/streams/${id}`);
  await page.waitForURL((url) => !url.searchParams.has("stream"));
  await liveCard(page).waitFor({ state: "detached" });
});

describe("a Start and a Stop", () => {
  it("leave the focus on their card where they were pressed by key, and neither on what takes that back", async () => {
    const page = await atStream(await givenStream(open().call, "By Enter", { destination: NOWHERE }));
    const [start, stop] = [button(page, "Start Live Stream"), button(page, "Stop Stream")];
    await start.press("Enter");
    await stop.waitFor();
    await expect.poll(() => isFocused(liveCard(page))).toBe(true);
    await stop.press("Enter");
    const question = page.getByRole("alertdialog", { name: "Stop Stream" });
    await question.getByRole("button", { name: "Stop Stream" }).press("Enter");
    await start.waitFor();
    await expect.poll(() => isFocused(liveCard(page))).toBe(true);
  });
});
