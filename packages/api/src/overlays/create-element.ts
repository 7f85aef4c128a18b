import { createElementInput, overlayElement } from "@nightjar/contract";
import { defineVerb } from "../verb.ts";
import { editTemplate } from "./edit-template.ts";
import { frontLayer, insertElement } from "./element-rows.ts";
import { readElement } from "../plan/template-elements.ts";

/** In front of the others; what is not said gets its stored default. */
export const createElement = defineVerb({
  name: "overlays.createElement",
  access: "approved",
  kind: "change",
  input: createElementInput,
  output: overlayElement,
  subject: (_input, output) => output?.id ?? null,
  run({ ctx, input }) {
    const { templateId, ...fields } = input;
    const id = editTemplate(ctx, { id: templateId }, (tx) =>
      insertElement(tx, templateId, { ...fields, layer: frontLayer(tx, templateId) }),
    );
    return readElement(ctx.services.db, id);
  },
});
