import { AppError } from "@nightjar/contract";
import type { UserId, UserStatus } from "@nightjar/contract";
import { users } from "@nightjar/db";
import { createTestDatabase } from "@nightjar/db/testing";
import type { TestDatabase } from "@nightjar/db/testing";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { z } from "zod";
import type { RequestFacts, Services } from "../../src/context.ts";
import { createServices } from "../../src/services.ts";
import type { Verb } from "../../src/verb.ts";
import { createFakePorts } from "./ports.ts";
import type { FakePorts } from "./ports.ts";

/** Who calls. */
export type As = "admin" | "staff" | "pending" | "rejected" | "anonymous" | Caller;
interface Caller {
  readonly token: string | null;
  readonly browserNonce?: string;
  readonly clientAddress?: string;
}

type InputOf<I extends z.ZodType> = I extends z.ZodVoid ? undefined : z.input<I> | Readonly<Record<string, unknown>>;

export interface Studio {
  readonly services: Services;
  readonly ports: FakePorts;
  readonly engine: FakePorts["engine"];
  /** Calls a verb as a surface does, and waits until what follows at once has followed. @throws AppError */
  callVerb<I extends z.ZodType, O extends z.ZodType>(verb: Verb<I, O>, input: InputOf<I>, as?: As): Promise<z.output<O>>;
  /** The error it is refused with. @throws when it is not */
  refusal<I extends z.ZodType, O extends z.ZodType>(verb: Verb<I, O>, input: InputOf<I>, as?: As): Promise<AppError>;
  /** An account with a session, made in the database. */
  account(role: string, status: UserStatus): Promise<{ readonly id: UserId; readonly email: string; readonly token: string }>;
  /** As if the process had ended and another begun over the same database. This one is closed then. */
  reopen(): Studio;
  close(): void;
}

const ACCOUNTS: Readonly<Record<Exclude<As, "anonymous" | object>, readonly [role: string, status: UserStatus]>> = {
  admin: ["admin", "approved"],
  staff: ["staff", "approved"],
  pending: ["staff", "pending"],
  rejected: ["staff", "rejected"],
};

/** All verbs over a database of their own, copied from the migrated template; every port is a strict fake. */
export async function openStudio(): Promise<Studio> {
  return studioOver(await createTestDatabase(), { tokens: new Map(), count: 0, calls: 0 });
}

/** Who has an account, and how often was called, across a restart as well. */
interface Accounts {
  readonly tokens: Map<string, string>;
  count: number;
  calls: number;
}

function studioOver(database: TestDatabase, accounts: Accounts): Studio {
  const ports = createFakePorts(database.db);
  const services = createServices(ports);
  const { tokens } = accounts;

  const account: Studio["account"] = async (role, status) => {
    const email = `${role}-${status}-${++accounts.count}@example.com`;
    const { id } = database.db.insert(users).values({ email, password: "none", role, status }).returning().get();
    return { id, email, token: await services.sessions.create(id) };
  };
  const tokenOf = async (as: As): Promise<string | null> => {
    if (typeof as === "object") return as.token;
    if (as === "anonymous") return null;
    const token = tokens.get(as) ?? (await account(...ACCOUNTS[as])).token;
    tokens.set(as, token);
    return token;
  };
  const callVerb: Studio["callVerb"] = async (verb, input, as = "admin") => {
    const token = await tokenOf(as);
    try {
      const caller = typeof as === "object" ? as : {};
      return await verb({ ctx: { services, request: { ...REQUEST, ...caller, requestId: `call-${++accounts.calls}`, token } }, input });
    } finally {
      await nextTurn();
    }
  };
  const end = () => {
    services.planPushes.close();
    services.overlayEdits.close();
    services.offAir.close();
    services.playlistJobs.close();
    services.covers.close();
    services.takenIn.close();
    services.fileSweeps.close();
  };
  return {
    ...{ services, ports, engine: ports.engine, account, callVerb },
    async refusal(verb, input, as) {
      const outcome: unknown = await callVerb(verb, input, as).catch((error: unknown) => error);
      if (outcome instanceof AppError) return outcome;
      throw new Error(`${verb.spec.name} was not refused`);
    },
    reopen() {
      end();
      return studioOver(database, accounts);
    },
    close() {
      end();
      database.close();
    },
  };
}

const REQUEST: RequestFacts = {
  ...{ requestId: "", token: null, tokenFrom: "bearer", clientAddress: "127.0.0.1" },
  ...{ origin: null, secFetchSite: null, host: "studio.example", beforeMs: null, browserNonce: null },
};
