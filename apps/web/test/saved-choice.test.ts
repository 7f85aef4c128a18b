import { describe, expect, it } from "vitest";
import { createChoice } from "../src/lib/use-saved-choice.ts";

function listOf() {
  const sent: { readonly value: string; readonly store: () => void; readonly refuse: () => void }[] = [];
  const shown: (string | null)[] = [];
  const choose = createChoice<string>({
    save(value) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      sent.push({ value, store: resolve, refuse: () => reject(new Error("refused")) });
      return promise;
    },
    show: (value) => void shown.push(value),
  });
  return { choose, sent, values: () => sent.map(({ value }) => value), shownNow: () => shown.at(-1) };
}

describe("what is saved as it is chosen", () => {
  it("is shown at once and saved in order, of what is chosen meanwhile the last alone", async () => {
    const { choose, sent, values, shownNow } = listOf();
    for (const value of ["5 minutes", "10 minutes", "song"]) choose(value);
    expect(values()).toEqual(["5 minutes"]);
    expect(shownNow()).toBe("song");
    sent[0]?.store();
    await expect.poll(values).toEqual(["5 minutes", "song"]);
    expect(shownNow()).toBe("song");
    sent[1]?.store();
    await expect.poll(shownNow).toBeNull();
    expect(values()).toHaveLength(2);
  });

  it("is not saved again where somebody comes back to what is on its way", async () => {
    const { choose, sent, values, shownNow } = listOf();
    for (const value of ["fade", "slide", "fade"]) choose(value);
    sent[0]?.store();
    await expect.poll(shownNow).toBeNull();
    expect(values()).toEqual(["fade"]);
  });

  it("gives way to what is stored where it is refused, and to nothing that was chosen after it", async () => {
    const { choose, sent, values, shownNow } = listOf();
    choose("fade");
    choose("slide");
    sent[0]?.refuse();
    await expect.poll(values).toEqual(["fade", "slide"]);
    expect(shownNow()).toBe("slide");
    sent[1]?.refuse();
    await expect.poll(shownNow).toBeNull();
  });

  it("is passed over where it is none of the list", () => {
    const { choose, values } = listOf();
    choose(undefined);
    expect(values()).toEqual([]);
  });
});
