import { addBackgroundFile } from "@nightjar/api/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { listAttention } from "../src/activity/attention.ts";
import { createBackground } from "../src/backgrounds/create-background.ts";
import { openStudio } from "./support/call-verb.ts";
import type { As, Studio } from "./support/call-verb.ts";

let studio: Studio;
beforeEach(async () => {
  studio = await openStudio();
});
afterEach(() => studio.close());

const told = (as: As) => studio.callVerb(listAttention, undefined, as);

describe("what waits for somebody", () => {
  it("is nothing in a studio where all is well", async () => {
    await studio.callVerb(createBackground, {
      title: "Sky",
      videoUrl: addBackgroundFile(studio.services, "sky", { mezzanineState: "ready" }),
    });
    expect(await told("admin")).toEqual([]);
  });

  it("is a full disk and what else keeps the studio from serving, before copies of backgrounds that failed", async () => {
    studio.ports.missing.push(
      { kind: "disk-full", sentence: "the disk of the data folder is full (12 MB are free); free some space" },
      { kind: "service", sentence: "The playout thread has ended." },
    );
    for (const title of ["Sky", "Sea"]) {
      await studio.callVerb(createBackground, { title, videoUrl: addBackgroundFile(studio.services, title, { mezzanineState: "failed" }) });
    }
    expect(await told("staff")).toEqual([
      { kind: "disk-full", text: "The disk of the data folder is full (12 MB are free); free some space." },
      { kind: "service", text: "The playout thread has ended." },
      {
        kind: "background-copy",
        text: 'The copy for the air of 2 backgrounds, "Sky" among them, could not be made: the uploads themselves air. Upload them again.',
      },
    ]);
  });

  it("is accounts that wait, for administrators alone", async () => {
    await studio.account("staff", "pending");
    expect(await told("admin")).toEqual([{ kind: "waiting-accounts", text: "1 new account waits to be approved." }]);
    expect(await told("staff")).toEqual([]);
  });
});
