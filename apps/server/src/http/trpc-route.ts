import { appRouter } from "@nightjar/api";
import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { readBounded } from "./body.ts";
import { errorResponse } from "./errors.ts";
import { requestFacts } from "./request-facts.ts";
import type { App, HttpNeeds } from "./types.ts";

const ENDPOINT = "/trpc";

export function mountTrpc(app: App, needs: HttpNeeds): void {
  app.all(`${ENDPOINT}/*`, async (c) => {
    const { raw } = c.req;
    let req = raw;
    if (raw.method !== "GET" && raw.method !== "HEAD") {
      try {
        // Bounded here: tRPC itself would take a body of any size.
        req = new Request(raw.url, { method: raw.method, headers: raw.headers, body: new Uint8Array(await readBounded(raw)) });
      } catch (error) {
        return errorResponse(c, error);
      }
    }
    return fetchRequestHandler({
      endpoint: ENDPOINT,
      req,
      router: appRouter,
      createContext: () => ({ services: needs.services, request: requestFacts(c, needs.trustProxy) }),
    });
  });
}
