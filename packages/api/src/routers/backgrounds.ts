import { activateBackground } from "../backgrounds/activate-background.ts";
import { createBackground } from "../backgrounds/create-background.ts";
import { deleteBackground } from "../backgrounds/delete-background.ts";
import { getBackground } from "../backgrounds/get-background.ts";
import { listBackgrounds } from "../backgrounds/list-backgrounds.ts";
import { updateBackground } from "../backgrounds/update-background.ts";
import { mutation, query, router } from "../trpc.ts";

export const backgroundsRouter = router({
  list: query(listBackgrounds),
  get: query(getBackground),
  create: mutation(createBackground),
  update: mutation(updateBackground),
  activate: mutation(activateBackground),
  delete: mutation(deleteBackground),
});
