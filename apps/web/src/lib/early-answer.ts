interface Early {
  readonly token: string;
  readonly url: string;
  readonly answer: Promise<Response>;
}

declare global {
  /** Left by early.ts: the answer to a call that this page makes in any case. */
  var nightjarEarly: Early | undefined;
}

/** What was asked for before the studio was there, once and for the same session; null: nothing. */
export function takeEarly(url: unknown, token: string | null): Promise<Response> | null {
  const early = globalThis.nightjarEarly;
  if (early === undefined || early.url !== url || early.token !== token) return null;
  globalThis.nightjarEarly = undefined;
  return early.answer;
}
