/** The studio's API as its administrator. @throws when it answers with an error */
export type Call = (method: string, path: string, body?: unknown) => Promise<Record<string, unknown>>;

export async function signInByCall(url: string, account: { readonly email: string; readonly password: string }): Promise<Call> {
  const { token } = await send(url, {}, "POST", "/api/auth/login", account);
  return (method, path, body) => send(url, { authorization: `Bearer ${String(token)}` }, method, path, body);
}

/** What a schema of the contract knows. */
interface Shape<T> {
  parse(answer: unknown): T;
}

/** Asks for something of a known shape. @throws where the answer has another */
export async function read<T>(call: Call, shape: Shape<T>, path: string): Promise<T> {
  return shape.parse(await call("GET", path));
}

async function send(
  url: string,
  headers: Record<string, string>,
  method: string,
  path: string,
  body?: unknown,
): Promise<Record<string, unknown>> {
  const isJson = body !== undefined && !(body instanceof FormData);
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { ...headers, ...(isJson && { "content-type": "application/json" }) },
    ...(body !== undefined && { body: body instanceof FormData ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
  return text === "" ? {} : (JSON.parse(text) as Record<string, unknown>);
}
