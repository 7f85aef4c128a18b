import type { Route } from "../http/route.ts";
import { routesOf, verbsOf } from "../room.ts";
import { routerOf } from "../trpc.ts";
import { activityRoom } from "./activity.ts";
import { adminRoom, authRoom } from "./accounts.ts";
import { backgroundsRoom } from "./backgrounds.ts";
import { libraryRoom, tracksRoom } from "./library.ts";
import { overlaysRoom } from "./overlays.ts";
import { playlistsRoom } from "./playlists.ts";
import { sampleRoom } from "./sample.ts";
import { spotifyRoom } from "./spotify.ts";
import { streamsRoom } from "./streams.ts";
import { testStreamRoom } from "./test-stream.ts";
import { youtubeRoom } from "./youtube.ts";
import { wallRoom } from "./wall.ts";
import { settingsRoom, systemRoom } from "./studio.ts";

const rooms = [
  authRoom,
  adminRoom,
  tracksRoom,
  streamsRoom,
  settingsRoom,
  backgroundsRoom,
  overlaysRoom,
  testStreamRoom,
  playlistsRoom,
  spotifyRoom,
  sampleRoom,
  activityRoom,
  wallRoom,
  youtubeRoom,
] as const;
/** Nothing of these is called by the studio. */
const httpRooms = [libraryRoom, systemRoom(() => ROUTES)] as const;

/** Every call there is outside tRPC. */
export const ROUTES: readonly Route[] = routesOf([...rooms, ...httpRooms]);
/** Every verb there is, once. */
export const VERBS = verbsOf([...rooms, ...httpRooms]);

export const appRouter = routerOf(rooms);
/** What the web app compiles against. */
export type AppRouter = typeof appRouter;
