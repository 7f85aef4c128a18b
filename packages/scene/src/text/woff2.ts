const WOFF2_SIGNATURE = "wOF2";

/** A font file as HarfBuzz reads it: WOFF2 is unpacked, by code that is itself loaded only then; anything else is left as it is. */
export async function toSfnt(bytes: Uint8Array): Promise<Uint8Array> {
  if (String.fromCharCode(...bytes.subarray(0, 4)) !== WOFF2_SIGNATURE) return bytes;
  const { default: decompress } = await import("woff2-encoder/decompress");
  return decompress(bytes);
}
