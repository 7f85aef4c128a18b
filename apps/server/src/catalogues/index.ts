import type { Catalogue, ForeignPictures, Spotify } from "@nightjar/api";
import { isIP } from "node:net";
import type { Config } from "../config.ts";
import { VERSION } from "../version.ts";
import { createDeezer } from "./deezer.ts";
import { createForeignPictures } from "./foreign-pictures.ts";
import { createMusicBrainz } from "./musicbrainz.ts";
import { createSpotify } from "./spotify.ts";

type Roots = Pick<Config, "ADMIN_EMAIL" | "COVERART_API_ROOT" | "DEEZER_API_ROOT" | "MUSICBRAINZ_API_ROOT" | "SPOTIFY_API_ROOT">;

export interface MusicServices {
  readonly catalogues: readonly Catalogue[];
  readonly foreignPictures: ForeignPictures;
  readonly spotify: Spotify;
}

/** What is asked about recordings, in this order, and who fetches their covers. @param publicUrl where whoever runs this can be found */
export function createMusicServices(config: Roots, publicUrl: string): MusicServices {
  const userAgent = userAgentOf(publicUrl, config.ADMIN_EMAIL);
  const { COVERART_API_ROOT: coverRoot, DEEZER_API_ROOT: deezer, MUSICBRAINZ_API_ROOT: root, SPOTIFY_API_ROOT: spotify } = config;
  const trusted = new Set([deezer, root, coverRoot, spotify].filter(isByNumber).map(originOf));
  return {
    spotify: createSpotify(spotify, userAgent),
    catalogues: [createDeezer(deezer, userAgent), createMusicBrainz({ root, coverRoot, userAgent })],
    foreignPictures: createForeignPictures({ userAgent, trusted }),
  };
}

/** Who we are, and where whoever runs this can be found: at an address of this machine alone nobody is. */
export function userAgentOf(publicUrl: string, adminEmail: string | undefined): string {
  const contact = isByNumber(publicUrl) && adminEmail !== undefined ? adminEmail : publicUrl;
  return `Nightjar/${VERSION} ( ${contact} )`;
}

const originOf = (address: string) => new URL(address).origin;
/** A proxy that the operator runs: a name on the internet stays under the guard. */
const isByNumber = (address: string) => {
  const { hostname } = new URL(address);
  return hostname === "localhost" || isIP(hostname.replace(/^\[|\]$/g, "")) !== 0;
};
