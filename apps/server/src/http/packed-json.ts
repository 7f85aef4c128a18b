import type { MiddlewareHandler } from "hono";
import { compress } from "hono/compress";
import type { Env } from "./types.ts";

/** Answers that may tell a token: how long they are when packed would say something of it. */
const SECRET = /^\/(?:api\/auth\/|trpc\/.*\b(?:auth\.|admin\.createResetLink\b))/;

// However short: how long an answer is to be is not known before it is packed.
const compressed: MiddlewareHandler<Env> = compress({ contentTypeFilter: /^(?:application\/json|text\/csv)\b/ });

/** Packs what is read as JSON or as a table. Events, files and ranges go as they are. */
export const packedJson: MiddlewareHandler<Env> = (c, next) => (SECRET.test(c.req.path) ? next() : compressed(c, next));
