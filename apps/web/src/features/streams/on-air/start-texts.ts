import type { StreamHead } from "@nightjar/contract";

/** The texts of the card of live broadcasting that somebody has typed in; what was not touched follows the stream. */
export interface TypedTexts {
  readonly title?: string;
  readonly description?: string;
}

export type Told = Pick<StreamHead, "title" | "description">;

/** What the fields show. */
export const shownTexts = ({ title, description }: Told, typed: TypedTexts): Required<TypedTexts> => ({
  title: typed.title ?? title,
  description: typed.description ?? description ?? "",
});

/** What is typed still: what was taken back, to the letter, follows the stream again. */
export function stillTyped(stream: Told, typed: TypedTexts): TypedTexts {
  const stored = shownTexts(stream, {});
  const { title, description } = shownTexts(stream, typed);
  return { ...(title !== stored.title && { title }), ...(description !== stored.description && { description }) };
}

/** What Start is sent: only what was typed, and is another text than the stream has; no stream is without a title. */
export function startTexts(stream: Told, typed: TypedTexts): TypedTexts {
  const stored = shownTexts(stream, {});
  const { title, description } = shownTexts(stream, typed);
  return {
    ...(!["", stored.title].includes(title.trim()) && { title: title.trim() }),
    ...(description.trim() !== stored.description.trim() && { description: description.trim() }),
  };
}

const NAMES = ["title", "description"] as const;

/** Which of those that Start is sent somebody else has changed. @param was as what they were read when they were typed in */
export const metTexts = (stream: Told, texts: TypedTexts, was: Partial<Told>) =>
  NAMES.filter((name) => texts[name] !== undefined && was[name] !== stream[name]);
