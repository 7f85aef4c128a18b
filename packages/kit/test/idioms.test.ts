import fc from "fast-check";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { Memo, Recent, backOffMs, createListeners, newId, oneAtATime, ofLast, whileAsked, withinMs } from "../src/index.ts";

describe("listeners", () => {
  it("who leaves while it is told hears nothing more, and who comes hears the next", () => {
    const listeners = createListeners<[string]>();
    const heard: string[] = [];
    listeners.subscribe((news) => {
      heard.push(`first ${news}`);
      leave();
      listeners.subscribe((later) => heard.push(`late ${later}`));
    });
    const leave = listeners.subscribe((news) => heard.push(`second ${news}`));
    listeners.tell("a");
    expect(heard).toEqual(["first a"]);
    expect(listeners.count()).toBe(2);
    listeners.tell("b");
    expect(heard).toEqual(["first a", "first b", "late b"]);
  });

  it("who fails keeps the news from nobody else, where somebody takes what it threw; else who tells hears of it", () => {
    const failures: unknown[] = [];
    const heard: string[] = [];
    const fail = () => {
      throw new Error("no");
    };
    const guarded = createListeners<[string]>((error) => failures.push(error));
    guarded.subscribe(fail);
    guarded.subscribe((news) => heard.push(news));
    guarded.tell("a");
    expect([heard, failures]).toEqual([["a"], [new Error("no")]]);
    const bare = createListeners<[string]>();
    bare.subscribe(fail);
    expect(() => bare.tell("a")).toThrow("no");
  });
});

describe("a memo", () => {
  it("asks once however many want to know, and again after a failure", async () => {
    const memo = new Memo<string, number>();
    const ask = vi.fn<() => Promise<number>>().mockRejectedValueOnce(new Error("no")).mockResolvedValue(7);
    const failed = await Promise.allSettled([memo.of("a", ask), memo.of("a", ask)]);
    expect(failed.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(await Promise.all([memo.of("a", ask), memo.of("a", ask), memo.of("a", ask)])).toEqual([7, 7, 7]);
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it("does not forget a newer answer for the failure of an older question", async () => {
    const memo = new Memo<string, number>();
    const older = Promise.withResolvers<number>();
    const answer = memo.of("a", () => older.promise);
    memo.set("a", 2);
    older.reject(new Error("late"));
    await expect(answer).rejects.toThrow("late");
    expect(await memo.of("a", () => Promise.resolve(3))).toBe(2);
  });

  it("keeps nothing where only those who ask at once share an answer", async () => {
    const memo = new Memo<string, number>(whileAsked);
    const ask = vi.fn<() => Promise<number>>().mockResolvedValue(1);
    await Promise.all([memo.of("a", ask), memo.of("a", ask)]);
    await memo.of("a", ask);
    expect(ask).toHaveBeenCalledTimes(2);
  });
});

describe("an id", () => {
  it("is a UUID, another each time, and is made of what a page has that came without https", () => {
    onTestFinished(() => void vi.unstubAllGlobals());
    vi.stubGlobal("crypto", { getRandomValues: crypto.getRandomValues.bind(crypto) });
    const ids = Array.from({ length: 100 }, () => newId());
    expect(new Set(ids).size).toBe(100);
    // As the server wants the ids of entries to be.
    expect(ids.filter((id) => !/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id))).toEqual([]);
  });
});

describe("what was used last", () => {
  it("is kept as a list of uses says, never heavier than allowed, in a thousand random lists", () => {
    const use = fc.record({
      key: fc.integer({ min: 0, max: 6 }),
      weight: fc.integer({ min: 1, max: 5 }),
      is: fc.constantFrom("get", "set", "delete"),
    });
    fc.assert(
      fc.property(fc.array(use), fc.integer({ min: 1, max: 12 }), (uses, most) => {
        const recent = new Recent<number, number>({ most, weigh: (weight) => weight });
        let model: (readonly [number, number])[] = [];
        for (const { key, weight, is } of uses) {
          const known = model.find(([other]) => other === key);
          model = is === "get" && !known ? model : model.filter(([other]) => other !== key);
          if (is === "get") expect(recent.get(key)).toBe(known?.[1]);
          if (is === "get" && known) model.push(known);
          if (is === "set") recent.set(key, weight);
          if (is === "set") model.push([key, weight]);
          if (is === "delete") recent.delete(key);
          while (model.reduce((sum, [, each]) => sum + each, 0) > most) model.shift();
          expect(recent.entries()).toEqual(model);
          expect(recent.count).toBe(model.length);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it("is made once while it is kept", () => {
    const recent = new Recent<string, object>({ most: 1 });
    const made = recent.of("a", () => ({}));
    expect(recent.of("a", () => ({}))).toBe(made);
    recent.set("b", {});
    expect(recent.of("a", () => ({}))).not.toBe(made);
  });
});

describe("a deadline", () => {
  it("gives what was there in time, null for what was not, and the error of what failed", async () => {
    expect(await withinMs(Promise.resolve(1), 60_000)).toBe(1);
    expect(await withinMs(new Promise<number>(() => undefined), 1)).toBeNull();
    await expect(withinMs(Promise.reject(new Error("no")), 60_000)).rejects.toThrow("no");
  });
});

describe("waits between attempts", () => {
  it("double up to the longest, however often it failed", () => {
    const waits = { firstMs: 250, longestMs: 2000 };
    expect([0, 1, 2, 3, 4, 5000].map((failures) => backOffMs(waits, failures))).toEqual([250, 500, 1000, 2000, 2000, 2000]);
  });
});

describe("one thing at a time", () => {
  it("comes after the other while there is something to do, and a failed one does not end that", async () => {
    const todo = ["a", "b"];
    const done: string[] = [];
    let atOnce = 0;
    const onIdle = vi.fn<() => void>();
    const work = async (name: string) => {
      atOnce += 1;
      expect(atOnce).toBe(1);
      await Promise.resolve();
      atOnce -= 1;
      done.push(name);
      if (name === "a") throw new Error("no");
    };
    const next = () => {
      const name = todo.shift();
      return name === undefined ? null : () => work(name);
    };
    const queue = oneAtATime({ next, onIdle });
    queue.kick();
    queue.kick();
    todo.push("c");
    const own = await queue.alone(() => work("own").then(() => "answer"));
    todo.push("d");
    queue.kick();
    await queue.settled();
    expect([done, own]).toEqual([["a", "b", "c", "own", "d"], "answer"]);
    expect(onIdle).toHaveBeenCalledTimes(3);
  });
});

describe("what follows from a value that is only ever replaced", () => {
  it("is found out once for each, and again for one that came before", () => {
    const ask = vi.fn(({ name }: { readonly name: string }) => ({ told: name }));
    const told = ofLast(ask);
    const [a, b] = [{ name: "a" }, { name: "b" }];
    expect(told(a)).toBe(told(a));
    expect([told(b), told(a)]).toEqual([{ told: "b" }, { told: "a" }]);
    expect(ask).toHaveBeenCalledTimes(3);
  });
});
