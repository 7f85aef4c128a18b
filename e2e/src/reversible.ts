import { expect } from "vitest";
import { canvasOf, type Design, type Desk, historyButton, seeStored, stored } from "./designer.ts";
import { pictureOf, seePicture } from "./eyes.ts";

export interface Reversible {
  /** Done once, as one gesture. */
  readonly act: () => Promise<unknown>;
  /** Throws while the server has not what it should have. */
  readonly check: (now: Design, before: Design) => void;
  /** False: nothing is drawn otherwise. */
  readonly isDrawn?: boolean;
}

let turns = 0;

/**
 * Does something, takes it back and does it again, by key and by button in turns: each time what is stored and what is drawn follow,
 * in one step. @returns what is stored in the end
 */
export async function reversibly(desk: Desk, { act, check, isDrawn = true }: Reversible): Promise<Design> {
  const { page } = desk;
  const before = await stored(desk);
  const pictureBefore = await pictureOf(page);
  await act();
  const after = await seeStored(desk, (now) => {
    expect(now).not.toEqual(before);
    check(now, before);
  });
  if (isDrawn) await seePicture(page, pictureBefore, "gone");
  const pictureAfter = await pictureOf(page);
  turns += 1;
  await travel(desk, "Undo", turns % 2 === 0);
  await seeStored(desk, (now) => expect(now).toEqual(before));
  await seePicture(page, pictureBefore, "seen");
  await travel(desk, "Redo", turns % 2 === 1);
  await seeStored(desk, (now) => expect(now).toEqual(after));
  await seePicture(page, pictureAfter, "seen");
  return after;
}

async function travel({ page }: Desk, way: "Undo" | "Redo", byKey: boolean): Promise<void> {
  if (!byKey) return historyButton(page, way).click();
  await canvasOf(page).focus();
  await page.keyboard.press(way === "Undo" ? "Control+z" : "Control+Shift+z");
}
