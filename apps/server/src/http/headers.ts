import type { Services } from "@nightjar/api";
import { NOW_HEADER } from "@nightjar/contract";
import type { MiddlewareHandler } from "hono";
import type { Env } from "./types.ts";

const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  // The shaper is WebAssembly.
  "script-src 'self' 'wasm-unsafe-eval'",
  // Radix writes style elements.
  "style-src 'self' 'unsafe-inline'",
  // Artwork at an address that somebody wrote, and the pictures of YouTube's channels.
  "img-src 'self' data: blob: https:",
  "media-src 'self' blob: https:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "object-src 'none'",
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");

const HEADERS: Readonly<Record<string, string>> = {
  "Content-Security-Policy": CONTENT_SECURITY_POLICY,
  // The OAuth popup answers its opener.
  "Cross-Origin-Opener-Policy": "same-origin-allow-popups",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "same-origin",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
};

/** Tells by which clock a call is in time. */
export function serverClock(clock: Services["clock"]): MiddlewareHandler<Env> {
  return async (c, next) => {
    await next();
    c.header(NOW_HEADER, String(clock.nowMs()));
  };
}

export function securityHeaders(publicUrl: () => string): MiddlewareHandler<Env> {
  return async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(HEADERS)) c.header(name, value);
    if (publicUrl().startsWith("https:")) c.header("Strict-Transport-Security", "max-age=31536000");
    if (!c.res.headers.has("Cache-Control")) c.header("Cache-Control", "no-store");
  };
}
