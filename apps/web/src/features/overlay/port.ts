import { HTTP_STATUS, type OverlayTemplate } from "@nightjar/contract";
import { TRPCClientError } from "@trpc/client";
import { z } from "zod";
import { messageOf, statusOf } from "../../lib/errors.ts";
import { READS_ITSELF } from "../../lib/hearing-link.ts";
import { api, queryClient, trpcClient } from "../../lib/trpc.ts";
import { ChangedMeanwhile, type DesignerPort, Gone, Refused } from "./kernel/types.ts";

const conflict = z.object({
  appCode: z.literal("conflict"),
  details: z.object({ revision: z.number(), updatedBy: z.string().nullable(), updatedAt: z.string() }),
});

function asMet(error: unknown): unknown {
  if (!(error instanceof TRPCClientError)) return error;
  const parsed = conflict.safeParse(error.data);
  if (parsed.success) return new ChangedMeanwhile(parsed.data.details);
  return statusOf(error) === HTTP_STATUS["not-found"] ? new Gone(messageOf(error, ""), { cause: error }) : error;
}

const asRefused = (error: unknown): unknown =>
  statusOf(error) === HTTP_STATUS["invalid-input"] ? new Refused(messageOf(error, ""), { cause: error }) : error;

/** A list that was not read yet is read whole when it is shown. */
function patchTemplates(patch: (before: OverlayTemplate[]) => OverlayTemplate[]): void {
  queryClient.patch(() => void api.overlays.templates.setData(undefined, (before) => before && patch(before)));
}

/** A call that carries the revision it was made on. @throws ChangedMeanwhile where that is not the stored one, Gone where there is none */
const onRevision = <T>(call: Promise<T>): Promise<T> =>
  call.catch((error: unknown) => {
    throw asMet(error);
  });

/** What the designer stores with. */
export const designerPort: DesignerPort = {
  change: (input) =>
    onRevision(trpcClient.overlays.change.mutate(input, { context: READS_ITSELF })).catch((error: unknown) => {
      throw asRefused(error);
    }),
  load: (id) =>
    queryClient.fetchQuery({
      // Not as it was opened: that would be the answer where the line dies meanwhile.
      queryKey: ["stored now", id],
      queryFn: ({ signal }) => trpcClient.overlays.document.query({ id }, { signal }),
      gcTime: 0,
    }),
  async rename(input) {
    const template = await onRevision(trpcClient.overlays.updateTemplate.mutate(input));
    patchTemplates((before) => before.map((each) => (each.id === template.id ? template : each)));
    return template;
  },
  async create(input) {
    const document = await trpcClient.overlays.createTemplate.mutate(input);
    patchTemplates((before) => [...before.filter(({ id }) => id !== document.template.id), document.template]);
    return document;
  },
};
