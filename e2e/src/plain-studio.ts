import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll } from "vitest";
import { DESKTOP, openBrowser } from "./browser.ts";
import { type Call, signInByCall } from "./call.ts";
import { type Account, signIn } from "./newcomer.ts";
import { openStudio, type Studio } from "./studio.ts";

export const ADMIN: Account = { email: "ana@label.example", password: "a good password" };

export interface PlainStudio {
  readonly studio: Studio;
  readonly browser: Browser;
  /** As the administrator. */
  readonly call: Call;
  /** A page in a browser of its own, that nobody has signed in with. */
  visitor(options?: BrowserContextOptions): Promise<Page>;
  /** The same, with the administrator signed in and on the dashboard. */
  operator(options?: BrowserContextOptions): Promise<Page>;
}

/** A studio for the tests of one file; pages are closed after the test that opened them. @param name of the log kept after a failure */
export function studioFor(name: string, settings: Readonly<Record<string, string>> = {}): () => PlainStudio {
  let opened: PlainStudio | null = null;
  let close = async () => undefined as unknown;
  const contexts: { close(): Promise<void> }[] = [];
  const present = () => {
    if (opened === null) throw new Error("the studio is not open yet");
    return opened;
  };
  beforeAll(async () => {
    const studio = await openStudio({ ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password, ...settings });
    close = () => studio.close();
    await studio.start();
    const browser = await openBrowser();
    close = async () => {
      await browser.close();
      await studio.close();
    };
    const visitor = async (options: BrowserContextOptions = {}) => {
      const context = await browser.newContext({
        ...{ baseURL: studio.url, viewport: DESKTOP, locale: "en-GB", reducedMotion: "reduce" },
        ...options,
      });
      contexts.push(context);
      return context.newPage();
    };
    const operator = async (options?: BrowserContextOptions) => {
      const page = await visitor(options);
      await signIn(page, ADMIN);
      await page.getByText("Welcome,").waitFor();
      return page;
    };
    opened = { studio, browser, call: await signInByCall(studio.url, ADMIN), visitor, operator };
  });
  afterAll(() => close());
  afterEach(async ({ task }) => {
    if (task.result?.state === "fail") present().studio.keepOutput(name);
    await Promise.all(contexts.splice(0).map((context) => context.close()));
  });
  return present;
}
