import { expect, it } from "vitest";
import { goTo } from "../src/newcomer.ts";
import { reloadAndStay } from "../src/reload-and-stay.ts";
import { fromMenu, heldStep, rundownFor, shows } from "../src/rundown.ts";

// The rundown of a stream where its page is to go in the middle of a step.

const { open, trackIds, streamId, atRundown } = rundownFor("rundown-leaving");

it("the browser asks before the page goes while removals are not done, from another screen too, and no more once they are", async () => {
  const page = await atRundown();
  const held = await heldStep(page);
  await fromMenu(page, "Moth", "Remove");
  await held.sent;
  await fromMenu(page, "Owl", "Remove");
  await shows(page, ["Heron", "Nightjar"]);
  await page.getByRole("button", { name: "Undo: removed Owl" }).waitFor();
  expect(await reloadAndStay(page)).toBe("beforeunload");
  await goTo(page, "Music Library");
  expect(await reloadAndStay(page)).toBe("beforeunload");
  await held.letGo();
  const mayGo = () => page.evaluate("dispatchEvent(new Event('beforeunload', { cancelable: true }))");
  await expect.poll(mayGo).toBe(true);
  expect((await open().call("GET", `/api/streams/${streamId()}`))["tracklistIds"]).toEqual(trackIds.slice(2));
});
