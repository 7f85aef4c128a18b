import { BUILT_IN_TEMPLATES } from "@nightjar/contract";
import { isSeeded, markSeeded } from "@nightjar/db";
import type { Services } from "../context.ts";
import { insertTemplate } from "./create-template.ts";

/** At the first start: the templates a studio begins with. They are its own from then on: one that is deleted stays away. */
export function seedTemplates({ clock, db }: Pick<Services, "clock" | "db">): void {
  db.transaction((tx) => {
    if (isSeeded(tx)) return;
    const createdAt = new Date(clock.nowMs());
    for (const { description, elements, isDefault, name, plates } of BUILT_IN_TEMPLATES) {
      insertTemplate(tx, { name, description, isDefault, createdAt }, elements, plates);
    }
    markSeeded(tx);
  });
}
