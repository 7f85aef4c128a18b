export { type DriverNeeds, advance } from "../youtube/driver.ts";
export { type Actual, TRANSITIONS, type Wanted, afterRefusal, nextStep } from "../youtube/machine.ts";
export { createKeyOf } from "../youtube/own-key.ts";
export { pollAccount, pollViewers, settledByGrant } from "../youtube/poll.ts";
export { setThumbnail } from "../youtube/thumbnail.ts";
export { ensureRows } from "../youtube/next-broadcast.ts";
export { toAsker } from "../youtube/reasons.ts";
export { openRows } from "../youtube/rows.ts";
