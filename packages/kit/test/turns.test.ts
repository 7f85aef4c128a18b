import { expect, it } from "vitest";
import { Turns } from "../src/index.ts";

it("turns of one key are taken one after the other, and keys know nothing of each other", async () => {
  const turns = new Turns<string>();
  const order: string[] = [];
  const endFirst = await turns.take("a");
  const second = turns.take("a").then((end) => {
    order.push("second");
    end();
  });
  (await turns.take("b"))();
  order.push("first");
  endFirst();
  await second;
  (await turns.take("a"))();
  expect(order).toEqual(["first", "second"]);
});
