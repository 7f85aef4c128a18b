import { onAir } from "@nightjar/contract";
import type { StreamId } from "@nightjar/contract";
import type { z } from "zod";
import type { Services } from "../context.ts";
import { defineAct } from "../verb.ts";
import { observedOnAir } from "../plan/observed.ts";

/** A change of what one stream has on air; answers with what is true of it when `act` has done its part. */
export function defineOnAirVerb<I extends z.ZodType<{ readonly id: StreamId }>>(definition: {
  readonly name: string;
  readonly input: I;
  /** @returns whether it did anything: what was asked for may have been done before */
  readonly act: (services: Services, input: z.output<I>, sessionKey: string) => boolean;
}) {
  const { name, input: schema, act } = definition;
  return defineAct({
    name,
    access: "approved",
    input: schema,
    output: onAir,
    entity: "streams",
    subject: (input) => input.id,
    act({ ctx, input, wasFound }) {
      // What was edited just before is there to be asked for.
      ctx.services.planPushes.flush(input.id);
      if (!act(ctx.services, input, ctx.principal.sessionKey)) wasFound();
      return observedOnAir(ctx.services, input.id);
    },
  });
}
