import type { Background } from "@nightjar/contract";
import { useMetValues, type MetValues } from "../../layout/use-met-values.ts";

interface Texts {
  readonly title: string;
  readonly description: string;
}

const TEXTS = ["title", "description"] as const;
type TextName = (typeof TEXTS)[number];

const textsOf = ({ title, description }: Background): Texts => ({ title, description: description ?? "" });

export interface BackgroundForm extends MetValues<Background, Texts> {
  readonly isTyped: boolean;
  /** What was changed, and what that was read as. */
  patch(): Partial<Texts> & { readonly was: Readonly<Partial<Record<TextName, unknown>>> };
}

/** The form of a background: sends what was changed, and sees what others change meanwhile. */
export function useBackgroundForm(background: Background, isSaving: boolean): BackgroundForm {
  const form = useMetValues(background, textsOf, isSaving);
  const { base, start, values } = form;
  const changed = TEXTS.filter((name) => values[name] !== start[name]);
  return {
    ...form,
    isTyped: changed.length > 0,
    patch() {
      const texts: Partial<Texts> = Object.fromEntries(changed.map((name) => [name, values[name]]));
      return { ...texts, was: Object.fromEntries(changed.map((name) => [name, base[name]])) };
    },
  };
}
