import { overlayStudioFor } from "../../src/overlay-studio.ts";

/** Of the test file that takes these parts in: one studio for all of them. */
export const open = overlayStudioFor("overlay");
