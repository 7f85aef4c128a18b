import type { z } from "zod";
import type { Access } from "../access.ts";
import { checkOutput } from "../check-output.ts";
import type { Ctx } from "../context.ts";
import type { uploadLeave } from "../backgrounds/resumable-upload.ts";
import type { openFileOutput } from "../files/open-file.ts";
import type { ConsentPage, consentPage } from "../grants/consent-page.ts";
import type { AsRunExport } from "../streams/as-run.ts";
import type { LiveBytes, SentBytes } from "../ports.ts";
import type { EventSource } from "../streams/events.ts";
import type { Kind, Verb, VerbSpec } from "../verb.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
type Address = `${Method} /${string}`;

/** What a body is made of, and what goes with it. */
interface Reply {
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Answers a call, by the verb's leave. */
type Answer<T> = (call: { readonly ctx: Ctx; readonly input: unknown }) => Promise<T>;

interface RouteBase {
  readonly method: Method;
  /** With `{name}` for the parts that go into the verb's input. */
  readonly path: string;
  readonly spec: VerbSpec<Access, z.ZodType, z.ZodType, Kind>;
  readonly status: 200 | 201 | 204;
  readonly summary: string;
  readonly tag: string;
  /** The body's schema, where that is not the verb's output as it is. */
  readonly bodySchema: z.ZodType | null;
  /** A step of an upload: a refusal tells its text as `error`, too. */
  readonly isUpload: boolean;
}

/** How the bytes go in and out; what is decided, and who may, is the verb's in every case. */
export type Route = RouteBase &
  (
    | { readonly transport: "json"; readonly answer: Answer<Reply> }
    /** Its input is a form, `field` of which holds the file. */
    | { readonly transport: "upload"; readonly field: string; readonly answer: Answer<Reply> }
    /** Pieces of a file, by the upload protocol tus 1.0; the verb says whether they may come. */
    | { readonly transport: "resumable"; readonly answer: Answer<z.output<typeof uploadLeave>> }
    | { readonly transport: "file"; readonly answer: Answer<z.output<typeof openFileOutput>> }
    | { readonly transport: "events"; readonly answer: Answer<EventSource> }
    | { readonly transport: "export"; readonly answer: Answer<AsRunExport> }
    | { readonly transport: "sent"; readonly answer: Answer<SentBytes> }
    | { readonly transport: "live"; readonly answer: Answer<LiveBytes> }
    | { readonly transport: "text"; readonly answer: Answer<string> }
    /** For a browser that was sent here by another site: a refusal is a page, too. */
    | { readonly transport: "page"; readonly answer: Answer<ConsentPage> }
  );
/** Waits for the verb that it leads to. */
export type RouteTo<O extends z.ZodType> = (verb: Verb<z.ZodType, O>) => Route;

interface JsonOptions<O extends z.ZodType> {
  readonly status?: RouteBase["status"];
  /** What the body becomes, where it is not the verb's answer as it is. */
  readonly reply?: (output: z.output<O>) => Reply;
  readonly bodySchema?: z.ZodType;
  readonly isUpload?: boolean;
}

export function json<O extends z.ZodType>(address: Address, summary: string, options: JsonOptions<O> = {}): RouteTo<O> {
  const { reply = (body) => ({ body }), bodySchema = null, isUpload = false, status } = options;
  return (verb) => {
    const base = baseOf(address, verb, summary);
    const answer: Answer<Reply> = async (call) => {
      const made = reply(await verb(call));
      if (bodySchema && call.ctx.services.config.checksOutputs) checkOutput(bodySchema, made.body, address);
      return made;
    };
    return { ...base, status: status ?? (base.method === "DELETE" ? 204 : 200), bodySchema, isUpload, transport: "json", answer };
  };
}

/** One file of a multipart form. */
export function upload(address: Address, summary: string, field: string, status: 200 | 201 = 200): RouteTo<z.ZodType> {
  return (verb) => {
    const answer: Answer<Reply> = async (call) => ({ body: await verb(call) });
    return { ...baseOf(address, verb, summary), status, isUpload: true, transport: "upload", field, answer };
  };
}

/** One step of the upload protocol. */
export const resumable = (address: Address, summary: string, status: RouteBase["status"]): RouteTo<typeof uploadLeave> => {
  return (verb) => ({ ...baseOf(address, verb, summary), status, isUpload: true, transport: "resumable", answer: verb });
};

/** Bytes of a stored file; answers ranges. */
export const file = (address: Address, summary: string): RouteTo<typeof openFileOutput> => {
  return (verb) => ({ ...baseOf(address, verb, summary), transport: "file", answer: verb });
};

/** Server-sent events. */
export const events = (address: Address, summary: string): RouteTo<z.ZodType<EventSource>> => {
  return (verb) => ({ ...baseOf(address, verb, summary), transport: "events", answer: verb });
};

/** Bytes that go on until somebody ends them. */
export const live = (address: Address, summary: string): RouteTo<z.ZodType<LiveBytes>> => {
  return (verb) => ({ ...baseOf(address, verb, summary), transport: "live", answer: verb });
};

/** Bytes of what is sent, kept nowhere. */
export const sent = (address: Address, summary: string): RouteTo<z.ZodType<SentBytes>> => {
  return (verb) => ({ ...baseOf(address, verb, summary), transport: "sent", answer: verb });
};

/** A body of any length, made as fast as it is taken. */
export const exported = (address: Address, summary: string, bodySchema: z.ZodType): RouteTo<z.ZodType<AsRunExport>> => {
  return (verb) => ({ ...baseOf(address, verb, summary), bodySchema, transport: "export", answer: verb });
};

export const text = (address: Address, summary: string): RouteTo<z.ZodType<string>> => {
  return (verb) => ({ ...baseOf(address, verb, summary), transport: "text", answer: verb });
};

/** What a popup shows. */
export const page = (address: Address, summary: string): RouteTo<typeof consentPage> => {
  return (verb) => ({ ...baseOf(address, verb, summary), transport: "page", answer: verb });
};

function baseOf(address: Address, { spec }: Verb, summary: string): RouteBase {
  const [method, path] = address.split(" ") as [Method, string];
  return { method, path, spec, summary, status: 200, bodySchema: null, isUpload: false, tag: spec.name.split(".")[0] ?? "" };
}

/** The names of a path's parameters, in order. */
export const pathParameters = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
