import { openBrowser, openPerson } from "../src/browser.ts";
import { signInByCall } from "../src/call.ts";
import { makeRoom, openDesk } from "../src/designer.ts";
import { crowd, framesOfDrag } from "../src/dragging.ts";
import { signIn } from "../src/newcomer.ts";
import { type Frame, percentile } from "../src/trace.ts";

/**
 * Drags in the designer of a studio that runs: `node drag.ts URL EMAIL PASSWORD MOVES`. Prints one line of JSON for each kind of
 * drag: its frames, and of scripting with layout (by the clock, and as processor time) and of the whole main thread the median, the 95th
 * percentile and the largest.
 */
const [url = "", email = "", password = "", moves = "240"] = process.argv.slice(2);
const KINDS = [
  { kind: "one", count: 10, others: 0 },
  { kind: "one", count: 60, others: 0 },
  { kind: "five together", count: 10, others: 4 },
  { kind: "five together", count: 60, others: 4 },
];

const browser = await openBrowser();
try {
  const call = await signInByCall(url, { email, password });
  const { page } = await openPerson(browser, url);
  await signIn(page, { email, password });
  await page.getByText("Welcome,").waitFor();
  await makeRoom(page);
  for (const { kind, count, others } of KINDS) {
    await openDesk(page, call, `${kind} of ${count}`, crowd(count));
    const names = Array.from({ length: others }, (_, index) => `Element ${index + 1}`);
    const frames = await framesOfDrag(browser, page, Number(moves), names);
    const of = (key: keyof Frame) =>
      [0.5, 0.95, 1].map((share) =>
        percentile(
          frames.map((frame) => frame[key]),
          share,
        ),
      );
    const result = {
      kind,
      count,
      frames: frames.length,
      wallMs: of("scriptAndLayoutMs"),
      cpuMs: of("scriptAndLayoutCpuMs"),
      busyMs: of("busyMs"),
    };
    process.stdout.write(`${JSON.stringify(result)}\n`);
  }
} finally {
  await browser.close();
}
