import { z } from "zod";
import { AUTO_SWITCHES, TRANSITIONS } from "./choices.ts";
import { backgroundId, streamId } from "./ids.ts";

export const VIDEO_TYPE_TEXT = "Please select a valid video file (MP4, MOV, AVI, WebM)";
export const SINGLE_PICTURE_TEXT = "The file holds a single picture, not a video; upload it as a PNG, JPEG or WebP";
export const NO_VIDEO_TEXT = "The file holds no moving pictures, only sound or attachments";
export const VIDEO_PIXELS_TEXT = "The video is larger than 64 megapixels a picture; 1920x1080 is enough";
export const DAMAGED_VIDEO_TEXT = "The video is damaged or cut off: not all of it can be shown. Upload it once more, or export it anew";
export const SLOW_VIDEO_TEXT = "The video takes too long to be read here. Try again, or export it smaller";
export const STILL_SIZE_TEXT = "The picture must be at most 20 MB and 50 megapixels";
export const DAMAGED_STILL_TEXT = "The picture is damaged or cut off. Upload it once more, or export it anew";
export const ANIMATED_STILL_TEXT = "Animated pictures are taken as GIF or video: save it as one of them, or as a picture that stands still";
export const NO_COPY_TEXT =
  "No copy for the air could be made of it, so the upload itself airs. Some of it may be damaged: convert the video and upload it again.";
/** Of a longer video the engine repeats this much. */
export const BACKGROUND_AIRS_MAX_MS = 10 * 60 * 1000;
export const LONG_VIDEO_TEXT = "Only the first 10 minutes air, again and again: make a shorter video of what is to be seen.";
export const VIDEO_SIZE_TEXT = "File size must be less than 100MB";
export const BACKGROUND_MISSING_TEXT = "Missing Information: Please upload a video and enter a title";
export const BACKGROUND_TITLE_TEXT = "Please enter a title";

export const BACKGROUND_KINDS = ["video", "image"] as const;
export const backgroundKind = z.enum(BACKGROUND_KINDS);

export const backgroundTransition = z.enum(TRANSITIONS);
export type BackgroundTransition = z.infer<typeof backgroundTransition>;

export const autoSwitch = z.enum(AUTO_SWITCHES);
export type AutoSwitch = z.infer<typeof autoSwitch>;

export const background = z.object({
  id: backgroundId,
  title: z.string(),
  description: z.string().nullable(),
  videoUrl: z.string(),
  thumbnailUrl: z.string().nullable(),
  /** "0:00" for a still picture. */
  duration: z.string(),
  /** As shown: "1920x1080". */
  resolution: z.string(),
  /** The default for streams that have chosen none; at most one. */
  isActive: z.boolean(),
  kind: backgroundKind,
  /** True while the copy that airs, and that every browser plays, is still being made; until then the upload itself is used. */
  isPreparing: z.boolean(),
  /** A sentence where something else airs than its length says; null: it airs whole. */
  note: z.string().nullable(),
  createdAt: z.string(),
});
export type Background = z.infer<typeof background>;

/** Why a stream shows a background: it has chosen it, it has chosen none and this is the default, or its turn comes by itself. */
export const BACKGROUND_USES = ["choice", "default", "turn"] as const;

/** The streams that show a background, or will when its turn comes; one that nobody shows is not told of. */
export const backgroundUse = z.object({
  backgroundId,
  streams: z.array(
    z.object({
      ...{ id: streamId, title: z.string(), isLive: z.boolean(), by: z.enum(BACKGROUND_USES) },
      /** What the engine has on air there now, by its turn or otherwise, is this file; another background may be of the same. */
      isNow: z.boolean(),
    }),
  ),
});
export type BackgroundUse = z.infer<typeof backgroundUse>;

/** `copy`: the normalised copy that airs and that every browser plays; `render`: the picture as it is sent, without any overlay. */
export const PREPARATION_STEPS = ["copy", "render"] as const;

/** What is being done to a background before it can go on air at once. One that is ready is not told of. */
export const backgroundPreparation = z.object({
  backgroundId,
  step: z.enum(PREPARATION_STEPS),
  /** False: it waits until the machine has time for it. */
  isUnderWay: z.boolean(),
  /** Of this step, 0 to 1. */
  progress: z.number().min(0).max(1),
  /** Until this step ends as it looks now: a moment would be one of the server's clock; null: nobody can say yet. */
  leftMs: z.number().min(0).nullable(),
});
export type BackgroundPreparation = z.infer<typeof backgroundPreparation>;

const description = z.string().trim().max(5000, "Description is too long").nullish();

/** A client may send back what the upload answered; of length and resolution the file knows better, so those are not read. */
export const backgroundFields = z.object({
  /** Of the client's own: asked again, because the answer was lost, the same background is answered. */
  id: z.uuid("The id of a background must be a UUID").pipe(backgroundId).optional(),
  title: z.string({ error: BACKGROUND_MISSING_TEXT }).trim().min(1, BACKGROUND_MISSING_TEXT).max(200, "Title is too long"),
  description: description.transform((value) => value || null),
  videoUrl: z.string({ error: BACKGROUND_MISSING_TEXT }).min(1, BACKGROUND_MISSING_TEXT).max(2000),
  thumbnailUrl: z
    .string()
    .max(2000)
    .nullish()
    .transform((value) => value || null),
  duration: z.union([z.string(), z.number()]).nullish(),
  resolution: z.string().nullish(),
});
export type BackgroundFieldsInput = z.input<typeof backgroundFields>;

const texts = z.object({
  title: z.string({ error: BACKGROUND_TITLE_TEXT }).trim().min(1, BACKGROUND_TITLE_TEXT).max(200, "Title is too long").optional(),
  description: description.transform((value) => (value === undefined ? undefined : value || null)),
});
export const backgroundPatch = texts.extend({
  /** As what the texts were read that are to be changed: where somebody else was faster nothing is; without it the last writer wins. */
  was: z.partialRecord(texts.keyof(), z.unknown()).optional(),
});

export const videoUploadOutput = z.object({
  fileUrl: z.string(),
  fileName: z.string(),
  size: z.number().int(),
  thumbnailUrl: z.string().nullable(),
  duration: z.string(),
  resolution: z.string(),
  kind: backgroundKind,
  note: z.string().nullable(),
});
export type VideoUpload = z.infer<typeof videoUploadOutput>;
