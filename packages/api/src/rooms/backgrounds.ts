import { activateBackground } from "../backgrounds/activate-background.ts";
import { getBackgroundPreparations } from "../backgrounds/background-preparations.ts";
import { getBackgroundUses } from "../backgrounds/background-uses.ts";
import { createBackground } from "../backgrounds/create-background.ts";
import { deleteBackground } from "../backgrounds/delete-background.ts";
import { getBackground } from "../backgrounds/get-background.ts";
import { listBackgrounds } from "../backgrounds/list-backgrounds.ts";
import { openBackground } from "../backgrounds/open-background.ts";
import { updateBackground } from "../backgrounds/update-background.ts";
import { beginUpload, continueUpload, findUpload, giveUpUpload } from "../backgrounds/resumable-upload.ts";
import { takeUpload, uploadVideo } from "../backgrounds/upload-video.ts";
import { file, json, resumable, upload } from "../http/route.ts";
import { onBoth, onHttp, onStudio, room } from "../room.ts";

const ACTIVATE = "Make it the default of streams that have chosen none";
const BEGIN = "Begin an upload in pieces, which outlives a lost connection, by the protocol tus 1.0";
const DELETE = "Delete a background; streams that chose it fall back to the default";

export const backgroundsRoom = room("backgrounds", {
  list: onBoth(listBackgrounds, json("GET /api/backgrounds", "All backgrounds")),
  get: onBoth(getBackground, json("GET /api/backgrounds/{id}", "One background")),
  uses: onStudio(getBackgroundUses),
  preparations: onStudio(getBackgroundPreparations),
  create: onBoth(createBackground, json("POST /api/backgrounds", "Add an uploaded video to the backgrounds", { status: 201 })),
  update: onBoth(updateBackground, json("PATCH /api/backgrounds/{id}", "Change title or description")),
  activate: onBoth(activateBackground, json("PATCH /api/backgrounds/{id}/activate", ACTIVATE)),
  delete: onBoth(deleteBackground, json("DELETE /api/backgrounds/{id}", DELETE)),
  uploadVideo: onHttp(uploadVideo, upload("POST /api/upload/video", "Upload a background: a video, or a still picture", "video")),
  beginUpload: onHttp(beginUpload, resumable("POST /api/uploads", BEGIN, 201)),
  findUpload: onHttp(findUpload, resumable("GET /api/uploads/{id}", "How far an upload in pieces came: ask by HEAD", 200)),
  continueUpload: onHttp(continueUpload, resumable("PATCH /api/uploads/{id}", "Send the next piece", 204)),
  giveUpUpload: onHttp(
    giveUpUpload,
    resumable("DELETE /api/uploads/{id}", "Give an upload in pieces up, or forget one that was taken", 204),
  ),
  takeUpload: onHttp(
    takeUpload,
    json("POST /api/uploads/{id}/video", "Take what came in pieces as a background's file", { isUpload: true }),
  ),
  open: onHttp(openBackground, file("GET /api/backgrounds/{id}/video", "The video's bytes; answers ranges")),
});
