import type { Background } from "@nightjar/contract";
import { useRef } from "react";
import { notify } from "../../lib/toast.ts";
import { trpc } from "../../lib/trpc.ts";
import { useVerb } from "../../lib/use-verb.ts";
import { failedTo } from "./failed-to.ts";

type Texts = Readonly<Record<"title" | "description", string>>;
const TEXTS = ["title", "description"] as const;

/** As the server keeps them. */
const textsOf = ({ title, description }: Pick<Background, "title" | "description">): Texts => ({
  title: title.trim(),
  description: (description ?? "").trim(),
});

export interface NewBackground {
  /** The same each time it is asked for, so that it is made once. */
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly videoUrl: string;
  readonly thumbnailUrl: string | null;
  readonly duration: string;
  readonly resolution: string;
}

/** Makes one background, however often it is pressed, called as it is typed at the last press. */
export function useCreate(onMade: () => void) {
  // One press whose answer was lost may have made it.
  const sent = useRef<readonly Texts[]>([]);
  const finish = ({ title }: Background) => {
    sent.current = [];
    notify("Background Created", title);
    onMade();
  };
  const update = useVerb(trpc.backgrounds.update, { failed: failedTo("Failed to update background"), done: finish });
  const create = useVerb(trpc.backgrounds.create, {
    failed: failedTo("Failed to create background"),
    done(made) {
      const kept = textsOf(made);
      const wanted = sent.current.at(-1) ?? kept;
      // What none of our presses called it somebody else did since: that is theirs.
      const corrected = TEXTS.filter((name) => kept[name] !== wanted[name] && sent.current.some((texts) => texts[name] === kept[name]));
      if (corrected.length === 0) return finish(made);
      const texts: Partial<Texts> = Object.fromEntries(corrected.map((name) => [name, wanted[name]]));
      update.run({ id: made.id, ...texts, was: Object.fromEntries(corrected.map((name) => [name, made[name]])) });
    },
  });
  return {
    isPending: create.isPending || update.isPending,
    run(wanted: NewBackground) {
      sent.current = [...sent.current, textsOf(wanted)];
      create.run(wanted);
    },
  };
}
