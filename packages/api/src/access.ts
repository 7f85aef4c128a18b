import { AppError } from "@nightjar/contract";
import type { SessionEnd } from "@nightjar/contract";
import { createHash, timingSafeEqual } from "node:crypto";
import type { Principal } from "./principal.ts";
import type { Ctx, RequestFacts } from "./context.ts";
import type { Clock } from "./ports.ts";

/**
 * public: anybody · self: any valid token, also of a pending account · approved · admin ·
 * metrics: an administrator's bearer or METRICS_TOKEN.
 */
export type Access = "public" | "self" | "approved" | "admin" | "metrics";

/** 401: log in again; with why, where the token was good once. */
function unauthenticated(why: SessionEnd | null = null): AppError {
  return new AppError("unauthenticated", "Authentication required", why === null ? {} : { details: { sessionEnded: why } });
}
export const REJECTED_TEXT = "Account has been rejected. Please contact support.";

/** @returns null for public verbs and for the metrics token */
export async function authorise(access: Access, ctx: Ctx): Promise<Principal | null> {
  if (access === "public") return null;
  const { request, services } = ctx;
  if (access === "metrics" && isMetricsToken(request, services.config.metricsToken)) return null;
  if (access === "metrics" && request.tokenFrom !== "bearer") throw unauthenticated();
  if (request.token === null) throw unauthenticated();
  return allowed(access, ctx, await services.sessions.validate(request.token));
}

/** Once more, within the transaction of what took its time to prepare: whoever was put out meanwhile is refused. */
export function authoriseAgain(access: Access, ctx: Ctx): void {
  const { request, services } = ctx;
  if (access !== "public" && request.token !== null) allowed(access, ctx, services.sessions.peek(request.token));
}

function allowed(access: Access, { request, services }: Ctx, principal: Principal | null): Principal {
  if (!principal) throw unauthenticated(request.token === null ? null : services.sessions.whyEnded(request.token));
  const { status, role } = principal.user;
  if (status === "rejected") throw new AppError("forbidden", REJECTED_TEXT);
  if (access === "self") return principal;
  if (status !== "approved") throw new AppError("forbidden", "Account is pending approval");
  if (access !== "approved" && role !== "admin") throw new AppError("forbidden", "Administrator access required");
  return principal;
}

function isMetricsToken(request: RequestFacts, expected: string | null): boolean {
  if (expected === null || request.token === null || request.tokenFrom !== "bearer") return false;
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(request.token), digest(expected));
}

/**
 * A browser sends our cookie with requests other sites make (were SameSite ever to fail us), but it tells where they come from.
 * Only a cookie needs this: no foreign site can add a Bearer header.
 */
export function checkOrigin(request: RequestFacts, publicUrl: string): void {
  if (request.tokenFrom !== "cookie") return;
  if (isOwnOrigin(request, publicUrl)) return;
  throw new AppError("forbidden", "This request came from another site and was refused");
}

/**
 * A network that was silently dead delivers at last what was given to it minutes ago. Whoever asked for it was told that it failed, and
 * may have done something else since.
 */
export function checkInTime({ beforeMs }: RequestFacts, clock: Clock): void {
  if (beforeMs !== null && clock.nowMs() > beforeMs) {
    const details = { isTooLate: true };
    throw new AppError("unavailable", "This arrived too late and was not carried out. Please try again.", { details });
  }
}

export function isOwnOrigin(request: Pick<RequestFacts, "origin" | "secFetchSite" | "host">, publicUrl: string): boolean {
  if (request.origin === null) return request.secFetchSite === "same-origin";
  if (!URL.canParse(request.origin)) return false;
  const origin = new URL(request.origin);
  if (origin.protocol !== "http:" && origin.protocol !== "https:") return false;
  return origin.origin === new URL(publicUrl).origin || (request.host !== null && origin.host === request.host.toLowerCase());
}
