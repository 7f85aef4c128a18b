import { PICTURE_UPLOAD_MAX_BYTES } from "@nightjar/contract";
import { Memo, Recent, withinMs } from "@nightjar/kit";
import { createHash } from "node:crypto";
import type { Clock, ForeignPictures, Media } from "../ports.ts";

/** Covers at a service of what is not in the library, shown from our own address: no browser tells the service what is looked at. */
export interface ForeignCovers {
  /** Where the studio shows it from, as long as the process lives. */
  addressOf(url: string | null): string | null;
  /** As small as it is shown; null: nobody has named it of late, or it is not to be had now. */
  open(name: string): Promise<Uint8Array | null>;
}

interface Needs {
  readonly clock: Clock;
  readonly foreignPictures: ForeignPictures;
  readonly media: Media;
}

/** Names are some hundred bytes each, pictures some kilobytes. */
const NAMED_MAX = 20_000;
const MADE_MAX = 1000;
const SHOWN_PX = 96;
/** A browser has six connections to us: what takes longer is there when it is asked for again. */
const WAITED_FOR_MS = 2000;
/** After a service that could not be reached nobody waits for any, for so long. */
const AWAY_MS = 60_000;

export function createForeignCovers({ clock, foreignPictures, media }: Needs): ForeignCovers {
  const named = new Recent<string, string>({ most: NAMED_MAX });
  const made = new Memo<string, Uint8Array | "none" | "away">({ most: MADE_MAX, keeps: (cover) => cover !== "away" });
  let awayUntilMs = 0;
  const make = async (url: string) => {
    const picture = await foreignPictures.fetch(url, PICTURE_UPLOAD_MAX_BYTES);
    if (picture === "unreachable") {
      awayUntilMs = clock.nowMs() + AWAY_MS;
      return "away";
    }
    return typeof picture === "string" ? "none" : ((await media.shrinkPicture(picture, SHOWN_PX)) ?? "none");
  };
  return {
    addressOf(url) {
      if (url === null) return null;
      const name = createHash("sha256").update(url).digest("hex");
      named.set(name, url);
      return `/api/covers/${name}`;
    },
    async open(name) {
      const url = named.get(name);
      if (url === undefined || (!made.has(name) && clock.nowMs() < awayUntilMs)) return null;
      const cover = await withinMs(
        made.of(name, () => make(url)),
        WAITED_FOR_MS,
      );
      return cover === null || typeof cover === "string" ? null : cover;
    },
  };
}
