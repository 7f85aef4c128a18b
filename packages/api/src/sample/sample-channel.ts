import { AppError, sampleChannel, sampleRemoval } from "@nightjar/contract";
import { z } from "zod";
import type { Ctx } from "../context.ts";
import { defineAct, defineVerb } from "../verb.ts";
import { isBuiltUpon } from "./built-upon.ts";
import { makeParts } from "./make-parts.ts";
import { removeParts, removeUnusedParts } from "./remove-parts.ts";
import { readSample } from "./sample-parts.ts";
import type { Making } from "./sample-work.ts";

const CANCELLED_TEXT = "The sample channel was cancelled";
const FAILED_TEXT = "The sample channel could not be made";

export const getSample = defineVerb({
  name: "sample.status",
  access: "approved",
  kind: "query",
  input: z.void(),
  output: sampleChannel,
  run: ({ ctx }) => readSample(ctx.services),
});

/** Begins to make it, and answers at once. While it is being made, and where it is there, nothing changes. */
export const makeSample = defineAct({
  name: "sample.make",
  access: "approved",
  input: z.void(),
  output: sampleChannel,
  act({ ctx }) {
    const { jobs, sampleWork } = ctx.services;
    if (["making", "ready"].includes(readSample(ctx.services).state)) return readSample(ctx.services);
    const making: Making = { abort: new AbortController(), hasBegun: false, step: "Waiting for the machine", progress: 0 };
    sampleWork.making = making;
    sampleWork.reason = null;
    // Whoever asked has been answered: the limit of time was for that answer.
    const own: Ctx = { services: ctx.services, request: { ...ctx.request, beforeMs: null } };
    jobs.asked(`sample ${ctx.request.requestId}`, (signal) => make(own, making, signal));
    return readSample(ctx.services);
  },
});

/** @param ending the process ends */
async function make(ctx: Ctx, making: Making, ending: AbortSignal): Promise<void> {
  const { sampleWork } = ctx.services;
  const cancelled = making.abort.signal;
  // Cancelled while it waited for the machine: another may be under way by now.
  if (sampleWork.making !== making) return;
  making.hasBegun = true;
  const signal = AbortSignal.any([ending, cancelled]);
  const tell = (step: string, progress: number) => void Object.assign(making, { step, progress });
  try {
    // What an earlier process left in the middle.
    await removeUnusedParts(ctx);
    await makeParts({ ctx, signal, tell });
    // Cancelled while the last of it was written: whoever did was told so.
    signal.throwIfAborted();
  } catch (error) {
    // By our own end: the next attempt begins by taking back what there is.
    if (ending.aborted) return;
    await takeBack(ctx, cancelled.aborted ? null : error);
  } finally {
    sampleWork.making = null;
  }
}

/** Nothing half-made stays, and why is told. */
async function takeBack(ctx: Ctx, failure: unknown): Promise<void> {
  const { log, sampleWork } = ctx.services;
  if (failure !== null) {
    log.warn({ err: failure }, "the sample channel could not be made");
    sampleWork.reason = failure instanceof AppError ? failure.message : `${FAILED_TEXT}. The log knows more.`;
  }
  try {
    await removeUnusedParts(ctx);
  } catch (error) {
    log.warn({ err: error }, "what was made of the sample channel could not be removed");
    sampleWork.reason ??= "What was made of the sample channel could not be removed";
  }
}

/** Ends the making; what was made until then is taken back. */
export const cancelSample = defineAct({
  name: "sample.cancel",
  access: "approved",
  input: z.void(),
  output: sampleChannel,
  act({ ctx }) {
    const { sampleWork } = ctx.services;
    const { making } = sampleWork;
    making?.abort.abort(new AppError("conflict", CANCELLED_TEXT));
    if (making?.hasBegun === true) making.step = "Cancelling";
    else sampleWork.making = null;
    return readSample(ctx.services);
  },
});

/** Takes all of it back, unless that is not wanted where something of somebody's own would go with it; only the audit log remembers. */
export const removeSample = defineAct({
  name: "sample.remove",
  access: "approved",
  input: sampleRemoval,
  output: sampleChannel,
  leavesRows: true,
  async act({ ctx, input: { unless } }) {
    const { db, sampleWork } = ctx.services;
    if (sampleWork.making) throw new AppError("conflict", "The sample channel is being made; cancel that first");
    if (unless === "built-upon" && isBuiltUpon(db)) throw builtUpon();
    // What somebody builds on while the parts before it go is theirs.
    await (unless === "built-upon" ? removeUnusedParts(ctx) : removeParts(ctx));
    sampleWork.reason = null;
    return readSample(ctx.services);
  },
});

/** Beside the refusal while it is made it is known by what it tells. */
const builtUpon = () => new AppError("conflict", "Somebody has built on the sample channel", { details: { isBuiltUpon: true } });
