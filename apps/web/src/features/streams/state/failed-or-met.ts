import { READS } from "../../../lib/live/reads.ts";
import { tellAndReadAgain } from "../../../lib/tell-and-read-again.ts";
import { complainOf, type Complaint } from "../../../lib/toast.ts";

/** Tells that a stream could not be changed; what somebody else has set meanwhile is shown beside what was entered. */
export const failedOrMet = (id: string, complaint: Complaint) =>
  tellAndReadAgain(
    (error) => complainOf(error, complaint),
    () => READS.streams(new Set([id])),
  );
