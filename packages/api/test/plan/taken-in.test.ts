import { PATIENCE_MS } from "@nightjar/kit/testing";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createBackground } from "../../src/backgrounds/create-background.ts";
import { deleteBackground } from "../../src/backgrounds/delete-background.ts";
import { patchSettings } from "../../src/settings/settings.ts";
import { addBackgroundFile, shaOf } from "../../src/testing/backgrounds.ts";
import { type Studio, openStudio } from "../support/call-verb.ts";

let studio: Studio;
beforeEach(async () => {
  studio = await openStudio();
});
afterEach(() => studio.close());

const shown = () =>
  studio.engine.takenIn.at(-1)?.map((background) => (background.kind === "default" ? background.kind : background.file.sha256));

it("the engine is told of the library's backgrounds at boot and when they change, but of none whose normalised copy is still being made", async () => {
  const { services, callVerb } = studio;
  const made = { mezzanineState: "ready", mezzanineSha256: shaOf("mezzanine") } as const;
  const ready = addBackgroundFile(services, "ready", made);
  const pending = addBackgroundFile(services, "pending", { mezzanineState: "pending" });
  const first = await callVerb(createBackground, { title: "Rain", videoUrl: ready, duration: 10 });
  await callVerb(createBackground, { title: "City", videoUrl: pending, duration: 10 });
  services.takenIn.begin();
  await vi.waitFor(() => expect(shown()).toEqual([shaOf("mezzanine")]), PATIENCE_MS);
  await callVerb(deleteBackground, { id: first.id });
  await vi.waitFor(() => expect(shown()).toEqual([]), PATIENCE_MS);
});

it("the engine is told of them anew as another encoder is chosen, whose streams begin otherwise", async () => {
  studio.services.takenIn.begin();
  const encoders = () => studio.engine.takenInAs.map(({ renderEncoder }) => renderEncoder);
  await vi.waitFor(() => expect(encoders()).toEqual(["software"]), PATIENCE_MS);
  await studio.callVerb(patchSettings, { renderEncoder: "vaapi" });
  await vi.waitFor(() => expect(encoders()).toEqual(["software", "vaapi"]), PATIENCE_MS);
});
