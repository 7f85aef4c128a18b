import type { StreamId } from "@nightjar/contract";
import { statusOf } from "../../../lib/errors.ts";
import { READS } from "../../../lib/live/reads.ts";
import { complainOf, type Complaint } from "../../../lib/toast.ts";

/** Tells that a stream could not be changed; what somebody else has set meanwhile is shown beside what was entered. */
export const failedOrMet = (id: StreamId, complaint: Complaint) => (error: unknown) => {
  complainOf(error, complaint);
  if (statusOf(error) === 409) void READS.streams(new Set([id]));
};
