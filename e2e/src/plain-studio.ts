// By the name under which tests that are being written ask for it.
export { ADMIN, studioFor } from "./studio-for.ts";
