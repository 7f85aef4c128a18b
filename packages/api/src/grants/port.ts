import type { GrantService } from "@nightjar/contract";

/** What a service gives for a code or a refresh token (RFC 6749, 5.1). */
export interface GrantedTokens {
  readonly accessToken: string;
  /** null: it told none; the one before stays. */
  readonly refreshToken: string | null;
  /** null: it was not told. */
  readonly expiresInMs: number | null;
}

/** A foreign service that lets us in by OAuth 2 with PKCE. What throws throws GrantError. */
export interface GrantProvider {
  /** False: the studio has no client at it. */
  readonly isConfigured: boolean;
  /** Its page of consent. */
  authorizeUrl(request: { readonly redirectUri: string; readonly state: string; readonly challenge: string }): string;
  exchange(returned: { readonly code: string; readonly verifier: string; readonly redirectUri: string }): Promise<GrantedTokens>;
  refresh(refreshToken: string): Promise<GrantedTokens>;
  /** null: it knows no such call. */
  readonly revoke: ((token: string) => Promise<void>) | null;
}
export type GrantProviders = Readonly<Record<GrantService, GrantProvider>>;
