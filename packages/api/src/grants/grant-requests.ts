import type { GrantService, UserId } from "@nightjar/contract";
import { grantRequests, users } from "@nightjar/db";
import type { Db, Tx } from "@nightjar/db";
import { eq, lte } from "drizzle-orm";
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { SecretBox } from "../ports.ts";
import type { GrantProvider } from "./port.ts";

/** Long enough for a second factor and a choice of channels. */
export const CONSENT_LIFETIME_MS = 15 * 60 * 1000;
export const NOT_APPROVED = "The account that began this connection may not use the studio any more.";
/** RFC 7636 asks for 43 to 128 characters: 32 octets are 43. */
const SECRET_BYTES = 32;

const secret = () => randomBytes(SECRET_BYTES).toString("base64url");
const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");
/** RFC 7636, 4.2: S256. */
export const challengeOf = (verifier: string) => createHash("sha256").update(verifier).digest("base64url");

export interface Asking {
  readonly service: GrantService;
  readonly userId: UserId;
  /** What it is for, as it is to be told again when somebody comes back. */
  readonly purpose: string;
  /** Of the browser's cookie; null: it has none yet. */
  readonly browserNonce: string | null;
  /** Where the service sends the browser back to. */
  readonly redirectUri: string;
}

export interface Sent {
  /** The service's page of consent. */
  readonly authUrl: string;
  /** For the browser's cookie. */
  readonly browserNonce: string;
}

/** Notes who is sent to a service, and what for. */
export function askForGrant(tx: Tx, provider: GrantProvider, secrets: SecretBox, asking: Asking & { readonly nowMs: number }): Sent {
  const { service, userId, purpose, redirectUri, nowMs } = asking;
  const [state, verifier, browserNonce] = [secret(), secret(), asking.browserNonce ?? secret()];
  tx.insert(grantRequests)
    .values({
      ...{ service, userId, purpose },
      state: hashOf(state),
      browser: hashOf(browserNonce),
      verifierSealed: secrets.seal(verifier),
      expiresAt: new Date(nowMs + CONSENT_LIFETIME_MS),
    })
    .run();
  return { authUrl: provider.authorizeUrl({ redirectUri, state, challenge: challengeOf(verifier) }), browserNonce };
}

export interface ComeBack {
  readonly service: GrantService;
  readonly state: string;
  readonly browserNonce: string | null;
  readonly nowMs: number;
}

/** Who was sent, when somebody comes back. */
export interface Returned {
  readonly userId: UserId;
  readonly purpose: string;
  readonly verifier: string;
}

/** Why somebody who comes back is not let in. */
export type NotReturned = "unknown" | "expired" | "other-browser" | "not-approved";

/** Uses a state up, whoever brings it. */
export function takeGrantRequest(tx: Tx, secrets: SecretBox, { service, state, browserNonce, nowMs }: ComeBack): Returned | NotReturned {
  const row = tx
    .delete(grantRequests)
    .where(eq(grantRequests.state, hashOf(state)))
    .returning()
    .get();
  if (row?.service !== service) return "unknown";
  if (row.expiresAt.getTime() <= nowMs) return "expired";
  if (browserNonce === null || !isSame(hashOf(browserNonce), row.browser)) return "other-browser";
  if (!mayGrant(tx, row.userId)) return "not-approved";
  return { userId: row.userId, purpose: row.purpose, verifier: secrets.open(row.verifierSealed) };
}

export const mayGrant = (tx: Tx, id: UserId): boolean =>
  tx.select({ status: users.status }).from(users).where(eq(users.id, id)).get()?.status === "approved";

/** With the sign-ins of an account ends what was begun under them: it may have been somebody else. */
export function dropGrantRequestsOf(tx: Db | Tx, userId: UserId): void {
  tx.delete(grantRequests).where(eq(grantRequests.userId, userId)).run();
}

const isSame = (one: string, other: string) => timingSafeEqual(Buffer.from(one), Buffer.from(other));

/** Those that nobody came back from. */
export function sweepGrantRequests(db: Db, nowMs: number): void {
  db.delete(grantRequests)
    .where(lte(grantRequests.expiresAt, new Date(nowMs)))
    .run();
}
