import { templateDocument } from "@nightjar/contract";
import type { TemplateDocument } from "@nightjar/contract";
import type { Answer, TestServer } from "./server.ts";

/** The designer's calls: over tRPC, as an administrator or with a token. */
export function designer(server: TestServer, token = server.adminToken) {
  const call = (name: string, input: unknown): Promise<Answer> => server.call("POST", `/trpc/overlays.${name}`, { body: input, token });
  const get = (name: string, input: unknown): Promise<Answer> =>
    server.call("GET", `/trpc/overlays.${name}?input=${encodeURIComponent(JSON.stringify(input))}`, { token });
  return {
    create: async (input: object): Promise<TemplateDocument> => documentOf(await call("createTemplate", input)),
    document: async (id: string): Promise<TemplateDocument> => documentOf(await get("document", { id })),
    change: (id: string, revision: number, changes: readonly unknown[]) => call("change", { id, revision, changes }),
    call,
    get,
  };
}

export function documentOf(answer: Answer): TemplateDocument {
  const { result } = answer.json as { result?: { data: unknown } };
  if (!result) throw new Error(answer.text);
  return templateDocument.parse(result.data);
}

/** What a refused call of tRPC tells. */
export function refusalOf(answer: Answer) {
  const { error } = answer.json as { error?: { message: string; data: { appCode: string; details: object } } };
  if (!error) throw new Error(answer.text);
  return { status: answer.status, message: error.message, code: error.data.appCode, details: error.data.details };
}
