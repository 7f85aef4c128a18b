import { playlist, playlistAnalysis, playlistQuery } from "@nightjar/contract";
import { playlists } from "@nightjar/db";
import { asc, desc } from "drizzle-orm";
import { z } from "zod";
import { defineVerb } from "../verb.ts";
import { readAnalysis, toPlaylist } from "./playlist-shape.ts";

export const listPlaylists = defineVerb({
  name: "playlists.list",
  access: "approved",
  kind: "query",
  input: z.void(),
  output: z.array(playlist),
  run: ({ ctx }) => ctx.services.db.select().from(playlists).orderBy(desc(playlists.createdAt), asc(playlists.id)).all().map(toPlaylist),
});

export const getPlaylist = defineVerb({
  name: "playlists.get",
  access: "approved",
  kind: "query",
  input: playlistQuery,
  output: playlistAnalysis,
  run: ({ ctx, input }) => readAnalysis(ctx.services, input.id, input.labels ?? []),
});
