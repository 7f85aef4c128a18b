import { type Ctx, type Principal, type Services, VERBS, appRouter, authorise, toTrpcError } from "@nightjar/api";
import { AppError, BATCH_CALLS_MAX, CHANGED_HEADER, type ChangedEntity, NEWEST_EVENT_HEADER } from "@nightjar/contract";
import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { readBounded } from "./body.ts";
import { requestFacts } from "./request-facts.ts";
import type { App, HttpNeeds } from "./types.ts";

const ENDPOINT = "/trpc";

export function mountTrpc(app: App, needs: HttpNeeds): void {
  app.all(`${ENDPOINT}/*`, async (c) => {
    const changed = new Set<ChangedEntity>();
    const ctx = { services: noting(needs.services, changed), request: requestFacts(c, needs.trustProxy) };
    const { req, refusal } = await readWhole(c.req.raw, ctx);
    const newest = needs.services.live.log.lastId();
    return fetchRequestHandler({
      endpoint: ENDPOINT,
      maxBatchSize: BATCH_CALLS_MAX,
      req,
      router: appRouter,
      createContext() {
        // In tRPC's own shape: any other the studio takes for no answer.
        if (refusal !== null) throw toTrpcError(refusal);
        return ctx;
      },
      responseMeta({ info }) {
        if (info?.calls.some(({ path }) => TELLING.has(path))) c.set("tellsToken", true);
        const headers = new Headers({ [NEWEST_EVENT_HEADER]: newest });
        if (changed.size > 0) headers.set(CHANGED_HEADER, [...changed].join(","));
        return { headers };
      },
    });
  });
}

/** The request with its body, or why that is not taken. Bounded here: tRPC itself would take one of any size. */
async function readWhole(raw: Request, ctx: Ctx): Promise<{ readonly req: Request; readonly refusal: AppError | null }> {
  const { headers, method, url } = raw;
  if (method === "GET" || method === "HEAD") return { req: raw, refusal: null };
  try {
    const body = await readBounded(raw, () => whoCalls(pathsOf(url), ctx));
    return { req: new Request(url, { method, headers, body: new Uint8Array(body) }), refusal: null };
  } catch (error) {
    const refusal = error instanceof AppError ? error : new AppError("invalid-input", "The body was incomplete", { cause: error });
    // Nothing of it is carried out, whatever it was: some methods no request can be made of.
    return { req: new Request(url, { method: "POST", headers }), refusal };
  }
}

const TELLING = new Set(VERBS.filter(({ spec }) => spec.tellsToken).map(({ spec }) => spec.name));
const ACCESS = new Map(VERBS.map(({ spec }) => [spec.name, spec.access]));
/** Several calls go in one request. */
const pathsOf = (url: string) => new URL(url).pathname.slice(`${ENDPOINT}/`.length).split(",");

/** Who makes these calls; null: anybody may make one of them. @throws AppError where one of them would be refused */
async function whoCalls(paths: readonly string[], ctx: Ctx): Promise<Principal | null> {
  let caller: Principal | null = null;
  for (const access of new Set(paths.map((path) => ACCESS.get(path) ?? "public"))) {
    caller = await authorise(access, ctx);
    if (caller === null) return null;
  }
  return caller;
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
