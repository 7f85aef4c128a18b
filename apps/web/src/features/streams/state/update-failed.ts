import type { StreamHead } from "@nightjar/contract";
import type { Complaint } from "../../../lib/toast.ts";

/** What is told when a stream could not be changed: of one that is live, in the specification's words. */
export const updateFailed = ({ isLive }: Pick<StreamHead, "isLive">, text: string): Complaint =>
  isLive ? ["Update Failed", "Could not apply changes to live stream. Please try again.", "always"] : ["Update Failed", text];
