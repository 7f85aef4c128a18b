/** What ends names that only a local network knows, or nobody: RFC 6761, RFC 6762 (appendix G), and what routers and ICANN set aside. */
const LOCAL_ENDINGS: ReadonlySet<string> = new Set([
  ...["corp", "home", "internal", "intranet", "invalid", "lan"],
  ...["local", "localdomain", "localhost", "private", "test"],
]);

/**
 * Whether Google sends somebody back there: to https at a public domain name, or to the machine itself.
 * developers.google.com/identity/protocols/oauth2/web-server#uri-validation
 */
export function isRedirectTaken(address: string): boolean {
  const { hostname, protocol } = new URL(address);
  if (hostname === "localhost" || hostname === "[::1]" || /^127(\.\d+){3}$/.test(hostname)) return true;
  // None of a number's, nor of a name without a dot.
  const ending = /\.([a-z][\da-z-]*)$/.exec(hostname)?.[1];
  return protocol === "https:" && ending !== undefined && !LOCAL_ENDINGS.has(ending);
}
