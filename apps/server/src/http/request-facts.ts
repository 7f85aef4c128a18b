import type { RequestFacts } from "@nightjar/api";
import { BEFORE_HEADER, CONSENT_COOKIE, SESSION_COOKIE } from "@nightjar/contract";
import { getCookie } from "hono/cookie";
import type { AppContext } from "./types.ts";

/** Reads what one request says of itself; who may do what is not decided here. */
export function requestFacts(c: AppContext, trustProxy: boolean): RequestFacts {
  const bearer = /^Bearer +(\S+)$/i.exec(c.req.header("authorization") ?? "")?.[1];
  const cookie = getCookie(c, SESSION_COOKIE);
  return {
    requestId: c.get("requestId"),
    token: bearer ?? cookie ?? null,
    tokenFrom: bearer !== undefined ? "bearer" : cookie !== undefined ? "cookie" : null,
    clientAddress: clientAddress(c, trustProxy),
    origin: c.req.header("origin") ?? null,
    beforeMs: timeOf(c.req.header(BEFORE_HEADER)),
    secFetchSite: c.req.header("sec-fetch-site") ?? null,
    host: c.req.header("host") ?? null,
    browserNonce: getCookie(c, CONSENT_COOKIE) ?? null,
  };
}

function timeOf(header: string | undefined): number | null {
  return header !== undefined && /^\d{1,15}$/.test(header) ? Number(header) : null;
}

/** Behind a proxy the last entry is the one the proxy itself saw; what stands before it a client can invent. */
function clientAddress(c: AppContext, trustProxy: boolean): string {
  const forwarded = trustProxy ? c.req.header("x-forwarded-for")?.split(",").at(-1)?.trim() : undefined;
  return forwarded || (c.env.incoming?.socket.remoteAddress ?? "unknown");
}
