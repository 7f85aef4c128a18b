import type { StreamFormValues } from "./stream-changes.ts";

/** What a change does to a stream that is on air. */
export const ON_AIR_TEXTS = {
  name: "the picture changes only where the overlay names the channel, within the track. YouTube shows a new title and description at once, and a new artwork within a minute where the channel may have pictures of its own.",
  sound: "what sounds now stays as it is; a change is heard from the next change of track on.",
  picture: "a new quality comes with the next track. A new profile connects anew.",
  newProfile: "saving ends the connection and connects anew, which viewers notice for some seconds.",
  backgrounds:
    "the change is used from the next change of background on. Choosing “Never” puts the stream's own background back on air, within the track.",
  clocks: "nothing changes.",
  archive: "a broadcast that has been live for longer is followed by the next within a minute.",
  backup: "it begins or ends at once. What YouTube is sent already goes on.",
  destinations: "each acts at once, by its own button. The others go on.",
} as const;

/** Whether saving interrupts what is sent. */
export const interrupts = (start: StreamFormValues, values: StreamFormValues): boolean => start.profile !== values.profile;
