import { adminRouter } from "./routers/admin.ts";
import { authRouter } from "./routers/auth.ts";
import { backgroundsRouter } from "./routers/backgrounds.ts";
import { overlaysRouter } from "./routers/overlays.ts";
import { streamsRouter } from "./routers/streams.ts";
import { tracksRouter } from "./routers/tracks.ts";
import { getRenderEncoders, getSettings, patchSettings } from "./settings/settings.ts";
import { mutation, query, router } from "./trpc.ts";

export const appRouter = router({
  auth: authRouter,
  admin: adminRouter,
  tracks: tracksRouter,
  streams: streamsRouter,
  settings: router({ get: query(getSettings), patch: mutation(patchSettings), renderEncoders: query(getRenderEncoders) }),
  backgrounds: backgroundsRouter,
  overlays: overlaysRouter,
});

/** What the web app compiles against. */
export type AppRouter = typeof appRouter;
