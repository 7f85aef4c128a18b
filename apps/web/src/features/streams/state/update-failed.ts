import type { StreamHead } from "@nightjar/contract";
import type { Complaint } from "../../../lib/toast.ts";

/** Of a stream that is live, in the specification's words. */
const LIVE_UPDATE_FAILED: Complaint = ["Update Failed", "Could not apply changes to live stream. Please try again.", "always"];

/** What is told when a stream could not be changed. */
export const updateFailed = ({ isLive }: Pick<StreamHead, "isLive">, text: string): Complaint =>
  isLive ? LIVE_UPDATE_FAILED : ["Update Failed", text];
