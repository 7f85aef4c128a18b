import { TAG_AUDIO, TAG_VIDEO, writeTag } from "./tag.ts";

/** FLV, and with it RTMP as ffmpeg and most ingests read it, has signed timestamps of 32 bits: 24.8 days. */
export const CLOCK_LIMIT_MS = 2 ** 31;

/** A publisher ends by itself when its input has come here: no connection is kept for so long. */
export const CLOCK_END_MS = CLOCK_LIMIT_MS - 648;

const PICTURE = Buffer.from([0x27, 1, 0, 0, 0, 0, 0, 0, 2, 0x09, 0xf0]);
const PACKET = Buffer.from([0xaf, 1, 0x21, 0x10, 0x04, 0x60, 0x8c, 0x1c]);

/**
 * A picture and a packet of that time: who reads them sends all that came before, and ends. They themselves are not sent. A
 * signal could not say so: it is heard between any two packets, and what is still to be read then is lost.
 */
export const LAST_TAGS = Buffer.concat([writeTag(TAG_VIDEO, CLOCK_LIMIT_MS - 1, PICTURE), writeTag(TAG_AUDIO, CLOCK_LIMIT_MS - 1, PACKET)]);
