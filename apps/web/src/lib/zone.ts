import { isTimeZone, type TimeZone } from "@nightjar/contract";

/** Where this browser is. */
export const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The zone by whose clocks times are shown: this browser's own where none was chosen, or one that it does not know. */
export const knownZone = (timeZone: TimeZone): string => (timeZone !== null && isTimeZone(timeZone) ? timeZone : ownZone());

/** "Europe/Berlin" as people read it. */
export const zoneName = (timeZone: string): string => timeZone.replaceAll("_", " ");
