import { EDITS_ON_AIR_AFTER_MS } from "@nightjar/contract";
import type { Logger, TemplateId } from "@nightjar/contract";

/** Puts edits of templates on air once they rest: a half-finished drag is nobody's design. */
export interface OverlayEdits {
  edited(id: TemplateId): void;
  /** What still waits goes on air at the next start, when all that is wanted is planned anew. */
  close(): void;
}

export function createOverlayEdits(putOnAir: (id: TemplateId) => void, log: Logger): OverlayEdits {
  const waiting = new Map<TemplateId, NodeJS.Timeout>();
  let isClosed = false;
  const rest = (id: TemplateId) => {
    waiting.delete(id);
    try {
      putOnAir(id);
    } catch (error) {
      log.error({ err: error, templateId: id }, "an edited template could not be put on air");
    }
  };
  return {
    edited(id) {
      if (isClosed) return;
      clearTimeout(waiting.get(id));
      waiting.set(id, setTimeout(rest, EDITS_ON_AIR_AFTER_MS, id).unref());
    },
    close() {
      isClosed = true;
      for (const timer of waiting.values()) clearTimeout(timer);
      waiting.clear();
    },
  };
}
