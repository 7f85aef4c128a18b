const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufefc]/;

/**
 * A name within a text that holds more than one, or has figures behind one: two that are written from right to left would change places.
 * On a page that is what <bdi> is for.
 */
export const isolated = (name: string): string => (RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name);
