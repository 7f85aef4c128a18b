import { describe, expect, it } from "vitest";
import { unanswered } from "../src/answering.ts";
import { notice } from "../src/command-box.ts";
import { MINE, OTHER, button, more, own, typeDestination, urlsOf } from "../src/destination-form.ts";
import { type Destination, givenStream, NOWHERE } from "../src/given.ts";
import { twoAtOneStream } from "../src/two-at-one-stream.ts";

// What was pressed is carried out, and its answer lost: what stands there by now is one's own, and nobody else is named for it.

const { open, atStream } = twoAtOneStream("destination-unanswered");

/** What follows the lost answer. @param refused what the stream is sent to already */
type Next = [how: string, next: { readonly streamKey: string; readonly refused?: Destination }];
const NEXT: readonly Next[] = [
  ["pressed again", { streamKey: MINE.streamKey }],
  ["corrected", { streamKey: "another-key" }],
  ["corrected once more, after a refusal of what another has", { streamKey: "another-key", refused: OTHER }],
];

describe("names nobody else where one's own press was carried out and its answer is lost", () => {
  it.each(NEXT)("and saves the destination given by hand as it is %s", async (how, { streamKey, refused }) => {
    const { call } = open();
    const id = await givenStream(call, `Set unanswered, ${how}`, { destination: NOWHERE });
    await call("POST", `/api/streams/${id}/destinations`, OTHER);
    const page = await atStream(id);
    await unanswered(page, "**/trpc/streams.setDestination*");
    await button(own(page), "Replace").click();
    await typeDestination(own(page));
    const save = button(own(page), "Replace Destination");
    await save.click();
    await notice(page, "The destination could not be saved").waitFor();
    await own(page).getByText(MINE.rtmpUrl, { exact: true }).waitFor();
    if (refused) {
      await typeDestination(own(page), refused);
      await save.click();
      await notice(page, "The stream is sent there already.").waitFor();
    }
    await typeDestination(own(page), { ...MINE, streamKey });
    expect(await own(page).getByRole("alert").count()).toBe(0);
    await save.click();
    await notice(page, "Destination saved").waitFor();
    await own(page).getByLabel("Stream key").waitFor({ state: "detached" });
    expect(new Set(await urlsOf(call, id))).toEqual(new Set([MINE.rtmpUrl, OTHER.rtmpUrl]));
  });

  it.each(NEXT)("and leaves one of several as it is %s", async (how, { streamKey, refused }) => {
    const { call } = open();
    const id = await givenStream(call, `Replaced unanswered, ${how}`);
    await call("POST", `/api/streams/${id}/destinations`, NOWHERE);
    await call("POST", `/api/streams/${id}/destinations`, OTHER);
    const page = await atStream(id);
    await unanswered(page, "**/trpc/streams.replaceDestination*");
    await button(more(page), `Replace ${NOWHERE.rtmpUrl}`).click();
    await typeDestination(more(page));
    const save = button(more(page), "Replace Destination");
    await save.click();
    await notice(page, "The destination could not be saved").waitFor();
    await more(page).getByText(MINE.rtmpUrl, { exact: true }).waitFor();
    if (refused) {
      await typeDestination(more(page), refused);
      await save.click();
      await notice(page, "The stream is sent there already.").waitFor();
    }
    await typeDestination(more(page), { ...MINE, streamKey });
    expect(await more(page).getByRole("alert").count()).toBe(0);
    await save.click();
    await notice(page, "Destination saved").waitFor();
    await more(page).getByLabel("Stream key").waitFor({ state: "detached" });
    expect(await more(page).getByRole("listitem").count()).toBe(2);
    expect(await urlsOf(call, id)).toEqual([MINE.rtmpUrl, OTHER.rtmpUrl]);
  });

  it("and says of one that is to be removed that it is", async () => {
    const { call } = open();
    const id = await givenStream(call, "Unanswered", { destination: NOWHERE });
    const page = await atStream(id);
    const removal = page.getByRole("alertdialog", { name: "Remove Destination" });
    await unanswered(page, "**/trpc/streams.deleteDestination*");
    await button(own(page), "Remove").click();
    await button(removal, "Remove").click();
    await notice(page, "The destination could not be removed").waitFor();
    await removal.getByText(`${NOWHERE.rtmpUrl} is removed.`).waitFor();
    expect(await button(removal, "Remove").isDisabled()).toBe(true);
    expect(await urlsOf(call, id)).toEqual([]);
  });
});
