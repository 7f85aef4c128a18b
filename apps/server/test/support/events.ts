import { hello as helloSchema, HELLO_EVENT, LAST_EVENT_ID_PARAMETER, STATES_PARAMETER } from "@nightjar/contract";
import { expect } from "vitest";
import type { TestServer } from "./server.ts";

export interface ServerSentEvent {
  readonly name: string;
  readonly data: unknown;
  readonly id: string | null;
}

export interface WatchOptions {
  readonly token?: string;
  readonly lastEventId?: string;
  /** How the last id is told: by the header of a browser's own retry, or in the address. */
  readonly by?: "header" | "address";
  readonly states?: "all";
}

/** The server's events as they come. */
export async function* watch(server: TestServer, options: WatchOptions = {}): AsyncGenerator<ServerSentEvent, undefined> {
  const { token = server.adminToken, lastEventId, by = "header", states } = options;
  const query = new URLSearchParams({
    ...(lastEventId !== undefined && by === "address" && { [LAST_EVENT_ID_PARAMETER]: lastEventId }),
    ...(states !== undefined && { [STATES_PARAMETER]: states }),
  });
  const header: Record<string, string> = lastEventId !== undefined && by === "header" ? { "last-event-id": lastEventId } : {};
  const response = await fetch(`${server.url}/api/events?${query.toString()}`, {
    headers: { authorization: `Bearer ${token}`, ...header },
  });
  expect(response.headers.get("content-type")).toBe("text/event-stream");
  expect(response.headers.get("cache-control")).toBe("no-store");
  let text = "";
  for await (const chunk of (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
    text += chunk;
    const blocks = text.split("\n\n");
    text = blocks.pop() ?? "";
    yield* blocks.map(parse);
  }
  return undefined;
}

function parse(block: string): ServerSentEvent {
  const fields = new Map(block.split("\n").map((line) => [line.slice(0, line.indexOf(": ")), line.slice(line.indexOf(": ") + 2)]));
  return { name: fields.get("event") ?? "message", data: JSON.parse(fields.get("data") ?? "null"), id: fields.get("id") ?? null };
}

/** The next ones with that name, as many as asked for. */
export async function next(events: AsyncGenerator<ServerSentEvent, undefined>, count = 1, name = "message"): Promise<ServerSentEvent[]> {
  const found: ServerSentEvent[] = [];
  while (found.length < count) {
    const { value } = await events.next();
    if (!value) throw new Error(`the stream ended after ${found.length} of ${count}`);
    if (value.name === name) found.push(value);
  }
  return found;
}

/** Whether the stream says that it goes on where it was left. */
export async function isResumed(events: AsyncGenerator<ServerSentEvent, undefined>): Promise<boolean> {
  const [hello] = await next(events, 1, HELLO_EVENT);
  return helloSchema.parse(hello?.data).isResumed;
}
