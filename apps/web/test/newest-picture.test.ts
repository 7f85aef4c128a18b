import { expect, it } from "vitest";
import { NewestPicture, ofSession } from "../src/features/wall/newest-picture.ts";

const SESSION = "night";
const told = (name: string, airedAtMs: number) => ({ name, airedAtMs, sessionId: SESSION });

/** A line on which pictures come when the test says so. */
function slowLine() {
  const asked: string[] = [];
  const given = new Map<string, PromiseWithResolvers<void>>();
  const pictures = new NewestPicture(async (name, signal) => {
    asked.push(name);
    const answer = Promise.withResolvers<void>();
    given.set(name, answer);
    signal.addEventListener("abort", () => answer.reject(signal.reason));
    return answer.promise;
  });
  const end = async (name: string, how: "resolve" | "reject" = "resolve") => {
    given.get(name)?.[how](undefined as never);
    await new Promise(setImmediate);
  };
  return { asked, pictures, end };
}

it("a picture that comes late is shown, and of those told of meanwhile the newest alone is loaded behind it", async () => {
  const { asked, pictures, end } = slowLine();
  for (const [at, name] of ["one", "two", "three"].entries()) pictures.tell(told(name, at));
  expect(asked).toEqual(["one"]);
  await end("one");
  expect(pictures.arrived()).toEqual(told("one", 0));
  expect(asked).toEqual(["one", "three"]);
  await end("three");
  expect(pictures.arrived()).toEqual(told("three", 2));
  expect(asked).toEqual(["one", "three"]);
});

it("a picture is as new as it was last told of, on its way and when it stands there, and is loaded once", async () => {
  const { asked, pictures, end } = slowLine();
  pictures.tell(told("one", 0));
  pictures.tell(told("one", 3000));
  await end("one");
  expect(pictures.arrived()?.airedAtMs).toBe(3000);
  pictures.tell(told("one", 6000));
  expect(pictures.arrived()?.airedAtMs).toBe(6000);
  expect(asked).toEqual(["one"]);
});

it("a picture that does not come leaves the one before it, older as time passes, and is tried again at the next look", async () => {
  const { asked, pictures, end } = slowLine();
  pictures.tell(told("one", 0));
  await end("one");
  pictures.tell(told("two", 1));
  await end("two", "reject");
  expect(pictures.arrived()).toEqual(told("one", 0));
  expect(asked).toEqual(["one", "two"]);
  pictures.tell(told("two", 1));
  await end("two");
  expect(pictures.arrived()?.name).toBe("two");
});

it("what is on its way when nobody looks any more is not waited for, and what has come stands until its stream is off air", async () => {
  const { asked, pictures, end } = slowLine();
  pictures.tell(told("one", 0));
  await end("one");
  pictures.tell(told("two", 1));
  pictures.leave();
  await end("two");
  expect(pictures.arrived()?.name).toBe("one");
  pictures.tell(told("three", 2));
  expect(asked.at(-1)).toBe("three");
  pictures.forget();
  await end("three");
  expect(pictures.arrived()).toBeNull();
});

it("a picture of another session is none of this one, and stands while a session is not known", () => {
  const arrived = told("one", 0);
  expect(ofSession(arrived, SESSION)).toBe(arrived);
  expect(ofSession(arrived, null)).toBe(arrived);
  expect(ofSession({ ...arrived, sessionId: null }, SESSION)?.name).toBe("one");
  expect(ofSession(arrived, "day")).toBeNull();
});
