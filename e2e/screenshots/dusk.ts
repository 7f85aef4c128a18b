import { join } from "node:path";
import { tool } from "../src/tool.ts";

export interface Sky {
  readonly name: string;
  /** From the top to the horizon. */
  readonly colours: readonly [string, string, string];
}

/** Soft lights that a picture of a harbour at night has, without one; two seconds of it. @returns its path */
export async function makeSky(folder: string, { name, colours: [top, middle, low] }: Sky): Promise<string> {
  const [frame, path] = [join(folder, `${name}.png`), join(folder, `${name}.mp4`)];
  const places = "x0=300:y0=0:x1=1500:y1=1080";
  const sky = `gradients=s=1920x1080:r=30:d=2:${places}:c0=0x${top}:c1=0x${middle}:c2=0x${low}:c3=0x${top}:nb_colors=4:speed=0.00001`;
  const lights =
    "geq=lum='lum(X,Y)+90*exp(-(pow(X-1500,2)+pow(Y-330,2))/52000)+60*exp(-(pow(X-420,2)+pow(Y-560,2))/90000)':cb='cb(X,Y)':cr='cr(X,Y)'";
  const soft = `format=yuv444p,${lights},gblur=sigma=6,vignette=PI/5`;
  await tool("ffmpeg", ["-v", "error", "-y", "-f", "lavfi", "-i", sky, "-frames:v", "1", "-vf", soft, frame]);
  // It breathes once in its loop: of one that stands still the studio says so, which is trouble.
  const breath = ["-vf", "eq=brightness=0.03*sin(PI*t):eval=frame"];
  const still = ["-loop", "1", "-t", "2", "-i", frame, ...breath, "-r", "30", "-c:v", "libx264", "-crf", "16", "-pix_fmt", "yuv420p", path];
  await tool("ffmpeg", ["-v", "error", "-y", ...still]);
  return path;
}
