import { listTemplateElements, listTemplates } from "../overlays/list-templates.ts";
import { query, router } from "../trpc.ts";

export const overlaysRouter = router({
  templates: query(listTemplates),
  templateElements: query(listTemplateElements),
});
