import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll } from "vitest";
import { DESKTOP, openBrowser, openPerson, type Person } from "./browser.ts";
import { type Call, signInByCall } from "./call.ts";
import { type Account, signIn } from "./newcomer.ts";
import { keepWhatIsSeen } from "./screenshots.ts";
import { openStudio, type Studio } from "./studio.ts";

export const ADMIN: Account = { email: "ana@label.example", password: "a good password" };

export interface OpenStudio {
  readonly studio: Studio;
  /** One for all tests of the file, opened when it is first asked for. */
  browser(): Promise<Browser>;
  /** As the administrator. */
  readonly call: Call;
  /** For files that tests make. */
  readonly folder: string;
  /** A page in a browser of its own, that nobody has signed in with; closed after the test that opened it. */
  visitor(options?: BrowserContextOptions): Promise<Page>;
  /** The same, with the administrator signed in and on the dashboard, in a session of its own. */
  operator(options?: BrowserContextOptions): Promise<Page>;
  /** The same in one session for all of the file, and with no screen yet: each that is opened costs seconds. */
  signedIn(options?: BrowserContextOptions): Promise<Page>;
}

export interface SeatedStudio extends OpenStudio {
  /** The administrator, signed in, at one page for all tests of the file. */
  readonly person: Person;
}

/** A studio for the tests of one file. @param name of the log and the picture kept after a failure */
export function studioFor(name: string, settings: Readonly<Record<string, string>> = {}): () => OpenStudio {
  let opened: OpenStudio | null = null;
  let browser: Promise<Browser> | null = null;
  let studio: Studio | null = null;
  const folder = mkdtempSync(join(tmpdir(), `nightjar-${name}-`));
  const contexts: { close(): Promise<void> }[] = [];
  const present = () => {
    if (opened === null) throw new Error("the studio is not open yet");
    return opened;
  };
  beforeAll(async () => {
    studio = await openStudio({ ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password, ...settings });
    const { url: baseURL } = studio;
    await studio.start();
    const open = () => (browser ??= openBrowser());
    const visitor = async (options: BrowserContextOptions = {}) => {
      const context = await (
        await open()
      ).newContext({ ...{ baseURL, viewport: DESKTOP, locale: "en-GB", reducedMotion: "reduce" }, ...options });
      contexts.push(context);
      return context.newPage();
    };
    const operator = async (options?: BrowserContextOptions) => seated(await visitor(options));
    let session: Promise<BrowserContextOptions> | null = null;
    const beginSession = async () => ({ storageState: await (await operator()).context().storageState() });
    const signedIn = async (options: BrowserContextOptions = {}) => {
      session ??= beginSession();
      return visitor({ ...(await session), ...options });
    };
    opened = { studio, browser: open, call: await signInByCall(baseURL, ADMIN), folder, visitor, operator, signedIn };
  });
  afterAll(async () => {
    await (await browser)?.close();
    await studio?.close();
    rmSync(folder, { recursive: true, force: true });
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === "fail") studio?.keepOutput(name);
    await Promise.all(contexts.splice(0).map((context) => context.close()));
  });
  return present;
}

/** The same with somebody who stays. @param addressOf where they find the studio, where that is not its own */
export function seatFor(
  name: string,
  settings?: Readonly<Record<string, string>>,
  addressOf: (studio: Studio) => Promise<string> = async ({ url }) => url,
): () => SeatedStudio {
  const present = studioFor(name, settings);
  let person: Person | null = null;
  beforeAll(async () => {
    const { browser, studio } = present();
    person = await openPerson(await browser(), await addressOf(studio));
    await seated(person.page);
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === "fail" && person) await keepWhatIsSeen(name, [person]);
  });
  return () => {
    if (person === null) throw new Error("nobody sits there yet");
    return { ...present(), person };
  };
}

/** Signs the administrator in. */
async function seated(page: Page): Promise<Page> {
  await signIn(page, ADMIN);
  await page.getByText("Welcome,").waitFor();
  return page;
}
