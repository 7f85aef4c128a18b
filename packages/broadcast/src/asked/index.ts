export { Questions } from "./questions.ts";
// What its tests hold to their word.
export { ContactSheets } from "./contact-sheets.ts";
export { type Found, LEVEL_STEP_MS, markNow, tellSent } from "./sent-now.ts";
export { HEARD_PACKETS, pictureWindow, soundWindow } from "./unit-window.ts";
