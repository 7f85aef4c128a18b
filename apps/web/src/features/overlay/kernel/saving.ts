import type { ElementId, OverlayTemplate, TemplateDocument } from "@nightjar/contract";
import { newId } from "@nightjar/kit";
import type { Core } from "./core.ts";
import { type DesignDocument, designOf, fieldsOf } from "./document.ts";
import { type History, withoutTakenBack } from "./history.ts";
import { merge } from "./merge.ts";
import { createSaver, type Saver, type SaverHost } from "./saver.ts";
import type { Designer, DesignerPort } from "./types.ts";

type Saving = Pick<Designer, "open" | "openNew" | "saveTemplate" | "saveAsNew" | "settled" | "takeTheirs" | "putMineOver"> & {
  /** Something was committed. */
  kick(): void;
};

const LOST = "lost changes";

/** Ties the document to what is stored of it. */
export function createSaving(core: () => Core, port: DesignerPort, newElementId: () => ElementId): Saving {
  let saver: Saver | null = null;
  /** How often another document was shown: what was asked for one before is not put upon this one. */
  let shown = 0;
  /** How undo was when what is stored was stored. */
  let storedHistory: History = { undo: [], redo: [] };
  let sentHistory: History = storedHistory;
  /** What is to be saved as new, until that is answered: it may have been made already. */
  let asNew = { content: "", id: "" };

  const host: SaverHost = {
    committed: () => ({ document: core().committed() }),
    onSaving() {
      sentHistory = core().history();
      core().put({ status: "saving" });
    },
    onStored(sent, stored, template) {
      storedHistory = sentHistory;
      core().put({ template });
      core().rebase(sent, stored);
    },
    onConflict: (conflict) => core().put({ status: "conflict", conflict }),
    onGone() {
      unbind();
      core().put({ status: "local", conflict: null });
    },
    onFailed(before, stored, refusal) {
      const history = refusal === null ? storedHistory : withoutTakenBack(storedHistory, sentHistory);
      const isLost = core().rollBack({ before, stored: stored.document, history }, LOST);
      storedHistory = core().history();
      core().put({ status: isLost ? "failed" : "saved", template: stored.template, refusal });
    },
    onIdle() {
      if (core().getSnapshot().save === "saving") core().put({ status: "saved" });
    },
  };
  const unbind = () => {
    saver?.drop();
    saver = null;
  };
  const begin = (template: OverlayTemplate, document: DesignDocument) => {
    unbind();
    saver = createSaver(port, { template, document }, host);
    storedHistory = core().history();
    core().put({ template, status: "saved", conflict: null });
  };
  const present = (): Saver => {
    if (saver === null) throw new Error("this template is not stored yet");
    return saver;
  };
  const load = (of: Saver): Promise<TemplateDocument> => port.load(of.stored().template.id);

  return {
    kick() {
      const { save } = core().getSnapshot();
      if (save === "failed") core().put({ status: "saved" });
      saver?.kick();
    },
    open(opened) {
      shown += 1;
      core().reset(designOf(opened));
      begin(opened.template, core().document());
    },
    openNew() {
      shown += 1;
      unbind();
      core().reset({ elements: [], plates: [] });
      core().put({ template: null, status: "local", conflict: null });
    },
    async saveTemplate(input) {
      core().commit();
      const current = present();
      const template = await current.alone(async ({ id, revision }) => {
        const renamed = await port.rename({ id, revision, ...input });
        current.adopt({ template: renamed, document: current.stored().document });
        return renamed;
      });
      if (saver === current) core().put({ template });
      return template;
    },
    async saveAsNew(input) {
      core().commit();
      const from = core().document();
      const elements = from.elements.map((element) => ({ id: element.id, fields: fieldsOf(element) }));
      const template = { ...input, elements, plates: [...from.plates] };
      const content = JSON.stringify(template);
      if (asNew.content !== content) asNew = { content, id: newId() };
      const since = shown;
      const answer = await port.create({ id: asNew.id, ...template });
      // Saved once more on purpose, it is another.
      asNew = { content: "", id: "" };
      if (since !== shown) return answer.template;
      const stored = designOf(answer);
      const ids = new Map(from.elements.map(({ id }, index) => [id, stored.elements[index]?.id ?? id]));
      const idOf = (id: ElementId): ElementId => {
        // What came meanwhile may be stored with its id in the one that was copied.
        const known = ids.get(id) ?? newElementId();
        ids.set(id, known);
        return known;
      };
      core().renameIds(idOf);
      begin(answer.template, stored);
      saver?.kick();
      return answer.template;
    },
    async settled() {
      await saver?.settled();
    },
    async takeTheirs() {
      const current = present();
      const theirs = await load(current);
      if (saver !== current) return;
      const document = designOf(theirs);
      core().record("taking their version", document);
      current.adopt({ template: theirs.template, document: core().document() });
      storedHistory = core().history();
      core().put({ template: theirs.template, status: "saved", conflict: null });
    },
    async putMineOver() {
      const current = present();
      const theirs = await load(current);
      if (saver !== current) return;
      const document = designOf(theirs);
      const before = core().committed();
      core().rebase(before, merge(current.stored().document, before, document));
      current.adopt({ template: theirs.template, document });
      core().put({ template: theirs.template, status: "saved", conflict: null });
      current.kick();
    },
  };
}
