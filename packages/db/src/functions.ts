import { asRunDestinations, hasReachedSomebody } from "@nightjar/contract";
import type Database from "better-sqlite3";

/** One line, lower case: how texts are compared. */
export const foldText = (text: string): string => text.normalize("NFKC").toLowerCase().replaceAll(/\s+/g, " ").trim();

/** What queries ask that SQLite does not know by itself; no table or index relies on it. */
export function defineFunctions(client: Database.Database): Database.Database {
  client.function("folded", { deterministic: true }, (text: unknown) => (typeof text === "string" ? foldText(text) : ""));
  client.function("reached", { deterministic: true }, (startedAtMs: unknown, endedAtMs: unknown, sentTo: unknown) => {
    const [startedAt, endedAt] = [startedAtMs, endedAtMs].map((atMs) => new Date(Number(atMs)).toISOString());
    const entry = {
      startedAt: String(startedAt),
      endedAt: String(endedAt),
      destinations: asRunDestinations.parse(JSON.parse(String(sentTo))),
    };
    return hasReachedSomebody(entry) ? 1 : 0;
  });
  return client;
}
