import { expect, it, onTestFinished } from "vitest";
import { testPlan } from "./support/engine.ts";
import { named, openStudio } from "./support/studio.ts";

it("streams that are wanted when the server starts are told as being taken over from that moment on, and never as off", async () => {
  const studio = await openStudio();
  onTestFinished(() => studio.close());
  const plans = ["a", "b"].map((name) => testPlan([], "rtmp://unused/live", "unused", { ...named(name), destinations: [] }));
  const reconciled = studio.engine.reconcile(plans);
  for (const { streamId, sessionId } of plans) {
    const reason = "Taken over from before the server's restart.";
    expect(studio.engine.onAir(streamId)).toMatchObject({ state: "preparing", reason, sessionId });
  }
  await reconciled;
  for (const { streamId } of plans) expect(studio.states(streamId)).not.toContain("off");
});
