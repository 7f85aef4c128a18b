/** Lets a Google account into a stream as a browser does it: to Google's page, and back with the cookie of that browser. */
export async function connectYoutube(
  url: string,
  account: { readonly email: string; readonly password: string },
  streamId: string,
): Promise<void> {
  const headers = { "content-type": "application/json" };
  const token = await textAt(await fetch(`${url}/api/auth/login`, { method: "POST", headers, body: JSON.stringify(account) }), "token");
  const asked = await fetch(`${url}/api/auth/youtube/connect?streamId=${streamId}`, { headers: { authorization: `Bearer ${token}` } });
  const page = await fetch(await textAt(asked, "authUrl"), { redirect: "manual" });
  const back = new URL(page.headers.get("location") ?? "");
  const cookie = asked.headers.get("set-cookie")?.split(";")[0] ?? "";
  const finished = await fetch(`${url}${back.pathname}${back.search}`, { headers: { cookie } });
  if (!(await finished.text()).includes("youtube-auth-success")) throw new Error(`the account could not be connected: ${finished.status}`);
}

async function textAt(answer: Response, name: string): Promise<string> {
  const body: unknown = await answer.json();
  const text: unknown = typeof body === "object" && body !== null ? Reflect.get(body, name) : undefined;
  if (typeof text !== "string") throw new Error(`${answer.url} answered ${answer.status} without "${name}"`);
  return text;
}
