import { setInterval as every } from "node:timers/promises";
import type { Locator, Page } from "playwright-core";
import { DESKTOP, openBrowser, openPerson } from "../src/browser.ts";
import { signIn } from "../src/newcomer.ts";
import { percentile } from "../src/trace.ts";
import { until } from "../src/until.ts";

/**
 * Looks at the wall of a studio that runs: `node wall.ts URL EMAIL PASSWORD STREAMS SECONDS`. Prints "looking" when it opens the wall, so that
 * the first pictures count, and at the end one line of JSON: how old the picture of each stream on the screen was, sampled twice a second
 * (median, 95th percentile, largest), the fewest different ones that stood there at once, and of the frames that the browser was to show
 * those that it left out.
 */
const [url = "", email = "", password = "", streams = "20", seconds = "60"] = process.argv.slice(2);
const SAMPLE_MS = 500;
const FIRST_PICTURES_MS = 120_000;

interface Told {
  readonly streamId: string;
  readonly picture: { readonly name: string; readonly ageMs: number } | null;
}

/** A stream and the picture of it that stands on the screen. */
interface Shown {
  readonly streamId: string;
  readonly title: string;
  readonly picture: string;
  /** null: nothing was told of it yet. */
  readonly ageMs: number | null;
}

/** The pictures that stand on the screen: what was told of and has not come yet is not seen by anybody. */
function watchPictures(page: Page, tiles: Locator): () => Promise<readonly Shown[]> {
  /** When what a stream's picture shows was on air; a picture that comes again has the newest. */
  const airedAtMs = new Map<string, number>();
  const keyOf = (streamId: string, picture: string) => `${streamId} ${picture}`;
  page.on("response", async (response) => {
    if (!response.url().includes("wall.look")) return;
    const atMs = performance.now();
    const answer = (await response.json().catch(() => null)) as { readonly result?: { readonly data?: readonly Told[] } } | null;
    const found = answer?.result?.data;
    for (const { streamId, picture } of found ?? []) if (picture) airedAtMs.set(keyOf(streamId, picture.name), atMs - picture.ageMs);
  });
  return async () => {
    const found = await tiles.evaluateAll((items) =>
      items.flatMap((item) => {
        const [image, link] = [item.querySelector("img"), item.querySelector("a")];
        return image && link ? [{ title: link.innerText, to: link.href, src: image.src }] : [];
      }),
    );
    const nowMs = performance.now();
    return found.map(({ title, to, src }) => {
      const streamId = new URL(to).searchParams.get("stream") ?? "";
      const picture = src.split("/").at(-1) ?? "";
      const aired = airedAtMs.get(keyOf(streamId, picture));
      return { streamId, title, picture, ageMs: aired === undefined ? null : nowMs - aired };
    });
  };
}

/** Twice a second, until it is told to stop. */
function sample<T>(look: () => Promise<T>): () => Promise<readonly T[]> {
  const over = new AbortController();
  const sampling = (async () => {
    const sampled: T[] = [];
    for await (const { signal } of every(SAMPLE_MS, over)) {
      if (signal.aborted) break;
      sampled.push(await look());
    }
    return sampled;
  })();
  return async () => {
    over.abort();
    return sampling;
  };
}

const agesOf = (shown: readonly Shown[]) => shown.flatMap(({ ageMs }) => ageMs ?? []);
const figuresOf = (agesMs: readonly number[]) => [0.5, 0.95, 1].map((share) => Math.round(percentile(agesMs, share)));

/** All that was sampled, in figures. */
function figures(samples: readonly (readonly Shown[])[]) {
  const byStream = [...Map.groupBy(samples.flat(), ({ streamId }) => streamId).values()];
  return {
    streams: byStream.flatMap((shown) => {
      const [title, ages] = [shown[0]?.title, agesOf(shown)];
      return ages.length === 0 ? [] : [{ title, agesMs: figuresOf(ages), samples: ages.length }];
    }),
    agesMs: figuresOf(agesOf(samples.flat())),
    fewestDifferent: Math.min(...samples.map((shown) => new Set(shown.map(({ picture }) => picture)).size)),
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
  const tiles = page.getByRole("list", { name: "All streams" }).getByRole("listitem");
  const pictures = tiles.locator("img");
  const look = watchPictures(page, tiles);
  process.stdout.write("looking\n");
  await page.goto("/wall");
  await until("each stream has its picture", async () => (await pictures.count()) >= Number(streams), FIRST_PICTURES_MS);
  const stop = sample(look);
  const frames = await countFrames(page, Number(seconds) * 1000);
  process.stdout.write(`${JSON.stringify({ ...figures(await stop()), frames })}\n`);
} finally {
  await browser.close();
}
