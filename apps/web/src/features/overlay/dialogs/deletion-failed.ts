import { TRPCClientError } from "@trpc/client";
import { isolated } from "../../../lib/isolated.ts";
import { fieldsOf } from "../../../lib/shape.ts";
import { complain, complainOf } from "../../../lib/toast.ts";

/** Specification: the destructive notice that lists the streams. */
export function complainOfUse(titles: readonly string[]): void {
  complain("Cannot Delete Template", `The template is used by ${titles.map(isolated).join(", ")}; remove it from them first.`);
}

/** Of a template: the streams that use it, where that is why. */
export function deletionFailed(error: unknown): void {
  const { appCode, details } = fieldsOf(error instanceof TRPCClientError ? error.data : null);
  const { streams } = fieldsOf(details);
  if (appCode === "conflict" && Array.isArray(streams)) complainOfUse(streams.map(String));
  else complainOf(error, ["Error", "Failed to delete template. Please try again.", "always"]);
}
