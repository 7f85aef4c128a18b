/** The closed set of failures a verb may answer with; each transport maps it once. */
export const ERROR_CODES = [
  "invalid-input",
  "unauthenticated",
  "forbidden",
  "not-found",
  "conflict",
  "too-slow",
  "too-large",
  "unsupported-type",
  "too-many-requests",
  "unavailable",
  "disk-full",
  "internal",
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

export const HTTP_STATUS = {
  "invalid-input": 400,
  unauthenticated: 401,
  forbidden: 403,
  "not-found": 404,
  conflict: 409,
  "too-slow": 408,
  "too-large": 413,
  "unsupported-type": 415,
  "too-many-requests": 429,
  unavailable: 503,
  "disk-full": 507,
  internal: 500,
} as const satisfies Record<ErrorCode, number>;

/** Told where no answer's body can tell it, too. */
export const DISK_FULL_TEXT = "The disk is full: nothing can be saved until space is freed on the server. What is on air goes on.";

export interface Issue {
  readonly path: string;
  readonly message: string;
}

/** A failure meant for the caller: its message is a sentence an operator can act on. */
export class AppError extends Error {
  override readonly name = "AppError";
  readonly code: ErrorCode;
  readonly issues: readonly Issue[];
  /** Further fields of the answer's body, e.g. the current revision at a conflict. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    code: ErrorCode,
    message: string,
    extra: { issues?: readonly Issue[]; details?: Record<string, unknown>; cause?: unknown } = {},
  ) {
    super(message, { cause: extra.cause });
    this.code = code;
    this.issues = extra.issues ?? [];
    this.details = extra.details ?? {};
  }
}
