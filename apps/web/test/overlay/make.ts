import type { ElementFields, ElementId, ElementType, TemplateChange, TemplateDocument } from "@nightjar/contract";
import { changeTemplateInput, elementId, overlayTemplate, templateDocument } from "@nightjar/contract";
import { apply } from "../../src/features/overlay/kernel/diff.ts";
import { type DesignDocument, type DesignElement, designOf } from "../../src/features/overlay/kernel/document.ts";
import { createDesigner } from "../../src/features/overlay/kernel/designer.ts";
import { newElement } from "../../src/features/overlay/kernel/new-element.ts";
import { ChangedMeanwhile, type Designer, type DesignerPort } from "../../src/features/overlay/kernel/types.ts";

export const id = (text: string): ElementId => elementId.parse(text);

/** An element that is a square unless said otherwise: its box is known without a renderer. */
export function element(name: string, fields: Partial<ElementFields> & { type?: ElementType } = {}): DesignElement {
  const { type = "image" } = fields;
  return {
    ...newElement({ elements: [], plates: [] }, id(name), type, { xPosition: 0, yPosition: 0, fontSize: 100, ...fields }),
    name: fields.name ?? name,
  };
}

export const documentOf = (...elements: DesignElement[]): DesignDocument => ({ elements, plates: [] });

const TIME = "2026-11-21T10:00:00.000Z";

export function stored(document: DesignDocument, revision: number): TemplateDocument {
  return templateDocument.parse({
    template: overlayTemplate.parse({
      ...{ id: "t", name: "Stored", description: null, isDefault: false, createdAt: TIME, updatedAt: TIME, updatedBy: null },
      revision,
      plates: document.plates,
    }),
    elements: document.elements.map((one, layer) => ({ ...one, templateId: "t", mediaAsset: null, layer })),
  });
}

export interface FakeServer extends DesignerPort {
  now: TemplateDocument;
  readonly calls: TemplateChange[][];
  /** Rejects the next call of `change` with this. */
  refuse: Error | null;
  /** While false, calls wait. */
  release: (() => void) | null;
  hold(): void;
  /** As somebody else would. */
  edit(change: (document: DesignDocument) => DesignDocument): void;
}

/** Stores as the server does: whole, on the revision it was made on. */
export function fakeServer(document: DesignDocument): FakeServer {
  let gate: Promise<void> = Promise.resolve();
  const server: FakeServer = {
    now: stored(document, 1),
    calls: [],
    refuse: null,
    release: null,
    hold() {
      gate = new Promise((open) => (server.release = open));
    },
    edit(change) {
      server.now = stored(change(designOf(server.now)), server.now.template.revision + 1);
      server.now.template.updatedBy = "ana@label.example";
    },
    async change({ revision, changes, ...input }) {
      server.calls.push(changes);
      await gate;
      changeTemplateInput.parse({ revision, changes, ...input });
      const refused = server.refuse;
      server.refuse = null;
      if (refused) throw refused;
      meanwhile(revision);
      server.now = stored(apply(designOf(server.now), changes), revision + 1);
      return server.now;
    },
    load: async () => server.now,
    async rename({ revision, name, description }) {
      meanwhile(revision);
      server.now = { ...server.now, template: { ...server.now.template, name, description, revision: revision + 1 } };
      return server.now.template;
    },
    async create({ elements, plates, name }) {
      const ids = new Map(elements.map((one) => [one.id, id(`new-${one.id}`)]));
      const made = elements.map((one) => ({ ...one.fields, id: ids.get(one.id) ?? one.id }));
      const on = plates.map((plate) => ({ ...plate, elementIds: plate.elementIds.flatMap((one) => ids.get(one) ?? []) }));
      server.now = stored({ elements: made, plates: on }, 1);
      server.now.template.name = name;
      return server.now;
    },
  };
  const meanwhile = (revision: number) => {
    const { revision: actual, updatedBy, updatedAt } = server.now.template;
    if (revision !== actual) throw new ChangedMeanwhile({ updatedBy, updatedAt });
  };
  return server;
}

/** A designer over a fake server that has this document. */
export function design(document: DesignDocument): { designer: Designer; server: FakeServer; shown: () => DesignDocument } {
  const server = fakeServer(document);
  let count = 0;
  const designer = createDesigner({ port: server, newId: () => id(`n${(count += 1)}`) });
  designer.open(server.now);
  return { designer, server, shown: () => designer.getSnapshot().document };
}
