import { appRouter, type Services } from "@nightjar/api";
import { CHANGED_HEADER, type ChangedEntity, NEWEST_EVENT_HEADER } from "@nightjar/contract";
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
    const changed = new Set<ChangedEntity>();
    const newest = needs.services.live.log.lastId();
    return fetchRequestHandler({
      endpoint: ENDPOINT,
      req,
      router: appRouter,
      createContext: () => ({ services: noting(needs.services, changed), request: requestFacts(c, needs.trustProxy) }),
      responseMeta() {
        const headers = new Headers({ [NEWEST_EVENT_HEADER]: newest });
        if (changed.size > 0) headers.set(CHANGED_HEADER, [...changed].join(","));
        return { headers };
      },
    });
  });
}

/** The services for one request, which notes what its calls say has changed. */
function noting(services: Services, changed: Set<ChangedEntity>): Services {
  return {
    ...services,
    follow(told) {
      for (const { entity } of told.changes) changed.add(entity);
      services.follow(told);
    },
  };
}
