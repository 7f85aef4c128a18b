import type { Services } from "@nightjar/api";
import type { HttpBindings } from "@hono/node-server";
import type { Context, Hono } from "hono";
import type { ResumableUploads } from "../adapters/resumable-uploads.ts";

export interface Env {
  Bindings: Partial<HttpBindings>;
  Variables: {
    requestId: string;
    /** The answer tells one: it is not packed. */
    tellsToken?: true;
  };
}
export type App = Hono<Env>;
export type AppContext = Context<Env>;

export interface HttpNeeds {
  readonly services: Services;
  readonly resumable: Pick<ResumableUploads, "handle">;
  readonly trustProxy: boolean;
  /** Tells open event streams that the server ends. */
  readonly ending: AbortSignal;
}
