import { json, text } from "../http/route.ts";
import { openapi } from "../http/openapi.ts";
import { onBoth, onHttp, room } from "../room.ts";
import type { Route } from "../http/route.ts";
import { getRenderEncoders, getSettings, patchSettings } from "../settings/settings.ts";
import { health, metrics, ready } from "../system/system.ts";

export const settingsRoom = room("settings", {
  get: onBoth(getSettings, json("GET /api/stream-settings", "The studio's settings")),
  patch: onBoth(patchSettings, json("PATCH /api/stream-settings", "Change the studio's settings")),
  renderEncoders: onBoth(getRenderEncoders, json("GET /api/render-encoders", "What there is to render pictures with")),
});

/** @param routes all of them, this room's among them */
export const systemRoom = (routes: () => readonly Route[]) =>
  room("system", {
    health: onHttp(health, json("GET /api/health", "Answers as soon as the server serves")),
    ready: onHttp(ready, json("GET /api/ready", "503 with what is missing")),
    openapi: onHttp(openapi(routes), json("GET /api/openapi.json", "This document")),
    metrics: onHttp(metrics, text("GET /metrics", "Prometheus text, for an administrator's bearer or METRICS_TOKEN")),
  });
