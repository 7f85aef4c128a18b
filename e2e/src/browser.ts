import { type Browser, type BrowserContext, type Page, chromium } from "playwright-core";

/** Leads to this machine by a name, as to any other: to a browser no page of it is secure unless it comes by https. */
export const PLAIN_HOST = "studio.test";
const SWITCHES = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  `--host-resolver-rules=MAP ${PLAIN_HOST} 127.0.0.1`,
];
export const DESKTOP = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };

/** Chromium without the window around its pages: a third less of a processor for the same page. */
const CHROMIUM = "/usr/bin/chromium-headless-shell";

export async function openBrowser(): Promise<Browser> {
  // Without a locale of its own Chromium cannot open a file with an umlaut in its name, and a bare machine sets none.
  const env = { ...process.env, LANG: "C.UTF-8" };
  return chromium.launch({ executablePath: CHROMIUM, headless: true, args: SWITCHES, env });
}

/** A person at a browser of their own, and all that it was told. */
export interface Person {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Every answer so far, headers and body, and every event of the event stream, each with its address. */
  heard(): Promise<readonly string[]>;
}

export async function openPerson(browser: Browser, baseURL: string): Promise<Person> {
  const context = await browser.newContext({ baseURL, viewport: DESKTOP, locale: "en-GB", reducedMotion: "reduce" });
  const page = await context.newPage();
  const answers: Promise<string>[] = [];
  const events: string[] = [];
  page.on("response", (response) => {
    const head = `${response.url()}\n${JSON.stringify(response.headers())}`;
    // An event stream has no end; its events are taken below.
    if (response.headers()["content-type"]?.includes("event-stream")) events.push(head);
    else
      answers.push(
        response.body().then(
          (body) => `${head}\n${body.toString("utf8")}`,
          () => head,
        ),
      );
  });
  const wire = await context.newCDPSession(page);
  await wire.send("Network.enable");
  wire.on("Network.eventSourceMessageReceived", ({ data }) => events.push(`event\n${data}`));
  return { page, context, heard: async () => [...(await Promise.all(answers)), ...events] };
}
