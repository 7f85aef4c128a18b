import { deleteMedia } from "../pictures/delete-media.ts";
import { listMedia } from "../pictures/list-media.ts";
import { changeTemplate } from "../overlays/change-template.ts";
import { createTemplate } from "../overlays/create-template.ts";
import { deleteTemplate } from "../overlays/delete-template.ts";
import { getDocument } from "../overlays/get-document.ts";
import { listTemplateElements, listTemplates } from "../overlays/list-templates.ts";
import { getTemplateUsage } from "../overlays/template-usage.ts";
import { updateTemplate } from "../overlays/update-template.ts";
import { mutation, query, router } from "../trpc.ts";

export const overlaysRouter = router({
  templates: query(listTemplates),
  templateElements: query(listTemplateElements),
  document: query(getDocument),
  createTemplate: mutation(createTemplate),
  updateTemplate: mutation(updateTemplate),
  deleteTemplate: mutation(deleteTemplate),
  templateUsage: query(getTemplateUsage),
  change: mutation(changeTemplate),
  media: query(listMedia),
  deleteMedia: mutation(deleteMedia),
});
