import type { z } from "zod";
import type { Verb } from "../verb.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** How the bytes go in and out; what is decided, and who may, is the verb's in every case. */
export type Transport = "json" | "upload" | "file" | "events" | "text" | "export" | "openapi";

interface Reply {
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Route {
  readonly method: Method;
  /** With `{name}` for the parts that go into the verb's input. */
  readonly path: string;
  readonly verb: Verb;
  readonly status: 200 | 201 | 204;
  readonly transport: Transport;
  readonly summary: string;
  readonly tag: string;
  /** Of an upload: the form's field that holds the file. */
  readonly uploadField: string | null;
  /** What the body becomes, where it is not the verb's answer as it is. */
  readonly reply: (output: unknown) => Reply;
  /** The body's schema, where `reply` changes it. */
  readonly bodySchema: z.ZodType | null;
}

interface RouteOptions<O extends z.ZodType> {
  readonly status?: Route["status"];
  readonly transport?: Exclude<Transport, "upload">;
  /** Makes it an upload. */
  readonly uploadField?: string;
  readonly reply?: (output: z.output<O>) => Reply;
  readonly bodySchema?: z.ZodType;
}

export function route<I extends z.ZodType, O extends z.ZodType>(
  call: `${Method} /${string}`,
  verb: Verb<I, O>,
  summary: string,
  options: RouteOptions<O> = {},
): Route {
  const [method, path] = call.split(" ") as [Method, string];
  const { status = method === "DELETE" ? 204 : 200, bodySchema = null, uploadField = null } = options;
  const transport = uploadField === null ? (options.transport ?? "json") : "upload";
  const reply = options.reply ?? ((body: z.output<O>) => ({ body }));
  return {
    ...{ method, path, summary, status, transport, uploadField, bodySchema },
    verb: verb as Verb,
    tag: verb.spec.name.split(".")[0] ?? "",
    reply: reply as Route["reply"],
  };
}

/** The names of a path's parameters, in order. */
export const pathParameters = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
