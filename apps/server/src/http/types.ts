import type { Services } from "@nightjar/api";
import type { HttpBindings } from "@hono/node-server";
import type { Context, Hono } from "hono";

export interface Env {
  Bindings: Partial<HttpBindings>;
  Variables: { requestId: string };
}
export type App = Hono<Env>;
export type AppContext = Context<Env>;

export interface HttpNeeds {
  readonly services: Services;
  readonly trustProxy: boolean;
  /** Tells open event streams that the server ends. */
  readonly ending: AbortSignal;
}
