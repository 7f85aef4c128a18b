/// <reference lib="dom" />
import { expect, describe, it } from "vitest";
import { PHONE } from "../src/browser.ts";
import { isFocused, notice } from "../src/command-box.ts";
import { OTHER, THEIRS, button, changes, hasFocus, more, own, typeDestination } from "../src/destination-form.ts";
import { givenStream, NOWHERE } from "../src/given.ts";
import { hold } from "../src/hold.ts";
import { twoAtOneStream } from "../src/two-at-one-stream.ts";

// Where the focus is as the form of a destination is opened, cancelled, saved and taken away; what its test says where nobody is reached.

const { open, atStream } = twoAtOneStream("destination-form");

describe("the form of a destination", () => {
  it("has the focus as a press opens it, and gives it back to what opens it as it is cancelled", async () => {
    const { call } = open();
    const id = await givenStream(call, "By keys", { destination: NOWHERE });
    await call("POST", `/api/streams/${id}/destinations`, OTHER);
    const page = await atStream(id);
    for (const [place, opener] of [
      [own(page), "Replace"],
      [more(page), `Replace ${OTHER.rtmpUrl}`],
      [more(page), "Add Another Destination"],
    ] as const) {
      await button(place, opener).press("Enter");
      await hasFocus(place.getByLabel("Service"));
      await button(place, "Cancel").press("Enter");
      await hasFocus(button(place, opener));
    }
  });

  it("keeps the focus where its service is chosen by keyboard, and leads on to the key from a pointer", async () => {
    const page = await atStream(await givenStream(open().call, "Chosen", { destination: NOWHERE }));
    await button(own(page), "Replace").press("Enter");
    const service = own(page).getByLabel("Service");
    for (const name of ["Kick", "Facebook"]) {
      await hasFocus(service);
      await page.keyboard.press("ArrowUp");
      await expect.poll(() => service.inputValue()).toBe(name);
    }
    await hasFocus(service);
    await service.dispatchEvent("pointerdown");
    await service.selectOption("Twitch");
    await hasFocus(own(page).getByLabel("Stream key"));
  });

  it("gives back one's own address after a look through the services", async () => {
    const page = await atStream(await givenStream(open().call, "Looked through", { destination: NOWHERE }));
    await button(own(page), "Replace").press("Enter");
    const [service, address] = [own(page).getByLabel("Service"), own(page).getByLabel("RTMP address")];
    await address.fill("rtmps://ours.example/live");
    await service.focus();
    for (const name of ["Kick", "Facebook"]) {
      await page.keyboard.press("ArrowUp");
      await expect.poll(() => service.inputValue()).toBe(name);
    }
    for (const name of ["Kick", "Own server"]) {
      await page.keyboard.press("ArrowDown");
      await expect.poll(() => service.inputValue()).toBe(name);
    }
    expect(await address.inputValue()).toBe("rtmps://ours.example/live");
  });

  it("gives the focus back as it is saved, and that in the place of one of several to the row that takes its place", async () => {
    const { call } = open();
    const id = await givenStream(call, "Saved by keys", { destination: NOWHERE });
    const ANOTHER = { rtmpUrl: "rtmp://127.0.0.1:9/another", streamKey: "another" };
    for (const destination of [ANOTHER, OTHER]) await call("POST", `/api/streams/${id}/destinations`, destination);
    const page = await atStream(id);
    await button(own(page), "Replace").press("Enter");
    await typeDestination(own(page));
    await button(own(page), "Replace Destination").press("Enter");
    await hasFocus(button(own(page), "Replace"));
    await button(more(page), `Replace ${OTHER.rtmpUrl}`).press("Enter");
    await typeDestination(more(page), THEIRS);
    await button(more(page), "Replace Destination").press("Enter");
    await hasFocus(button(more(page), `Replace ${THEIRS.rtmpUrl}`));
    await button(more(page), "Add Another Destination").press("Enter");
    await typeDestination(more(page), OTHER);
    await button(more(page), "Add Destination").press("Enter");
    await hasFocus(button(more(page), "Add Another Destination"));
  });

  it("keeps the focus on what is pressed, which is pressed no second time while that is under way, also where it is refused", async () => {
    const { call } = open();
    const id = await givenStream(call, "Refused");
    await call("POST", `/api/streams/${id}/destinations`, OTHER);
    const page = await atStream(id);
    await typeDestination(own(page), OTHER);
    let presses = 0;
    page.on("request", (request) => (presses += Number(request.url().includes("streams.setDestination"))));
    const letGo = await hold(page, "**/trpc/streams.setDestination*");
    const save = button(own(page), "Save Destination");
    await save.press("Enter");
    await expect.poll(() => save.isDisabled()).toBe(true);
    await hasFocus(save);
    await own(page).getByLabel("Stream key").press("Enter");
    await save.press("Enter");
    letGo();
    await notice(page, "The stream is sent there already.").waitFor();
    await expect.poll(() => save.isDisabled()).toBe(false);
    expect([presses, await isFocused(save)]).toEqual([1, true]);
  });

  it("takes nothing while it is saved, which would be lost as it closes, and all of it again where it is refused", async () => {
    const { call } = open();
    const id = await givenStream(call, "Typed late");
    await call("POST", `/api/streams/${id}/destinations`, OTHER);
    const page = await atStream(id);
    await typeDestination(own(page), OTHER);
    const letGo = await hold(page, "**/trpc/streams.setDestination*");
    await own(page).getByLabel("Stream key").press("Enter");
    await expect.poll(() => button(own(page), "Save Destination").isDisabled()).toBe(true);
    const [service, address, key] = ["Service", "RTMP address", "Stream key"].map((label) => own(page).getByLabel(label));
    await page.keyboard.type("late");
    await service?.selectOption("Twitch");
    const stands = async () => [await address?.inputValue(), await key?.inputValue(), await service?.inputValue()];
    expect(await stands()).toEqual([OTHER.rtmpUrl, OTHER.streamKey, "Own server"]);
    letGo();
    await notice(page, "The stream is sent there already.").waitFor();
    // It is told a moment before the form takes anything again.
    await expect.poll(() => button(own(page), "Save Destination").isDisabled()).toBe(false);
    await key?.press("End");
    await page.keyboard.type("2");
    await expect.poll(stands).toEqual([OTHER.rtmpUrl, `${OTHER.streamKey}2`, "Own server"]);
  });

  it("takes nobody back to it who has pressed elsewhere, and moves no page under them, where it is saved late", async () => {
    const page = await atStream(await givenStream(open().call, "Saved late"));
    await page.setViewportSize(PHONE);
    await page.getByRole("tab", { name: "Overlays" }).click();
    await typeDestination(own(page));
    const letGo = await hold(page, "**/trpc/streams.setDestination*");
    const save = button(own(page), "Save Destination");
    await save.press("Enter");
    await expect.poll(() => save.isDisabled()).toBe(true);
    await more(page).getByText("The same stream goes to each of them.").click();
    await changes(page).scrollIntoViewIfNeeded();
    letGo();
    await notice(page, "Destination saved").waitFor();
    const replace = button(own(page), "Replace");
    await replace.waitFor();
    expect(await isFocused(replace)).toBe(false);
    expect(await replace.evaluate((node) => node.getBoundingClientRect().bottom)).toBeLessThan(0);
  });

  it("leaves the focus beside it where it goes with the last row", async () => {
    const { call } = open();
    const id = await givenStream(call, "The last row");
    const { id: destinationId } = await call("POST", `/api/streams/${id}/destinations`, NOWHERE);
    const page = await atStream(id);
    await button(more(page), `Replace ${NOWHERE.rtmpUrl}`).press("Enter");
    await typeDestination(more(page));
    await call("DELETE", `/api/streams/${id}/destinations/${String(destinationId)}`);
    await button(more(page), "Discard").press("Enter");
    await hasFocus(button(more(page), "Add Another Destination"));
  });
});

describe("the test of a destination", () => {
  it.each([
    ["a stored one", "streams.testDestination"],
    ["what is typed", "streams.testAddress"],
  ])("says of %s that our own server cannot be reached, and blames nobody else", async (of, call) => {
    const page = await atStream(await givenStream(open().call, `Tested in vain, ${of}`, { destination: NOWHERE }));
    await page.route(`**/trpc/${call}*`, (route) => route.abort("connectionreset"));
    if (call === "streams.testAddress") {
      await button(own(page), "Replace").click();
      await typeDestination(own(page));
    }
    await own(page).getByText("Test", { exact: true }).click();
    await own(page).getByText("The destination could not be tested. The server cannot be reached.", { exact: true }).waitFor();
  });
});
