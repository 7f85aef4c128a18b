import { expect, test } from "vitest";
import { Targets } from "../src/egress/targets.ts";

const at = (url: string) => ({ url, streamKey: "key" });
const leadsTo = (url: string) => (other: { readonly url: string }) => other.url === url;

test("a target that is lent is taken back by whoever sends there, and no other is", () => {
  const targets = new Targets();
  const [lent, other] = [targets.lend(leadsTo("here")), targets.lend(leadsTo("there"))];
  targets.claim(at("here"));
  expect([lent?.taken.aborted, other?.taken.aborted]).toEqual([true, false]);
});

test("each of two that try one target is told when it is taken; one that has given it back is not", () => {
  const targets = new Targets();
  const [first, second, gone] = [targets.lend(leadsTo("here")), targets.lend(leadsTo("here")), targets.lend(leadsTo("here"))];
  gone?.giveBack();
  targets.claim(at("here"));
  expect([first, second, gone].map((lent) => lent?.taken.aborted)).toEqual([true, true, false]);
});

test("a target is lent to nobody until all streams that are sent there have given it back, also two of one destination", () => {
  const targets = new Targets();
  const destination = at("here");
  const [one, another] = [targets.claim(destination), targets.claim(destination)];
  one();
  expect(targets.lend(leadsTo("here"))).toBeNull();
  another();
  expect(targets.lend(leadsTo("here"))?.taken.aborted).toBe(false);
});
