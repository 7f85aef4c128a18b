import type { StreamWithTracks, Track } from "@nightjar/contract";
import type { inferRouterInputs, inferRouterOutputs } from "@trpc/server";
import { describe, expect, expectTypeOf, it } from "vitest";
import { z } from "zod";
import { checkOutput } from "../src/check-output.ts";
import { json } from "../src/http/route.ts";
import { onStudio, room } from "../src/room.ts";
import { ROUTES, VERBS, appRouter } from "../src/rooms/index.ts";
import type { AppRouter } from "../src/rooms/index.ts";
import { getStream } from "../src/streams/get-stream.ts";
import { defineVerb } from "../src/verb.ts";
import { openStudio } from "./support/call-verb.ts";

type Inputs = inferRouterInputs<AppRouter>;
type Outputs = inferRouterOutputs<AppRouter>;

describe("the table of verbs", () => {
  it("lists each verb once, under its own name", () => {
    const names = VERBS.map(({ spec }) => spec.name);
    expect(new Set(names).size).toBe(names.length);
    expect(() => room("streams", { read: onStudio(getStream) })).toThrow("streams.get is listed as streams.read");
  });

  it("is called by tRPC or by a route, whatever it is", () => {
    const called = new Set([...Object.keys(appRouter._def.procedures), ...ROUTES.map(({ spec }) => spec.name)]);
    expect(called).toEqual(new Set(VERBS.map(({ spec }) => spec.name)));
  });

  it("tells the studio the exact types of its verbs, and nothing of those that are not for it", () => {
    expectTypeOf<Inputs["streams"]["get"]>().toEqualTypeOf<{ id: string }>();
    expectTypeOf<Outputs["streams"]["get"]>().toEqualTypeOf<StreamWithTracks>();
    expectTypeOf<Outputs["tracks"]["update"]>().toEqualTypeOf<Track>();
    expectTypeOf<Inputs["auth"]["endOtherSessions"]>().toEqualTypeOf<void>();
    expectTypeOf<keyof Inputs>().toEqualTypeOf<
      | "auth"
      | "admin"
      | "tracks"
      | "streams"
      | "settings"
      | "backgrounds"
      | "overlays"
      | "testStream"
      | "playlists"
      | "spotify"
      | "sample"
      | "activity"
      | "wall"
      | "youtube"
    >();
    expectTypeOf<"events" | "exportAsRun">().not.toExtend<keyof Inputs["streams"]>();
    expectTypeOf<AppRouter["tracks"]["checkDuplicates"]["_def"]["type"]>().toEqualTypeOf<"mutation">();
    expectTypeOf<AppRouter["tracks"]["list"]["_def"]["type"]>().toEqualTypeOf<"query">();
  });
});

describe("an answer that tells a token", () => {
  /** Names of fields that hold one; `path` is that of a link to a new password. */
  const TOKEN = /"(?:\w*(?:token|secret|password|cookie|nonce)\w*|authUrl|path)":\{/i;

  it("is of a verb that says so, and of no other", () => {
    const isJson = ({ spec: { name } }: (typeof VERBS)[number]) =>
      Object.hasOwn(appRouter._def.procedures, name) || ROUTES.some(({ spec, transport }) => spec.name === name && transport === "json");
    const fieldsOf = ({ output }: (typeof VERBS)[number]["spec"]) =>
      JSON.stringify(z.toJSONSchema(output, { io: "output", unrepresentable: "any" }));
    const telling = VERBS.filter((verb) => isJson(verb) && TOKEN.test(fieldsOf(verb.spec))).map(({ spec }) => spec.name);
    expect(telling.toSorted()).toEqual(["admin.createResetLink", "auth.login", "spotify.connect", "youtube.connect"]);
    expect(VERBS.flatMap(({ spec }) => (spec.tellsToken ? [spec.name] : [])).toSorted()).toEqual(telling.toSorted());
  });
});

describe("an answer", () => {
  it("that is not as its schema says, or says more, is a failure in tests and development", () => {
    const schema = z.object({ id: z.string(), note: z.string().optional() });
    expect(() => checkOutput(schema, { id: "a", note: undefined }, "a.b")).not.toThrow();
    expect(() => checkOutput(schema, { id: 1 }, "a.b")).toThrow("a.b answers what its schema does not say");
    expect(() => checkOutput(schema, { id: "a", password: "x" }, "a.b")).toThrow("a.b answers more than its schema says");
  });

  it("of a verb is held against its schema with every call", async () => {
    const studio = await openStudio();
    const row = { id: "a", password: "x" };
    const common = { access: "approved", kind: "query", input: z.void() } as const;
    const chatty = defineVerb({ ...common, name: "tests.chatty", output: z.object({ id: z.string() }), run: () => row });
    const { cause, code } = await studio.refusal(chatty, undefined);
    expect([code, cause]).toEqual(["internal", new Error("tests.chatty answers more than its schema says")]);
    studio.close();
  });

  it("that is another body by `/api` is held against the schema of that", async () => {
    const studio = await openStudio();
    const common = { access: "approved", kind: "query", input: z.void() } as const;
    const output = z.object({ row: z.object({ id: z.string() }) });
    const whole = defineVerb({ ...common, name: "tests.whole", output, run: () => ({ row: { id: "a" } }) });
    const by = (bodySchema: z.ZodType) => {
      const route = json<typeof output>("GET /api/tests", "A body", { reply: ({ row }) => ({ body: row }), bodySchema })(whole);
      return defineVerb({ ...common, name: "tests.by", output: z.unknown(), run: ({ ctx }) => route.answer({ ctx, input: undefined }) });
    };
    expect(await studio.callVerb(by(z.object({ id: z.string() })), undefined)).toEqual({ body: { id: "a" } });
    const { cause } = await studio.refusal(by(z.object({})), undefined);
    expect(cause).toEqual(new Error("GET /api/tests answers more than its schema says"));
    studio.close();
  });
});
