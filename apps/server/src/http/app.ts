import { ROUTES } from "@nightjar/api";
import { Hono } from "hono";
import { assets } from "../assets.ts";
import { mountRoutes } from "./api-routes.ts";
import { errorResponse } from "./errors.ts";
import { securityHeaders, serverClock } from "./headers.ts";
import { packedJson } from "./packed-json.ts";
import { requestLog } from "./request-log.ts";
import { mountStudio } from "./studio.ts";
import { mountTrpc } from "./trpc-route.ts";
import type { App, Env, HttpNeeds } from "./types.ts";

/** All that answers HTTP, in the order it is asked. */
export function createApp(needs: HttpNeeds): App {
  const { clock, config, log } = needs.services;
  const app = new Hono<Env>();
  app.use(requestLog(log));
  app.use(securityHeaders(() => config.publicUrl));
  app.use("/api/*", serverClock(clock), packedJson);
  app.use("/trpc/*", serverClock(clock), packedJson);
  mountRoutes(app, ROUTES, needs);
  mountTrpc(app, needs);
  mountStudio(app, assets);
  app.notFound((c) => c.json({ message: "Not found" }, 404));
  app.onError((error, c) => {
    log.error({ err: error, requestId: c.get("requestId") }, "a request failed unexpectedly");
    return errorResponse(c, error);
  });
  return app;
}
