import type { OverlayTemplate, TemplateDocument } from "@nightjar/contract";
import { oneAtATime } from "@nightjar/kit";
import { diff } from "./diff.ts";
import { type DesignDocument, designOf } from "./document.ts";
import { ChangedMeanwhile, type Conflict, type DesignerPort, Gone, Refused } from "./types.ts";

/** What the saver needs to know and to tell. `document` is what is committed: an open gesture is not part of it. */
export interface SaverHost {
  committed(): { readonly document: DesignDocument };
  onSaving(): void;
  /** `sent` is stored now, as `stored` (the server may have written some of it differently). */
  onStored(sent: DesignDocument, stored: DesignDocument, template: OverlayTemplate): void;
  onConflict(conflict: Conflict): void;
  /** The template was deleted: nothing can be stored of it any more. */
  onGone(): void;
  /** `before`: what was stored when it was sent; `stored`: what is by now, of which some may be somebody else's. */
  onFailed(before: DesignDocument, stored: TemplateState, refusal: string | null): void;
  onIdle(): void;
}

export interface Saver {
  /** Something was committed. */
  kick(): void;
  /** Runs a call of its own once nothing is on its way; edits wait until it is done. It stops saving as an edit does, at a conflict or without a template. */
  alone<T>(call: (template: OverlayTemplate) => Promise<T>): Promise<T>;
  /** What is stored as far as we know. */
  stored(): TemplateState;
  /** After a conflict: this is what is stored. */
  adopt(state: TemplateState): void;
  settled(): Promise<void>;
  /** Its answers no longer matter: another template is shown. What is on its way still arrives. */
  drop(): void;
}

export interface TemplateState {
  readonly template: OverlayTemplate;
  readonly document: DesignDocument;
}

/** One call at a time; what is edited meanwhile goes, as one, with the next: it sends what differs between committed and stored. */
export function createSaver(port: DesignerPort, first: TemplateState, host: SaverHost): Saver {
  let stored = first;
  let isDropped = false;
  let isStopped = false;

  const take = (sent: DesignDocument, answer: TemplateDocument) => {
    stored = { template: answer.template, document: designOf(answer) };
    if (!isDropped) host.onStored(sent, stored.document, stored.template);
  };
  const fail = async (error: unknown) => {
    if (error instanceof ChangedMeanwhile) {
      isStopped = true;
      if (!isDropped) host.onConflict(error.conflict);
      return;
    }
    if (error instanceof Gone) {
      if (!isDropped) host.onGone();
      return;
    }
    // Whether it was stored although no answer came is known by asking.
    const before = stored;
    const answer = await port.load(before.template.id).catch(() => null);
    if (answer !== null) stored = { template: answer.template, document: designOf(answer) };
    if (!isDropped) host.onFailed(before.document, stored, error instanceof Refused ? error.message : null);
  };
  const isDirty = () => !isDropped && !isStopped && diff(stored.document, host.committed().document).length > 0;
  const send = () => {
    const { document } = host.committed();
    host.onSaving();
    const { id, revision } = stored.template;
    const changes = diff(stored.document, document);
    return port.change({ id, revision, changes }).then((answer) => take(document, answer), fail);
  };
  const saves = oneAtATime({ next: () => (isDirty() ? send : null), onIdle: () => isDropped || host.onIdle() });

  return {
    kick: saves.kick,
    alone: (call) =>
      saves.alone(() =>
        call(stored.template).catch(async (error: unknown) => {
          if (error instanceof ChangedMeanwhile || error instanceof Gone) await fail(error);
          throw error;
        }),
      ),
    stored: () => stored,
    adopt(state) {
      stored = state;
      isStopped = false;
    },
    settled: saves.settled,
    drop() {
      isDropped = true;
    },
  };
}
