import type { ElementId } from "@nightjar/contract";
import { createCommands } from "./commands.ts";
import { createCore } from "./core.ts";
import { createSaving } from "./saving.ts";
import type { Designer, DesignerPort } from "./types.ts";

export interface DesignerOptions {
  readonly port: DesignerPort;
  /** Unique in the studio, at most 64 characters. */
  readonly newId: () => ElementId;
}

/** The overlay designer without its screen. Begins with a new, empty template. */
export function createDesigner({ port, newId }: DesignerOptions): Designer {
  const core = createCore(() => kick());
  const { kick, ...saving } = createSaving(() => core, port, newId);
  const { getSnapshot, subscribe, begin, commit, cancel, undo, redo } = core;
  return { getSnapshot, subscribe, begin, commit, cancel, undo, redo, ...saving, ...createCommands(core, newId) };
}
