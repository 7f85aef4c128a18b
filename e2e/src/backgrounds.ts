import { join } from "node:path";
import type { Locator } from "playwright-core";
import { beforeAll, beforeEach } from "vitest";
import { DESKTOP } from "./browser.ts";
import { notice } from "./command-box.ts";
import { goTo } from "./newcomer.ts";
import { type SeatedStudio, seatFor } from "./studio-for.ts";
import { tool } from "./tool.ts";

const TIMEOUT_MS = 30_000;

export interface Backgrounds {
  readonly open: () => SeatedStudio;
  /** Where a new one is made. */
  readonly form: () => Locator;
  /** Where its file is uploaded. */
  readonly dialog: () => Locator;
  readonly card: (title: string) => Locator;
  readonly notice: (text: string) => Locator;
  /** Gives files to that dialog, and opens it where it is not. */
  readonly choose: (...paths: string[]) => Promise<Locator>;
  /** A real one; another colour is another file. @returns its path */
  readonly video: (name: string, colour: string) => Promise<string>;
  /** The same of a still picture. */
  readonly picture: (name: string) => Promise<string>;
}

/** A studio for a file of tests, with somebody who begins each of them at its backgrounds. */
export function backgroundsFor(name: string): Backgrounds {
  const open = seatFor(name);
  const page = () => open().person.page;
  beforeAll(() => page().setDefaultTimeout(TIMEOUT_MS));
  beforeEach(async () => {
    const seat = page();
    await seat.setViewportSize(DESKTOP);
    // The entry that a closed dialog leaves in the history may still be on its way out, which ends another navigation.
    await seat.goto("/").catch(() => seat.goto("/"));
    await goTo(seat, "Background Videos");
  });
  const form = () => page().getByRole("region", { name: "Upload Background" });
  const dialog = () => page().getByRole("dialog", { name: "Upload Background Video" });
  return {
    ...{ open, form, dialog },
    card: (title) => page().getByRole("list", { name: "Backgrounds" }).getByRole("listitem", { name: title, exact: true }),
    notice: (text) => notice(page(), text),
    async choose(...paths) {
      if (!(await dialog().isVisible()))
        await form()
          .getByRole("button", { name: /^(Upload Video|Replace)/ })
          .click();
      const chooser = page().waitForEvent("filechooser");
      await dialog().getByText("choose them").click();
      await (await chooser).setFiles(paths);
      return dialog();
    },
    video: (fileName, colour) => makeVideo(join(open().folder, fileName), colour),
    picture: (fileName) => makePicture(join(open().folder, fileName)),
  };
}

async function makeVideo(path: string, colour: string): Promise<string> {
  const source = `color=${colour}:s=640x360:r=30:d=2,drawbox=x=40*t:y=40:w=80:h=80:color=white:t=fill`;
  await tool("ffmpeg", ["-v", "error", "-y", "-f", "lavfi", "-i", source, "-pix_fmt", "yuv420p", path]);
  return path;
}

async function makePicture(path: string): Promise<string> {
  await tool("ffmpeg", ["-v", "error", "-y", "-f", "lavfi", "-i", "testsrc2=s=1280x720:d=1", "-frames:v", "1", path]);
  return path;
}
