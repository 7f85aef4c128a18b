import type { StreamHead } from "@nightjar/contract";

/** The texts of the card of live broadcasting that somebody has typed in; what was not touched follows the stream. */
export interface TypedTexts {
  readonly title?: string;
  readonly description?: string;
}

type Told = Pick<StreamHead, "title" | "description">;

/** What the fields show. */
export const shownTexts = ({ title, description }: Told, typed: TypedTexts): Required<TypedTexts> => ({
  title: typed.title ?? title,
  description: typed.description ?? description ?? "",
});

/** What Start is sent: only what was typed, and is another text than the stream has; no stream is without a title. */
export function startTexts(stream: Told, typed: TypedTexts): TypedTexts {
  const stored = shownTexts(stream, {});
  const { title, description } = shownTexts(stream, typed);
  return {
    ...(!["", stored.title].includes(title.trim()) && { title: title.trim() }),
    ...(description.trim() !== stored.description.trim() && { description: description.trim() }),
  };
}
