import type { TestServer } from "./server.ts";

class FullError extends Error {
  readonly code = "SQLITE_FULL";
}

/** From now on every write to the database fails as on a full disk. @returns the way to end that */
export function fillDisk({ services }: Pick<TestServer, "services">): () => void {
  const client = services.db.$client;
  const { prepare } = client;
  const fail = () => {
    throw new FullError("database or disk is full");
  };
  client.prepare = ((source: string) => {
    const statement = prepare.call(client, source);
    if (!/^\s*(insert|update|delete)/i.test(source)) return statement;
    const raw = () => ({ get: fail, all: fail });
    return new Proxy(statement, { get: (_, name) => (name === "raw" ? raw : fail) });
  }) as typeof prepare;
  return () => void (client.prepare = prepare);
}
