/** `gone`: not there; `damaged`: not what was uploaded; `unreadable`: cannot be decoded; `silent`: nothing is to be heard. */
export type SourceFault = "gone" | "damaged" | "unreadable" | "silent";

/** The file of a track is at fault, and nothing that waiting would cure. */
export class SourceError extends Error {
  override readonly name = "SourceError";
  readonly fault: SourceFault;

  constructor(fault: SourceFault, cause?: unknown) {
    super(`the track's file is ${fault}`, { cause });
    this.fault = fault;
  }
}
