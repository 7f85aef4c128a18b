import { laterDialog } from "../../../layout/later-dialog.tsx";

/** Of the stream's own destination and of those beside it. */
export const RemovalDialog = laterDialog(async () => (await import("./removal-dialog.tsx")).RemovalDialog);
