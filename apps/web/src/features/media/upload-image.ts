import { mediaAsset, type MediaAsset } from "@nightjar/contract";
import { uploadFile, type UploadOptions } from "../../lib/upload.ts";

export const IMAGE_ACCEPT = "image/png,image/jpeg,image/webp,.png,.jpg,.jpeg,.webp";

/** What it is, the server decides by content. @throws as `uploadFile` */
export async function uploadImage(file: File, options: UploadOptions): Promise<MediaAsset> {
  const parsed = mediaAsset.safeParse(await uploadFile("/api/media", "image", file, options));
  if (!parsed.success) throw new Error("Upload failed");
  return parsed.data;
}
