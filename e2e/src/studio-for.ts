import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll } from "vitest";
import { openBrowser, openPerson, type Person } from "./browser.ts";
import { type Call, signInByCall } from "./call.ts";
import { type Account, signIn } from "./newcomer.ts";
import { keepWhatIsSeen } from "./screenshots.ts";
import { openStudio, type Studio } from "./studio.ts";

export const ADMIN: Account = { email: "ana@label.example", password: "a good password" };

export interface OpenStudio {
  readonly studio: Studio;
  readonly browser: Browser;
  readonly person: Person;
  readonly call: Call;
}

/** A studio for the tests of one file, with its administrator signed in. @param name of the log that is kept after a failure */
export function studioFor(name: string): () => OpenStudio {
  let opened: OpenStudio | null = null;
  let close = async () => undefined as unknown;
  const present = () => {
    if (opened === null) throw new Error("the studio is not open yet");
    return opened;
  };
  beforeAll(async () => {
    const studio = await openStudio({ ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password });
    close = () => studio.close();
    await studio.start();
    const browser = await openBrowser();
    close = async () => {
      await browser.close();
      await studio.close();
    };
    const [person, call] = await Promise.all([openPerson(browser, studio.url), signInByCall(studio.url, ADMIN)]);
    await signIn(person.page, ADMIN);
    await person.page.getByText("Welcome,").waitFor();
    opened = { studio, browser, person, call };
  });
  afterAll(() => close());
  afterEach(async ({ task }) => {
    if (task.result?.state !== "fail") return;
    present().studio.keepOutput(name);
    await keepWhatIsSeen([present().person]);
  });
  return present;
}
