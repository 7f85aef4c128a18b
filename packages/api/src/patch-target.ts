import { AppError } from "@nightjar/contract";
import { z } from "zod";

/** What the fields of a change belong to. */
export interface PatchTarget {
  /** "A stream has": begins the sentence about a field that there is not. */
  readonly has: string;
  /** Its shape as it is read: who sends back what was read names no wrong field, though not all of it can be changed. */
  readonly shape: z.ZodObject;
}

/** Of the video platform: the specification's disconnect clears them all, and one of them tells what is wanted. */
const PLATFORM_FIELD = /^youtube[A-Z]/;

/** A typing error in a field's name must not be answered as done. @throws AppError 400 that names the field */
export function refuseUnknownFields({ has, shape }: PatchTarget, input: z.ZodType, raw: unknown): void {
  if (typeof raw !== "object" || raw === null) return;
  const known = new Set([...Object.keys(shape.shape), ...(input instanceof z.ZodObject ? Object.keys(input.shape) : [])]);
  const unknown = Object.keys(raw).filter((name) => !known.has(name) && !PLATFORM_FIELD.test(name));
  const issues = unknown.map((path) => ({ path, message: `${has} no field "${path}"` }));
  if (issues[0]) throw new AppError("invalid-input", issues[0].message, { issues });
}
