import { AppError } from "@nightjar/contract";
import type { ErrorCode } from "@nightjar/contract";
import type { Services } from "../context.ts";
import type { Picture, PictureRefusal, ReceivedFile } from "../ports.ts";

export const PICTURE_TOO_LARGE = "File size must be less than 10MB";
const REFUSALS: Readonly<Record<PictureRefusal, { readonly code: ErrorCode; readonly message: string }>> = {
  "unsupported-type": { code: "unsupported-type", message: "Please select a valid image file (PNG, JPEG, WebP)" },
  "too-large": { code: "too-large", message: "The image must be at most 8192 pixels wide and high, and at most 40 megapixels" },
  animated: { code: "unsupported-type", message: "Animated images cannot be used; please select a still one" },
  damaged: { code: "invalid-input", message: "The image is damaged or incomplete" },
};

/** An uploaded picture in our own encoding. @throws AppError that says why it is none */
export async function readPicture({ media }: Pick<Services, "media">, received: ReceivedFile): Promise<Picture> {
  const picture = await media.readPicture(received.tempPath);
  if (typeof picture === "string") throw new AppError(REFUSALS[picture].code, REFUSALS[picture].message);
  return picture;
}
