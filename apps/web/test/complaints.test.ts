import { TRPCClientError } from "@trpc/client";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { failedTo } from "../src/features/backgrounds/failed-to.ts";
import { updateFailed } from "../src/features/streams/state/update-failed.ts";
import { RequestError, UNREACHABLE } from "../src/lib/errors.ts";
import { tellAndReadAgain } from "../src/lib/tell-and-read-again.ts";
import { type Complaint, complainOf, toastStore } from "../src/lib/toast.ts";
import { tellNotAdded } from "../src/lib/use-add-to-stream.ts";

const told = TRPCClientError.from({ error: { message: "The stream is busy", code: -32009, data: { httpStatus: 409 } } });
const stumbled = TRPCClientError.from({ error: { message: "Request 7 failed", code: -32603, data: { httpStatus: 500 } } });
const gone = TRPCClientError.from({ error: { message: "Destination not found", code: -32004, data: { httpStatus: 404 } } });
const silent = TRPCClientError.from(new TypeError("Failed to fetch"));

const newest = () => {
  const { title, description, reason, variant } = toastStore.entries()[0] ?? {};
  return { title, description, reason, variant };
};
const notice = (error: unknown, complaint: Complaint) => {
  complainOf(error, complaint);
  return newest();
};
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  for (const { id } of toastStore.entries()) toastStore.dismiss(id);
  vi.runAllTimers();
  vi.useRealTimers();
});

describe("the notice of a failure", () => {
  const stop = ["Failed to Stop Stream", "An unknown error occurred."] as const;
  const variant = "destructive";

  it("says the specification's sentence where the server says nothing, and beside it why", () => {
    const expected = { title: "Failed to Stop Stream", description: "An unknown error occurred.", reason: UNREACHABLE, variant };
    expect(notice(silent, stop)).toEqual(expected);
  });

  it("says the server's own sentence, alone, where it said one; also of a call to /api", () => {
    const expected = { title: "Failed to Stop Stream", description: "The stream is busy", reason: undefined, variant };
    expect(notice(told, stop)).toEqual(expected);
    expect(notice(new RequestError(409, "The stream is busy"), stop)).toEqual(expected);
  });

  it("keeps the specification's sentence in any case where it names no message of the server, which then stands beside it", () => {
    const text = "Could not update live stream content. The stream continues with previous content.";
    const content = ["Content Update Failed", text, "always"] as const;
    expect(notice(told, content)).toMatchObject({ description: text, reason: "The stream is busy" });
    expect(notice(silent, content)).toMatchObject({ description: text, reason: UNREACHABLE });
    // The server knows nothing better now and then.
    expect(notice(new RequestError(500, text), content)).toMatchObject({ description: text, reason: undefined });
  });

  it("of a background keeps the specification's sentence too, the server's beside it, and alone where the server stumbled itself", () => {
    const text = "Failed to update background";
    const of = (error: unknown) => {
      failedTo(text)(error);
      return newest();
    };
    expect(of(told)).toEqual({ title: "Error", description: text, reason: "The stream is busy", variant });
    expect(of(silent)).toMatchObject({ description: text, reason: UNREACHABLE });
    expect(of(stumbled)).toEqual({ title: "Error", description: text, reason: undefined, variant });
  });

  it("whose sentence is its title has the reason alone", () => {
    expect(notice(silent, ["Failed to delete user"])).toMatchObject({ description: UNREACHABLE, reason: undefined });
    expect(notice(told, ["Failed to delete user"])).toMatchObject({ description: "The stream is busy", reason: undefined });
  });

  it("of tracks that could not be added says how many were deleted meanwhile, which are to be chosen no more; else what it would say", () => {
    const failed = ["Update Failed", "The tracks could not be added"] as const;
    const of = (error: unknown) => {
      const gone: string[] = [];
      tellNotAdded(error, failed, (trackIds) => void gone.push(...trackIds));
      return { ...newest(), gone };
    };
    const without = (...missing: string[]) =>
      TRPCClientError.from({ error: { message: "Track not found", code: -32004, data: { httpStatus: 404, details: { missing } } } });
    const title = "Update Failed";
    expect(of(without("a"))).toMatchObject({ title, description: "1 track was deleted meanwhile", variant, gone: ["a"] });
    expect(of(without("a", "b"))).toMatchObject({ description: "2 tracks were deleted meanwhile", gone: ["a", "b"] });
    expect(of(gone)).toMatchObject({ title, description: "Destination not found", gone: [] });
    expect(of(silent)).toMatchObject({ description: failed[1], reason: UNREACHABLE, gone: [] });
  });

  it("of a live stream that could not be changed is the specification's", () => {
    const live = updateFailed({ isLive: true }, "The background could not be changed");
    expect(notice(told, live)).toMatchObject({
      title: "Update Failed",
      description: "Could not apply changes to live stream. Please try again.",
      reason: "The stream is busy",
    });
    expect(notice(silent, updateFailed({ isLive: false }, "The background could not be changed"))).toMatchObject({
      description: "The background could not be changed",
      reason: UNREACHABLE,
    });
  });

  it("has what is another by now, or gone, read again, and nothing else", () => {
    const [tell, readAgain] = [vi.fn(), vi.fn(() => Promise.resolve())];
    const failed = tellAndReadAgain(tell, readAgain);
    for (const error of [told, gone, stumbled, silent, new RequestError(409, "The stream is busy")]) failed(error);
    expect(tell).toHaveBeenCalledTimes(5);
    expect(readAgain).toHaveBeenCalledTimes(2);
  });
});
