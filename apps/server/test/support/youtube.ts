import { expect } from "vitest";
import { type TestServer, textAt } from "./server.ts";

export const newStream = async (server: TestServer, title = "Night") =>
  textAt(await server.call("POST", "/api/streams", { body: { title } }), "id");

/** As a browser does it: to Google's page, and back. */
export async function consent(server: TestServer, id: string) {
  const asked = await server.call("GET", `/api/auth/youtube/connect?streamId=${id}`);
  const cookie = asked.headers.get("set-cookie")?.split(";")[0] ?? "";
  const page = await fetch(textAt(asked, "authUrl"), { redirect: "manual" });
  const back = new URL(page.headers.get("location") ?? "");
  return server.call("GET", back.pathname + back.search, { token: null, headers: { cookie } });
}

/** A stream that sends to the account's channel. */
export async function connected(server: TestServer, title?: string) {
  const id = await newStream(server, title);
  await consent(server, id);
  const set = await server.call("POST", `/api/youtube/setup-stream/${id}`, { body: { channelId: "UC-moth", channelName: "Moth Radio" } });
  expect(set.status).toBe(200);
  return id;
}
