import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { json } from "node:stream/consumers";

export interface NamedCall {
  readonly method?: string;
  readonly token?: string;
  readonly body?: unknown;
}

/** A call of who has reached the server by another name; `fetch` always says that of the address. @returns the answer's JSON */
export async function callByName(host: string, url: string, { method = "GET", token, body }: NamedCall = {}): Promise<unknown> {
  const headers = { host, "content-type": "application/json", ...(token !== undefined && { authorization: `Bearer ${token}` }) };
  const asked = request(url, { method, headers });
  asked.end(body === undefined ? "" : JSON.stringify(body));
  const [answer] = (await once(asked, "response")) as [IncomingMessage];
  return json(answer);
}
