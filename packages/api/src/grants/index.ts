/**
 * Leave that accounts of foreign services give us, by OAuth 2 with PKCE. For whoever connects an account:
 *
 * 1. `askForGrant(tx, provider, secrets, {service, userId, purpose, browserNonce, redirectUri, nowMs})` → `{authUrl, browserNonce}`. The
 *    nonce goes into the browser's cookie by `consentCookie`; `purpose` is your own word for what it is for (a stream's id).
 * 2. The browser comes back to your callback with `state` and `code`. `finishConsent(services, {service, query, browserNonce, redirectUri})`
 *    uses the state up, checks user and browser, and exchanges the code; it answers `{userId, purpose, tokens}` or throws a sentence. Then, in
 *    your own commit, `storeGrant(tx, secrets, {service, grantedBy, tokens, nowMs})` → `GrantId`, kept by a column of yours.
 *    Where the service knows how to revoke, prepare all of that within `underConsent(services, service, prepare)`, and call `endConsent` after your commit.
 * 3. `nameAccount(tx, grantId, account)` once you know whose it is: an account has one grant, the newest.
 * 4. For each call `await services.accessTokens.of(grantId)`; after a 401 once more `.of(grantId, refusedToken)`. It throws `GrantError`,
 *    whose message is a sentence; `failure` "lost" asks to connect again, and stays until somebody does. `.onLost` tells of it.
 * 5. To disconnect: clear your column and `endGrant(tx, id, at)` in your commit; once nothing is under way any more `accessTokens.giveBack(id)`,
 *    which revokes where the service knows how and nobody else goes by it. What was ended and not given back: `endedGrants(db, service)`.
 *
 * A service is one entry of `GRANT_SERVICES` (contract) and one provider in `Ports.grantProviders`, made by apps/server/src/adapters/oauth.ts.
 */
export * from "./access-tokens.ts";
export * from "./consent.ts";
export * from "./consent-page.ts";
export * from "./grant-error.ts";
export * from "./grant-requests.ts";
export * from "./stored-grants.ts";
