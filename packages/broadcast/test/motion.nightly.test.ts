import { join } from "node:path";
import { priceOfMotion } from "@nightjar/contract";
import { run } from "@nightjar/media";
import { expect, it, onTestFinished } from "vitest";
import { BAR_SCENE } from "./support/bar.ts";
import { planFile, planItem, testPlan } from "./support/engine.ts";
import { SMALL, openPictures } from "./support/pictures.ts";

const TRACK_MS = 60 * 60_000;
const MB = 1024 * 1024;

it("renders an hour's track with its progress bar in flat memory, and into no more bytes than its price says", async () => {
  const bench = await openPictures();
  onTestFinished(() => bench.close());
  const path = join(bench.dir, "noise.mp4");
  // Noise: rate control spends all it may, as with the busiest background there can be.
  const source = "testsrc2=s=640x360:r=30:d=20,noise=alls=60:allf=t,format=yuv420p";
  await run("ffmpeg", ["-v", "error", "-f", "lavfi", "-i", source, "-preset", "ultrafast", "-crf", "18", path], { timeoutMs: 120_000 });
  const plan = testPlan([], "rtmp://h/live", "key", { scene: BAR_SCENE, background: { kind: "video", file: await planFile(path) } });
  const memory: number[] = [];
  const timer = setInterval(() => void memory.push(process.memoryUsage.rss()), 1000);
  const beganMs = performance.now();
  const unit = await bench.render(plan, planItem("hour", null, TRACK_MS));
  clearInterval(timer);
  const speed = TRACK_MS / (performance.now() - beganMs);
  const price = priceOfMotion([TRACK_MS], SMALL, speed);
  const tenth = Math.floor(memory.length / 10);
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [early, late] = [mean(memory.slice(tenth, 2 * tenth)), mean(memory.slice(-tenth))];
  console.info(
    `${speed.toFixed(1)}x; ${unit.readableBytes} bytes of ${price.bytes}; ${Math.round(early / MB)} MB, ${Math.round(late / MB)} MB`,
  );
  expect(late - early).toBeLessThan(64 * MB);
  // The container is 0.2 % more than what the encoder was given.
  expect(unit.readableBytes).toBeLessThan(price.bytes * 1.02);
  expect(unit.readableBytes).toBeGreaterThan(price.bytes * 0.9);
});
