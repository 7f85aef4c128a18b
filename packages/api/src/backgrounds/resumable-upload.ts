import { AppError, userId } from "@nightjar/contract";
import { z } from "zod";
import type { IncomingForm } from "../files/receive-upload.ts";
import { defineAct, defineVerb } from "../verb.ts";
import type { PendingUpload } from "../ports.ts";

// What the bytes do is the upload protocol's, in the server; who may, and whose upload it is, is said here.

/** Leave to go on with the protocol, and in whose name. */
export const uploadLeave = z.object({ ownerId: userId });
const byId = z.object({ id: z.string().max(100) });

export const beginUpload = defineAct({
  name: "backgrounds.beginUpload",
  access: "approved",
  input: z.void(),
  output: uploadLeave,
  act: ({ ctx }) => ({ ownerId: ctx.principal.user.id }),
});

export const continueUpload = defineAct({
  name: "backgrounds.continueUpload",
  access: "approved",
  input: byId,
  output: uploadLeave,
  act: ({ ctx }) => ({ ownerId: ctx.principal.user.id }),
});

export const giveUpUpload = defineAct({
  name: "backgrounds.giveUpUpload",
  access: "approved",
  input: byId,
  output: uploadLeave,
  act: ({ ctx }) => ({ ownerId: ctx.principal.user.id }),
});

/** How far it came: asked before it is gone on with. */
export const findUpload = defineVerb({
  name: "backgrounds.findUpload",
  access: "approved",
  kind: "query",
  input: byId,
  output: uploadLeave,
  run: ({ ctx }) => ({ ownerId: ctx.principal.user.id }),
});

export const noSuchUpload = () =>
  new AppError("not-found", "This upload is not known: it was given up, or begun more than a day ago. Upload the file once more");

/** A file that came in pieces, as if it had come in a form. @throws AppError 409 while some of it is missing */
export function asForm(upload: PendingUpload): IncomingForm {
  const { fileName, receivedBytes, sizeBytes } = upload;
  if (receivedBytes !== sizeBytes) throw new AppError("conflict", "The file has not come whole yet");
  return { file: async () => ({ fileName, body: upload.open() }) };
}
