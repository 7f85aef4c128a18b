/** Foreign services that let us in by OAuth 2. */
export const GRANT_SERVICES = ["google", "spotify"] as const;
export type GrantService = (typeof GRANT_SERVICES)[number];
