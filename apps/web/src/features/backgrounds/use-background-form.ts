import type { Background } from "@nightjar/contract";
import { useState } from "react";
import { meet, taking } from "../../layout/meet.ts";

interface Texts {
  readonly title: string;
  readonly description: string;
}

const TEXTS = ["title", "description"] as const;
type TextName = (typeof TEXTS)[number];

const textsOf = ({ title, description }: Background): Texts => ({ title, description: description ?? "" });

export interface BackgroundForm {
  readonly values: Texts;
  readonly isTyped: boolean;
  /** What somebody else has changed since, and what is changed here too. */
  readonly met: readonly TextName[];
  change(texts: Partial<Texts>): void;
  /** What was changed, and what that was read as. */
  patch(): Partial<Texts> & { readonly was: Readonly<Partial<Record<TextName, unknown>>> };
  loadTheirs(): void;
  keepMine(): void;
}

/** The form of a background: sends what was changed, and sees what others change meanwhile. */
export function useBackgroundForm(background: Background, isSaving: boolean): BackgroundForm {
  const [base, setBase] = useState(background);
  const [values, setValues] = useState(() => textsOf(background));
  const start = textsOf(base);
  const theirs = textsOf(background);
  const { followed, met } = meet(start, values, theirs);
  if (followed.length > 0) {
    setBase(taking(base, background, followed));
    setValues(taking(values, theirs, followed));
  }
  const changed = TEXTS.filter((name) => values[name] !== start[name]);
  return {
    ...{ values, isTyped: changed.length > 0 },
    // What we save ourselves is read before the dialog goes.
    met: isSaving ? [] : met,
    change: (texts) => setValues((before) => ({ ...before, ...texts })),
    patch() {
      const texts: Partial<Texts> = Object.fromEntries(changed.map((name) => [name, values[name]]));
      return { ...texts, was: Object.fromEntries(changed.map((name) => [name, base[name]])) };
    },
    loadTheirs() {
      setBase(taking(base, background, met));
      setValues(taking(values, theirs, met));
    },
    keepMine: () => setBase(taking(base, background, met)),
  };
}
