export * from "./process-error.ts";
export { run, type RunOptions, type RunResult } from "./process.ts";
export * from "./process-detached.ts";
export * from "./scheduler.ts";
export { findExecutable } from "./executable.ts";
export { MediaError, type MediaErrorKind } from "./media-error.ts";
export { AUDIO_DEMUXERS, guardedInput, VIDEO_DEMUXERS } from "./guarded-input.ts";
export * from "./probe.ts";
export { isCutOff } from "./cut-off.ts";
export * from "./loudness.ts";
export { type AudioTags, readMetadata } from "./metadata.ts";
export { cleanText } from "./clean-text.ts";
export { type ImageHeader, type ImageType, readImageHeader } from "./image-header.ts";
export {
  ImageError,
  type ImageErrorKind,
  type ImageOptions,
  type NormalisedImage,
  type CanvasModule,
  normaliseImage,
  setCanvasLoader,
} from "./images.ts";
export * from "./images-library.ts";
export * from "./stills.ts";
export * from "./poster.ts";
export * from "./mezzanine.ts";
export * from "./hardware-encoders.ts";
export { LineSplitter } from "./text-lines.ts";
export { hashFile } from "./file-hash.ts";
export { makeSampleBackground, makeSampleCover } from "./sample/make-sample.ts";
export { lengthS as songLengthS, SONGS, type Song } from "./sample/songs.ts";
export { songAsWav } from "./sample/wav.ts";
