import { createElementInput, overlayElement } from "@nightjar/contract";
import { defineChange } from "../verb.ts";
import { editTemplate } from "./edit-template.ts";
import { frontLayer, insertElement } from "./element-rows.ts";
import { readElement } from "../plan/template-elements.ts";

/** In front of the others; what is not said gets its stored default. */
export const createElement = defineChange({
  name: "overlays.createElement",
  access: "approved",
  input: createElementInput,
  output: overlayElement,
  entity: "overlays",
  subject: (_input, made) => made?.id ?? null,
  commit(tx, { ctx, input }) {
    const { templateId, ...fields } = input;
    const id = editTemplate(tx, ctx, { id: templateId }, () =>
      insertElement(tx, templateId, { ...fields, layer: frontLayer(tx, templateId) }),
    );
    return readElement(tx, id);
  },
});
