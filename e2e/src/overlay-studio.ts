import { beforeAll } from "vitest";
import { type Desk, type Given, makeRoom, openDesk } from "./designer.ts";
import { type SeatedStudio, seatFor } from "./studio-for.ts";

export { ADMIN } from "./studio-for.ts";

export interface OverlayStudio extends SeatedStudio {
  /** A new template of these elements on the person's screen. */
  desk(name: string, elements: readonly Given[]): Promise<Desk>;
}

/** A studio for the tests of one file, with somebody at the designer. @param name of the log that is kept after a failure */
export function overlayStudioFor(name: string): () => OverlayStudio {
  const present = seatFor(name);
  beforeAll(() => makeRoom(present().person.page));
  return () => {
    const open = present();
    return { ...open, desk: (title, elements) => openDesk(open.person.page, open.call, title, elements) };
  };
}
