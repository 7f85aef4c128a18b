import type { Plan } from "@nightjar/contract";
import { expect, it } from "vitest";
import { heardPlace } from "../src/director/air/air.ts";
import { filesInUse } from "../src/director/session/files-in-use.ts";
import { RAIN } from "./support/air-answers.ts";
import { AirDesk, ITEMS, PLAN } from "./support/air-desk.ts";

const ASKED = new Set(["a", "b", "c", "rain", "snow", "of nobody"]);
const SNOW = { kind: "video", file: { path: "/m/snow", sha256: "snow" } } as const;

it("files that are in use are all that the plan in force names, and of those that it names no more what is heard and shown, until that is left", () => {
  const desk = new AirDesk(PLAN);
  desk.beginWhole();
  desk.write(0);
  desk.pass(10);
  const plan: Plan = { ...PLAN, items: ITEMS.slice(1), background: SNOW };
  desk.take({ is: "plan", plan });
  desk.bringAll();
  const now = () => [...filesInUse(ASKED, { plans: [plan], places: desk.air.places })].toSorted();
  expect([RAIN.kind, now()]).toEqual(["video", ["a", "b", "c", "rain", "snow"]]);
  desk.pass(59_000);
  desk.write(59_000);
  desk.pass(70_000);
  expect(heardPlace(desk.air)?.item?.itemId).toBe(ITEMS[1]?.itemId);
  expect(now()).toEqual(["b", "c", "snow"]);
});
