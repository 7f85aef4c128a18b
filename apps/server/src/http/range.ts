export interface ByteRange {
  readonly first: number;
  /** Inclusive. */
  readonly last: number;
}

/**
 * One range of RFC 9110. Several at once and what cannot be understood are answered with the whole, as the RFC allows.
 * @returns null: the whole; "unsatisfiable": 416
 */
export function parseRange(header: string | undefined, sizeBytes: number): ByteRange | null | "unsatisfiable" {
  const [, from = "", to = ""] = /^bytes=(\d*)-(\d*)$/.exec(header ?? "") ?? [];
  if (from === "" && to === "") return null;
  if (from === "") {
    const suffix = Number(to);
    if (suffix === 0 || sizeBytes === 0) return "unsatisfiable";
    return { first: Math.max(0, sizeBytes - suffix), last: sizeBytes - 1 };
  }
  const first = Number(from);
  if (to !== "" && Number(to) < first) return null;
  if (first >= sizeBytes) return "unsatisfiable";
  return { first, last: to === "" ? sizeBytes - 1 : Math.min(Number(to), sizeBytes - 1) };
}
