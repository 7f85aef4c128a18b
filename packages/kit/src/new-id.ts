/**
 * An id that nobody else makes: a UUID of version 4 (RFC 9562, 5.4). `crypto.randomUUID` is missing where the studio is reached without
 * https, at any address but localhost.
 */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16)).map((byte, at) => {
    if (at === 6) return (byte & 0x0f) | 0x40;
    return at === 8 ? (byte & 0x3f) | 0x80 : byte;
  });
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
