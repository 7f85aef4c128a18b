/** An id that nobody else makes. `crypto.randomUUID` is missing where the studio is reached without https, at any address but localhost. */
export const newId = (): string => crypto.getRandomValues(new Uint32Array(4)).join("-");
