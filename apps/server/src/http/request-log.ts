import type { Logger } from "@nightjar/contract";
import type { MiddlewareHandler } from "hono";
import { randomUUID } from "node:crypto";
import type { Env } from "./types.ts";

/** One line a call: no query, no headers, no body, for any of them may hold what nobody should read. */
export function requestLog(log: Logger): MiddlewareHandler<Env> {
  return async (c, next) => {
    const requestId = randomUUID();
    c.set("requestId", requestId);
    const startedAtMs = performance.now();
    await next();
    c.header("X-Request-Id", requestId);
    const { method, path } = c.req;
    const fields = { requestId, method, path, status: c.res.status, tookMs: Math.round(performance.now() - startedAtMs) };
    const isCall = path.startsWith("/api/") || path.startsWith("/trpc/");
    if (isCall && path !== "/api/health") log.info(fields, "call");
    else log.debug(fields, "request");
  };
}
