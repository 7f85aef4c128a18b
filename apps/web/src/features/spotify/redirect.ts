/** Whether Spotify sends somebody back there: to https, or to this machine by its number, and to no name of it. */
export function isRedirectTaken(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === "https:" || ["127.0.0.1", "[::1]"].includes(hostname);
}
