import { authorise, consentHtml, pathParameters } from "@nightjar/api";
import type { Ctx, Route } from "@nightjar/api";
import { LAST_EVENT_ID_PARAMETER } from "@nightjar/contract";
import { readJsonObject, unlessSilent } from "./body.ts";
import { errorPage, errorResponse } from "./errors.ts";
import { eventStream } from "./event-stream.ts";
import { exportResponse } from "./export-response.ts";
import { fileResponse } from "./file-response.ts";
import { liveResponse, sentResponse } from "./live-response.ts";
import { requestFacts } from "./request-facts.ts";
import type { App, AppContext, HttpNeeds } from "./types.ts";
import { openForm } from "./upload-form.ts";

/** Mounts the table: each row becomes one route, and nothing else answers under its path. */
export function mountRoutes(app: App, routes: readonly Route[], needs: HttpNeeds): void {
  for (const route of routes) {
    app.on(route.method, honoPath(route.path), (c) => answer(c, route, needs));
  }
}

const honoPath = (path: string) => path.replaceAll(/\{(\w+)\}/g, ":$1");

async function answer(c: AppContext, route: Route, needs: HttpNeeds): Promise<Response> {
  if (route.spec.tellsToken) c.set("tellsToken", true);
  try {
    const ctx = { services: needs.services, request: requestFacts(c, needs.trustProxy) };
    if (route.transport === "upload") return await answerUpload(c, route, ctx);
    // Its body is the piece itself.
    const input = route.transport === "resumable" ? pathOf(c, route) : await inputOf(c, route, ctx);
    return await send(c, route, { ctx, input }, needs);
  } catch (error) {
    return route.transport === "page" ? errorPage(c, error) : errorResponse(c, error, route);
  }
}

type Upload = Extract<Route, { readonly transport: "upload" }>;
function answerUpload(c: AppContext, route: Upload, ctx: Ctx): Promise<Response> {
  return unlessSilent(c.req.raw, async (request) => {
    const form = openForm(request);
    try {
      return jsonResponse(c, route, await route.answer({ ctx, input: form }));
    } finally {
      await form.finish();
    }
  });
}

type Call = { readonly ctx: Ctx; readonly input: unknown };
async function send(c: AppContext, route: Exclude<Route, Upload>, call: Call, needs: HttpNeeds): Promise<Response> {
  switch (route.transport) {
    case "resumable": {
      const { ownerId } = await route.answer(call);
      return unlessSilent(c.req.raw, (request) => needs.resumable.handle(request, ownerId));
    }
    case "file":
      return fileResponse(c, await route.answer(call));
    case "events":
      return eventStream(c, await route.answer(call), needs.ending);
    case "sent":
      return sentResponse(c, await route.answer(call));
    case "live":
      return liveResponse(c, await route.answer(call), needs.ending);
    case "export":
      return exportResponse(c, await route.answer(call));
    case "text":
      return c.text(await route.answer(call), 200, { "content-type": "text/plain; version=0.0.4; charset=utf-8" });
    case "page":
      return c.html(consentHtml(await route.answer(call)));
    case "json":
      return jsonResponse(c, route, await route.answer(call));
  }
}

interface JsonReply {
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}
function jsonResponse(c: AppContext, { status }: Route, { body, headers = {} }: JsonReply): Response {
  for (const [name, value] of Object.entries(headers)) c.header(name, value);
  if (status === 204) return c.body(null, 204);
  return c.body(JSON.stringify(body), status, { "Content-Type": "application/json" });
}

const pathOf = (c: AppContext, route: Route) => Object.fromEntries(pathParameters(route.path).map((name) => [name, c.req.param(name)]));

/** Query, body and path together; the path wins. */
async function inputOf(c: AppContext, route: Route, ctx: Ctx): Promise<unknown> {
  const path = pathOf(c, route);
  const hasBody = route.method === "POST" || route.method === "PUT" || route.method === "PATCH";
  const rest = hasBody ? await readJsonObject(c.req.raw, () => authorise(route.spec.access, ctx)) : c.req.query();
  // A browser's own retry names the last event in a header; a page that opens the stream anew does in the address.
  const lastEventId = route.transport === "events" ? c.req.header("last-event-id") : undefined;
  return { ...rest, ...(lastEventId !== undefined && { [LAST_EVENT_ID_PARAMETER]: lastEventId }), ...path };
}
