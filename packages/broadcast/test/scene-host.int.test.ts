import { join } from "node:path";
import { type NodeSceneHost, createNodeSceneHost } from "@nightjar/scene/node";
import { expect, it, onTestFinished, vi } from "vitest";
import { planItem, testFolder, testPlan } from "./support/engine.ts";
import { openWorkshop } from "./support/workshop.ts";

const URGENCY = { lane: "air", dueAtMs: 0, label: "test" } as const;

it("what draws scenes and could not be loaded is loaded for the next picture, and kept from then on", async () => {
  const folder = await testFolder();
  onTestFinished(folder.remove);
  const loadSceneHost = vi.fn<() => Promise<NodeSceneHost>>(() => createNodeSceneHost());
  loadSceneHost.mockRejectedValueOnce(new Error("the fonts cannot be read"));
  const { workshop, close } = await openWorkshop(join(folder.dir, "engine"), { loadSceneHost });
  onTestFinished(close);
  const plan = testPlan([], "rtmp://h/live", "key");
  const { slate } = await workshop.slates.find(plan);
  const drawn = async (id: string) => {
    const wish = { plan, item: planItem(id, null, 1000) };
    const { handle } = await workshop.preparer.pictures.picture(wish, "still-scene", slate.headers, URGENCY);
    return handle.done;
  };
  await expect(drawn("a")).rejects.toThrow("the fonts cannot be read");
  for (const id of ["a", "b"]) expect(await drawn(id)).toMatchObject({ kind: "video", isComplete: true });
  expect(loadSceneHost).toHaveBeenCalledTimes(2);
});
