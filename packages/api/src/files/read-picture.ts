import { AppError } from "@nightjar/contract";
import type { ErrorCode } from "@nightjar/contract";
import type { Services } from "../context.ts";
import type { Picture, PictureRefusal, ReceivedFile } from "../ports.ts";

/** Wherever a picture is refused: one that is damaged may be of a type that we take. */
const CODES: Readonly<Record<PictureRefusal, ErrorCode>> = {
  "unsupported-type": "unsupported-type",
  "too-large": "too-large",
  animated: "unsupported-type",
  damaged: "invalid-input",
};
export type PictureTexts = Readonly<Record<PictureRefusal, string>>;
export const pictureRefused = (refusal: PictureRefusal, texts: PictureTexts) => new AppError(CODES[refusal], texts[refusal]);

export const PICTURE_TOO_LARGE = "File size must be less than 10MB";
const TEXTS: PictureTexts = {
  "unsupported-type": "Please select a valid image file (PNG, JPEG, WebP)",
  "too-large": "The image must be at most 8192 pixels wide and high, and at most 40 megapixels",
  animated: "Animated images cannot be used; please select a still one",
  damaged: "The image is damaged or incomplete",
};

/** An uploaded picture in our own encoding. @throws AppError that says why it is none */
export async function readPicture({ media }: Pick<Services, "media">, received: ReceivedFile): Promise<Picture> {
  const picture = await media.readPicture(received.tempPath);
  if (typeof picture === "string") throw pictureRefused(picture, TEXTS);
  return picture;
}
