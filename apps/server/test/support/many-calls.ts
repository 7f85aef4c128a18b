import { Agent, type IncomingMessage, request } from "node:http";

/** A walk makes thousands of calls: over one connection that is kept, and without `fetch`, whose part of a call was as much as the server's. */
const agent = new Agent({ keepAlive: true });

export interface Asked {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** What is answered. Of a stream of events, which has no end, only the head is read. */
export async function ask(url: string, { method, headers, body = "" }: Asked): Promise<{ readonly status: number; readonly text: string }> {
  const answer = await headOf(url, { method, headers: { ...headers, "content-length": String(Buffer.byteLength(body)) }, body });
  const isEndless = answer.headers["content-type"]?.includes("event-stream") ?? false;
  if (isEndless) answer.destroy();
  return { status: answer.statusCode ?? 0, text: isEndless ? "" : await textOf(answer) };
}

function headOf(url: string, { method, headers, body }: Required<Asked>): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request(url, { agent, method, headers }, resolve).on("error", reject).end(body);
  });
}

async function textOf(answer: IncomingMessage): Promise<string> {
  answer.setEncoding("utf8");
  let text = "";
  for await (const part of answer) text += String(part);
  return text;
}
