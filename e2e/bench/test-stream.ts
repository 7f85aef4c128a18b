import { openBrowser, openPerson } from "../src/browser.ts";
import { signInByCall } from "../src/call.ts";
import { givenStream, givenTracks } from "../src/given.ts";
import { signIn } from "../src/newcomer.ts";
import { TONES } from "../src/tones.ts";
import { until } from "../src/until.ts";
import { loudness, timePlaying } from "../src/watching.ts";

/**
 * Presses Start on the test stream page of a studio that runs, and Stop once it is heard: `node test-stream.ts URL EMAIL PASSWORD FOLDER TIMES`. Prints a
 * line of JSON for each time but the first, which renders: after how long it played, and how loud that was from its beginning on.
 */
const [url = "", email = "", password = "", folder = "", times = "5"] = process.argv.slice(2);
const START = "Start Test Stream";
/** What is played is a tone; a slate is silent. */
const LEAST_LOUDNESS = 0.02;
const HEARD_WITHIN_MS = 90_000;

const browser = await openBrowser();
try {
  const call = await signInByCall(url, { email, password });
  const trackIds = await givenTracks(
    call,
    folder,
    TONES.map((tone) => ({ ...tone, seconds: 120 })),
  );
  const id = await givenStream(call, "Night Desk", { trackIds });
  const { page } = await openPerson(browser, url);
  await signIn(page, { email, password });
  await page.getByText("Welcome,").waitFor();
  await page.goto(`/test-stream?stream=${id}`);
  for (let time = 0; time <= Number(times); time += 1) {
    const played = await timePlaying(page, START);
    await page.getByRole("button", { name: START }).click();
    const playedMs = await played();
    const loud = await loudness(page);
    await until("it is heard", async () => (await loudness(page)) > LEAST_LOUDNESS, HEARD_WITHIN_MS);
    await page.getByRole("button", { name: "Stop Test Stream" }).click();
    await page.getByRole("button", { name: START }).waitFor();
    if (time > 0) process.stdout.write(`${JSON.stringify({ playedMs, isHeard: loud > LEAST_LOUDNESS })}\n`);
  }
  await until("the test has ended", async () => (await call("GET", `/api/test-stream/${id}/status`))["state"] === "off");
} finally {
  await browser.close();
}
