export { type DriverNeeds, advance } from "../youtube/driver.ts";
export { type Actual, TRANSITIONS, type Wanted, afterRefusal, nextStep, pauseOf } from "../youtube/machine.ts";
export { DAY_UNITS, countUnits, msToReset, pollEveryMs, quotaDay, usedUnits } from "../youtube/quota.ts";
export { ROUND_UNITS, pollAccount, settledByGrant } from "../youtube/poll.ts";
export { ensureRows, openRows } from "../youtube/rows.ts";
