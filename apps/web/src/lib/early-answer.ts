interface Early {
  readonly token: string;
  readonly answer: Promise<Response>;
}

declare global {
  /** Left by early.ts: the answer to a call that this page makes in any case; null: the studio has made it. */
  var nightjarEarly: Early | null | undefined;
}

/** As tRPC asks for the account alone. */
const ACCOUNT_URL = "/trpc/auth.me?batch=1&input=%7B%7D";

/** What was asked for before the studio was there, once and for the same session; null: nothing. */
export function takeEarly(url: unknown, token: string | null): Promise<Response> | null {
  if (url !== ACCOUNT_URL) return null;
  const early = globalThis.nightjarEarly;
  globalThis.nightjarEarly = null;
  return early?.token === token ? early.answer : null;
}
