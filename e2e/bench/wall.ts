import { setInterval as every } from "node:timers/promises";
import type { Locator, Page } from "playwright-core";
import { DESKTOP, openBrowser, openPerson } from "../src/browser.ts";
import { signIn } from "../src/newcomer.ts";
import { percentile } from "../src/trace.ts";
import { until } from "../src/until.ts";

/**
 * Looks at the wall of a studio that runs: `node wall.ts URL EMAIL PASSWORD STREAMS SECONDS`. Prints "looking" when it opens the wall, so that
 * the first pictures count, and at the end one line of JSON: how old each picture on the screen was, sampled twice a second (median, 95th percentile, largest), and
 * of the frames that the browser was to show those that it left out.
 */
const [url = "", email = "", password = "", streams = "20", seconds = "60"] = process.argv.slice(2);
const SAMPLE_MS = 500;
const FIRST_PICTURES_MS = 120_000;

interface Told {
  readonly streamId: string;
  readonly picture: { readonly name: string; readonly ageMs: number } | null;
}

/** The ages of the pictures that stand on the screen: what was told of and has not come yet is not seen by anybody. */
function watchAges(page: Page, pictures: Locator): () => Promise<readonly number[]> {
  /** When what a picture shows was on air; a picture that comes again has the newest. */
  const airedAtMs = new Map<string, number>();
  page.on("response", async (response) => {
    if (!response.url().includes("wall.look")) return;
    const atMs = performance.now();
    const answer = (await response.json().catch(() => null)) as { readonly result?: { readonly data?: readonly Told[] } } | null;
    const found = answer?.result?.data;
    for (const { picture } of found ?? []) if (picture) airedAtMs.set(picture.name, atMs - picture.ageMs);
  });
  return async () => {
    const addresses = await pictures.evaluateAll((images) => images.map((image) => image.getAttribute("src")));
    const nowMs = performance.now();
    return addresses.flatMap((address) => {
      const aired = airedAtMs.get(address?.split("/").at(-1) ?? "");
      return aired === undefined ? [] : [nowMs - aired];
    });
  };
}

/** Twice a second, until it is told to stop. */
function sample(ages: () => Promise<readonly number[]>): () => Promise<readonly number[]> {
  const over = new AbortController();
  const sampling = (async () => {
    const sampled: number[] = [];
    for await (const { signal } of every(SAMPLE_MS, over)) {
      if (signal.aborted) break;
      sampled.push(...(await ages()));
    }
    return sampled;
  })();
  return async () => {
    over.abort();
    return sampling;
  };
}

/** Counts for so long the frames that the page was given, and those that were left out between them. */
async function countFrames(page: Page, forMs: number): Promise<{ shown: number; dropped: number }> {
  return page.evaluate(
    (ms) =>
      new Promise<{ shown: number; dropped: number }>((resolve) => {
        const counted = { shown: 0, dropped: 0 };
        let firstMs: number | null = null;
        let beforeMs: number | null = null;
        const next = (atMs: number) => {
          firstMs ??= atMs;
          counted.shown += 1;
          if (beforeMs !== null) counted.dropped += Math.max(0, Math.round((atMs - beforeMs) / (1000 / 60)) - 1);
          beforeMs = atMs;
          if (atMs - firstMs >= ms) resolve(counted);
          else requestAnimationFrame(next);
        };
        requestAnimationFrame(next);
      }),
    forMs,
  );
}

const browser = await openBrowser();
try {
  const { page } = await openPerson(browser, url);
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.setViewportSize(DESKTOP);
  await signIn(page, { email, password });
  await page.getByText("Welcome,").waitFor();
  const pictures = page.getByRole("list", { name: "All streams" }).locator("img");
  const ages = watchAges(page, pictures);
  process.stdout.write("looking\n");
  await page.goto("/wall");
  await until("each stream has its picture", async () => (await pictures.count()) >= Number(streams), FIRST_PICTURES_MS);
  const stop = sample(ages);
  const frames = await countFrames(page, Number(seconds) * 1000);
  const sampled = await stop();
  const agesMs = [0.5, 0.95, 1].map((share) => Math.round(percentile(sampled, share)));
  process.stdout.write(`${JSON.stringify({ agesMs, samples: sampled.length, frames })}\n`);
} finally {
  await browser.close();
}
