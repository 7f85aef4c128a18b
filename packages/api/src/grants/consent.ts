import { AppError, CONSENT_COOKIE, type GrantService } from "@nightjar/contract";
import { commit } from "../changes.ts";
import type { Services } from "../context.ts";
import type { GrantedTokens } from "./port.ts";
import { GrantError } from "./grant-error.ts";
import { CONSENT_LIFETIME_MS, NOT_APPROVED, type NotReturned, type Returned, takeGrantRequest } from "./grant-requests.ts";

/** What a service puts into the address when it sends the browser back (RFC 6749, 4.1.2). */
export interface ConsentQuery {
  readonly state?: string | undefined;
  readonly code?: string | undefined;
  readonly error?: string | undefined;
}

export interface ConsentReturn {
  readonly service: GrantService;
  readonly query: ConsentQuery;
  readonly browserNonce: string | null;
  /** The one that the browser was sent away with, to the letter. */
  readonly redirectUri: string;
}

export interface Consented extends Pick<Returned, "userId" | "purpose"> {
  readonly tokens: GrantedTokens;
}

const AGAIN = "Close this window and connect again.";
const SENTENCES: Readonly<Record<NotReturned, string>> = {
  unknown: `This page was opened already, or does not belong to a connection that was begun here. ${AGAIN}`,
  expired: `This took longer than ${CONSENT_LIFETIME_MS / 60_000} minutes. ${AGAIN}`,
  "other-browser": `This connection was begun in another browser, or at another address of the studio than PUBLIC_URL says. ${AGAIN}`,
  "not-approved": NOT_APPROVED,
};
const NAMES: Readonly<Record<GrantService, string>> = { google: "Google", spotify: "Spotify" };

/** Uses the state up, whatever comes of it, and exchanges the code. @throws AppError whose message is a sentence for the page */
export async function finishConsent(services: Services, { service, query, browserNonce, redirectUri }: ConsentReturn): Promise<Consented> {
  const { clock, grantProviders, secrets } = services;
  const { state, code, error } = query;
  if (state === undefined) throw new AppError("invalid-input", SENTENCES.unknown);
  const nowMs = clock.nowMs();
  const returned = commit(services, (tx) => takeGrantRequest(tx, secrets, { service, state, browserNonce, nowMs }));
  if (typeof returned === "string") throw new AppError("invalid-input", SENTENCES[returned]);
  if (error === "access_denied") throw new AppError("invalid-input", `You did not allow it at ${NAMES[service]}. ${AGAIN}`);
  if (code === undefined)
    throw new AppError("invalid-input", `${NAMES[service]} sent you back without an answer (${plain(error)}). ${AGAIN}`);
  try {
    const tokens = await grantProviders[service].exchange({ code, verifier: returned.verifier, redirectUri });
    return { userId: returned.userId, purpose: returned.purpose, tokens };
  } catch (failure) {
    if (!(failure instanceof GrantError)) throw failure;
    services.log.warn({ err: failure, service }, "a code could not be exchanged");
    if (failure.failure !== "lost") throw failure;
    throw new GrantError("lost", `${NAMES[service]} did not accept the answer it gave. ${AGAIN}`, { cause: failure });
  }
}

export interface UnderWay {
  readonly endConsent: () => void;
}

/** Prepares what a consent gives, from before its code is exchanged: nothing may be revoked at that service until it is stored, or is not. Whoever has it calls `endConsent` then. */
export async function underConsent<T extends object>(
  { accessTokens }: Pick<Services, "accessTokens">,
  service: GrantService,
  prepare: () => Promise<T>,
): Promise<T & UnderWay> {
  const endConsent = await accessTokens.beginConsent(service);
  try {
    return { ...(await prepare()), endConsent };
  } catch (error) {
    endConsent();
    throw error;
  }
}

const plain = (error: string | undefined) => error?.replaceAll(/[^\w .-]/g, "").slice(0, 60) ?? "no code";

/** Comes back from the service's page with the browser, which our session's cookie does not: that one is SameSite=Strict. */
export function consentCookie(nonce: string, publicUrl: string): string {
  const attributes = ["Path=/api/auth", `Max-Age=${CONSENT_LIFETIME_MS / 1000}`, "HttpOnly", "SameSite=Lax"];
  return [`${CONSENT_COOKIE}=${nonce}`, ...attributes, ...(publicUrl.startsWith("https:") ? ["Secure"] : [])].join("; ");
}
