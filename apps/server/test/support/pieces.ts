import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import type { CallOptions, TestServer } from "./server.ts";

export const TUS = { "Tus-Resumable": "1.0.0" };
const base64 = (text: string) => Buffer.from(text).toString("base64");

/** Uploads in pieces, as a browser makes them, to the server that there is then. */
export function piecesTo(server: () => TestServer) {
  const step = (method: string, path: string, headers: Readonly<Record<string, string>> = {}, options: CallOptions = {}) =>
    server().call(method, path, { ...options, headers: { ...TUS, ...headers } });
  const begin = (size: number, name = "rain.mp4", options: CallOptions = {}) =>
    step("POST", "/api/uploads", { "Upload-Length": String(size), "Upload-Metadata": `filename ${base64(name)}` }, options);
  const head = (path: string, token = server().adminToken) =>
    fetch(server().url + path, { method: "HEAD", headers: { ...TUS, authorization: `Bearer ${token}` } });
  return {
    step,
    begin,
    head,
    async begun(size: number, name?: string): Promise<string> {
      const answer = await begin(size, name);
      expect(answer.status).toBe(201);
      return answer.headers.get("location") ?? "";
    },
    piece: (path: string, from: number, bytes: Uint8Array, token = server().adminToken) =>
      fetch(server().url + path, {
        method: "PATCH",
        headers: {
          ...{ ...TUS, authorization: `Bearer ${token}`, "upload-offset": String(from) },
          "content-type": "application/offset+octet-stream",
        },
        body: new Uint8Array(bytes),
      }),
    // No header is no number.
    offsetOf: async (path: string) => Number((await head(path)).headers.get("upload-offset") ?? "none"),
    folder: () => readdirSync(join(server().dataDir, "files", "resumable")),
  };
}
