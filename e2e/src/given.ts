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

export async function givenTrack(call: Call, folder: string, tone: Tone): Promise<string> {
  const { fileUrl } = await call("POST", "/api/upload/audio", await formOf("audio", await makeTone(folder, tone)));
  const duration = `0:${String(tone.seconds).padStart(2, "0")}`;
  const { id } = await call("POST", "/api/tracks", { title: tone.title, artist: tone.artist, duration, fileUrl });
  return String(id);
}

/** A video of one colour, four seconds long. */
export async function givenBackground(call: Call, folder: string, title: string, colour: string): Promise<string> {
  const path = join(folder, `${title}.mp4`);
  await tool("ffmpeg", ["-v", "error", "-y", "-f", "lavfi", "-i", `color=${colour}:s=640x360:r=30:d=4`, "-pix_fmt", "yuv420p", path]);
  const { fileUrl, thumbnailUrl } = await call("POST", "/api/upload/video", await formOf("video", path));
  const { id } = await call("POST", "/api/backgrounds", { title, description: `All ${colour}`, videoUrl: fileUrl, thumbnailUrl });
  return String(id);
}

/** One text that is seen and one that is hidden. */
export async function givenTemplate(call: Call, name: string): Promise<string> {
  const { id } = await call("POST", "/api/overlay-templates", { name, description: "For a test" });
  const text = { templateId: id, type: "text", content: "Good night", xPosition: 200 };
  await call("POST", "/api/overlay-elements", { ...text, name: "Greeting", yPosition: 200 });
  await call("POST", "/api/overlay-elements", { ...text, name: "Whisper", yPosition: 400, isVisible: false });
  return String(id);
}

export async function givenArtwork(call: Call, path: string): Promise<string> {
  return String((await call("POST", "/api/upload/artwork", await formOf("image", path)))["artworkUrl"]);
}
