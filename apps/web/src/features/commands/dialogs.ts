import { laterDialog } from "../../layout/later-dialog.tsx";

// What the screens open by their buttons, to be opened from anywhere.

export const CreateStreamDialog = laterDialog(async () => (await import("../streams/header/create-stream-dialog.tsx")).CreateStreamDialog);
export const EditStreamDialog = laterDialog(async () => (await import("../streams/settings/edit-stream-dialog.tsx")).EditStreamDialog);
export const DuplicateStreamDialog = laterDialog(
  async () => (await import("../streams/header/duplicate-stream-dialog.tsx")).DuplicateStreamDialog,
);
export const DeleteStreamDialog = laterDialog(async () => (await import("../streams/header/delete-stream-dialog.tsx")).DeleteStreamDialog);
export const StopDialog = laterDialog(async () => (await import("../streams/on-air/stop-dialog.tsx")).StopDialog);
export const SeveralDialog = laterDialog(async () => (await import("../streams/several/several-dialog.tsx")).SeveralDialog);
export const TrackDialog = laterDialog(async () => (await import("../library/track-dialog.tsx")).TrackDialog);
export const BulkUploadDialog = laterDialog(async () => (await import("../library/bulk-upload-dialog.tsx")).BulkUploadDialog);
export const ListeningDialog = laterDialog(async () => (await import("../streams/on-air/listening-dialog.tsx")).ListeningDialog);
export const ChangeBackgroundDialog = laterDialog(
  async () => (await import("../streams/background/change-background-dialog.tsx")).ChangeBackgroundDialog,
);
export const SelectTemplateDialog = laterDialog(
  async () => (await import("../streams/overlays/select-template-dialog.tsx")).SelectTemplateDialog,
);
export const AddTrackDialog = laterDialog(async () => (await import("../streams/tracklist/add-track-dialog.tsx")).AddTrackDialog);
export const JumpDialog = laterDialog(async () => (await import("../streams/several/jump-several-dialog.tsx")).JumpSeveralDialog);
export const DeleteTrackDialog = laterDialog(async () => (await import("../library/delete-track-dialog.tsx")).DeleteTrackDialog);
export const AddToStreamDialog = laterDialog(async () => (await import("../library/add-to-stream-dialog.tsx")).AddToStreamDialog);
export const DeleteTemplateDialog = laterDialog(
  async () => (await import("../overlay/dialogs/delete-template-dialog.tsx")).DeleteTemplateDialog,
);
export const EditBackgroundDialog = laterDialog(async () => (await import("../backgrounds/edit-dialog.tsx")).EditDialog);
export const DeleteBackgroundDialog = laterDialog(async () => (await import("../backgrounds/delete-dialog.tsx")).DeleteDialog);
export const CsvDialog = laterDialog(async () => (await import("../playlists/csv-dialog.tsx")).CsvDialog);
export const DeletePlaylistDialog = laterDialog(async () => (await import("../playlists/delete-playlist-dialog.tsx")).DeletePlaylistDialog);
export const ResetLinkDialog = laterDialog(async () => (await import("../admin/reset-link-dialog.tsx")).ResetLinkDialog);
export const DeleteUserDialog = laterDialog(async () => (await import("../admin/delete-user-dialog.tsx")).DeleteUserDialog);
