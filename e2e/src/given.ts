import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Call } from "./call.ts";
import { makeTone, type Tone } from "./tones.ts";
import { tool } from "./tool.ts";

// What a studio has before somebody sits down at it: made by calls, for tests that are about something else.

const fileOf = async (path: string) => new File([new Uint8Array(await readFile(path))], basename(path));
const formOf = async (field: string, path: string) => {
  const form = new FormData();
  form.append(field, await fileOf(path));
  return form;
};

/** Nobody listens there: what is wanted does not hang on it. */
export const NOWHERE: Destination = { rtmpUrl: "rtmp://127.0.0.1:9/live", streamKey: "key" };

export interface Destination {
  readonly rtmpUrl: string;
  readonly streamKey: string;
}

export interface GivenStream {
  readonly trackIds?: readonly string[];
  readonly destination?: Destination;
  /** What else it is set to, by the names of the call that changes a stream. */
  readonly set?: Readonly<Record<string, unknown>>;
  /** Started: it goes on air by itself from then on. */
  readonly isLive?: boolean;
}

/** @returns its id */
export async function givenStream(call: Call, title: string, given: GivenStream = {}): Promise<string> {
  const { trackIds = [], destination, set, isLive = false } = given;
  const id = String((await call("POST", "/api/streams", { title }))["id"]);
  if (trackIds.length > 0) await call("POST", "/api/streams/add-tracks", { streamId: id, trackIds });
  if (destination) await call("PUT", `/api/streams/${id}/destination`, destination);
  if (set) await call("PATCH", `/api/streams/${id}`, set);
  if (isLive) await call("POST", `/api/direct-streaming/start/${id}`, { title });
  return id;
}

/** @param more fields of its form, its cover among them. @returns its id */
export async function givenTrack(call: Call, folder: string, tone: Tone, more: object = {}): Promise<string> {
  const { fileUrl } = await call("POST", "/api/upload/audio", await formOf("audio", await makeTone(folder, tone)));
  const { title, artist, seconds } = tone;
  const duration = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  return String((await call("POST", "/api/tracks", { title, artist, duration, fileUrl, ...more }))["id"]);
}

/** @returns their ids, in the same order */
export async function givenTracks(call: Call, folder: string, tones: readonly Tone[]): Promise<string[]> {
  const ids: string[] = [];
  for (const tone of tones) ids.push(await givenTrack(call, folder, tone));
  return ids;
}

/** A video of one colour, four seconds long. */
export async function givenBackground(call: Call, folder: string, title: string, colour: string): Promise<string> {
  const path = join(folder, `${title}.mp4`);
  await tool("ffmpeg", ["-v", "error", "-y", "-f", "lavfi", "-i", `color=${colour}:s=640x360:r=30:d=4`, "-pix_fmt", "yuv420p", path]);
  return givenVideo(call, path, { title, description: `All ${colour}` });
}

/** A file that is there already. @returns the id of the background */
export async function givenVideo(
  call: Call,
  path: string,
  fields: { readonly title: string; readonly description?: string },
): Promise<string> {
  const { fileUrl, thumbnailUrl, duration, resolution } = await call("POST", "/api/upload/video", await formOf("video", path));
  return String((await call("POST", "/api/backgrounds", { ...fields, videoUrl: fileUrl, thumbnailUrl, duration, resolution }))["id"]);
}

/** One text that is seen and one that is hidden. */
export async function givenTemplate(call: Call, name: string): Promise<string> {
  const { id } = await call("POST", "/api/overlay-templates", { name, description: "For a test" });
  const text = { templateId: id, type: "text", content: "Good night", xPosition: 200 };
  await call("POST", "/api/overlay-elements", { ...text, name: "Greeting", yPosition: 200 });
  await call("POST", "/api/overlay-elements", { ...text, name: "Whisper", yPosition: 400, isVisible: false });
  return String(id);
}

/** An image of one colour, in the media library. */
export async function givenImage(call: Call, folder: string, fileName: string, colour: string): Promise<void> {
  const path = join(folder, fileName);
  await tool("ffmpeg", ["-v", "error", "-y", "-f", "lavfi", "-i", `color=${colour}:s=64x64`, "-frames:v", "1", path]);
  await call("POST", "/api/media", await formOf("image", path));
}

export async function givenArtwork(call: Call, path: string): Promise<string> {
  return String((await call("POST", "/api/upload/artwork", await formOf("image", path)))["artworkUrl"]);
}

/** An account that was let in. */
export async function givenStaff(call: Call, account: { readonly email: string; readonly password: string }): Promise<void> {
  await call("POST", "/api/auth/register", account);
  const { users } = (await call("GET", "/api/auth/users")) as { users: { id: string; email: string }[] };
  const id = users.find(({ email }) => email === account.email)?.id;
  await call("PATCH", `/api/auth/users/${id}/status`, { status: "approved" });
}
