import type { MiddlewareHandler } from "hono";
import { compress } from "hono/compress";
import type { Env } from "./types.ts";

// However short: how long an answer is to be is not known before it is packed.
const compressed: MiddlewareHandler<Env> = compress({ contentTypeFilter: /^(?:application\/json|text\/csv)\b/ });

/** Packs what is read as JSON or as a table, unless it tells a token. Events, files and ranges go as they are. */
export const packedJson: MiddlewareHandler<Env> = async (c, next) => {
  // Not before it: which calls it was is known where they were answered, however their names were written.
  await next();
  if (!c.get("tellsToken")) await compressed(c, () => Promise.resolve());
};
