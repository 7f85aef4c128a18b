import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { Desk, Failing } from "../../src/failing.ts";
import { ADDRESS, at, dialog, OTHER } from "./desk.ts";

const own = (page: Page) => page.getByRole("region", { name: "RTMP destination" });
const more = (page: Page) => page.getByRole("region", { name: "More destinations" });

async function address({ page, hand }: Desk, place: ReturnType<typeof own>, submit: string): Promise<void> {
  await hand.type(place.getByLabel("RTMP address"), `${ADDRESS}/new`);
  await hand.type(place.getByLabel("Stream key"), "typed");
  await hand.press(place.getByRole("button", { name: submit, exact: true }));
  await expect.poll(() => page.locator("[data-notice]").count()).toBeGreaterThan(0);
}
const addressStays = (place: (page: Page) => ReturnType<typeof own>) => async (page: Page) => {
  expect(await place(page).getByLabel("RTMP address").inputValue()).toBe(`${ADDRESS}/new`);
  expect(await place(page).getByLabel("Stream key").inputValue()).toBe("typed");
};

const SAVE_FAILED = { title: "Stream Key Setup Failed", sentence: "The destination could not be saved" };
const REMOVE_FAILED = { title: "Remove Failed", sentence: "The destination could not be removed" };
export const DESTINATIONS: readonly Failing[] = [
  {
    ...{ change: "a destination", at: at("bare"), call: "streams.setDestination", ...SAVE_FAILED },
    press: (desk) => address(desk, own(desk.page), "Save Destination"),
    stays: addressStays(own),
  },
  {
    ...{ change: "another in its place", at: at("off"), call: "streams.setDestination", ...SAVE_FAILED },
    async press(desk) {
      await desk.hand.press(own(desk.page).getByRole("button", { name: "Replace", exact: true }));
      await address(desk, own(desk.page), "Replace Destination");
    },
    stays: addressStays(own),
  },
  {
    ...{ change: "the removal of a destination", at: at("off"), call: "streams.deleteDestination", ...REMOVE_FAILED },
    async press({ page, hand }) {
      await hand.press(own(page).getByRole("button", { name: "Remove", exact: true }));
      await hand.press(dialog(page, "Remove Destination").getByRole("button", { name: "Remove", exact: true }));
    },
    stays: (page) => dialog(page, "Remove Destination").waitFor(),
  },
  {
    ...{ change: "one more destination", at: at("off"), call: "streams.addDestination", ...SAVE_FAILED },
    async press(desk) {
      await desk.hand.press(more(desk.page).getByRole("button", { name: "Add Another Destination" }));
      await address(desk, more(desk.page), "Add Destination");
    },
    stays: addressStays(more),
  },
  {
    ...{ change: "another in the place of one more", at: at("off"), call: "streams.replaceDestination", ...SAVE_FAILED },
    async press(desk) {
      await desk.hand.press(more(desk.page).getByRole("button", { name: `Replace ${OTHER}` }));
      await address(desk, more(desk.page), "Replace Destination");
    },
    stays: addressStays(more),
  },
  {
    ...{ change: "the removal of one more", at: at("off"), call: "streams.deleteDestination", ...REMOVE_FAILED },
    async press({ page, hand }) {
      await hand.press(more(page).getByRole("button", { name: `Remove ${OTHER}` }));
      await hand.press(dialog(page, "Remove Destination").getByRole("button", { name: "Remove", exact: true }));
    },
    stays: (page) => dialog(page, "Remove Destination").waitFor(),
  },
];
