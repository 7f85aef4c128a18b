import { Button, Card, EmptyState, Loading } from "@nightjar/ui";
import { CloudOff, RefreshCw } from "lucide-react";
import { type ComponentType, type ElementType, useEffect, useRef, useState } from "react";
import { idle } from "../lib/code-ahead.ts";
import { UPDATED, whyMissing } from "../lib/reachable.ts";

/** Somewhat before it is seen. */
const NEAR = { rootMargin: "300px" };

/** Another try brings nothing where the server has another version: its files have other names. */
function Missing({ why, onAgain }: { why: string; onAgain: () => void }) {
  if (why !== UPDATED) return <EmptyState icon={<CloudOff />} title={why} action={<Button onClick={onAgain}>Try again</Button>} />;
  return <EmptyState icon={<RefreshCw />} title={why} action={<Button onClick={() => location.reload()}>Reload</Button>} />;
}

/**
 * A part that a screen is not opened for: its code comes when the browser has nothing else to do, or when somebody scrolls to it.
 * @param loading what stands there meanwhile, as a sentence; null: nothing, where something small comes in among others
 * @param Frame what that stands in: a card, or within one nothing of its own
 */
export function laterPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  loading: string | null,
  Frame: ElementType = Card,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;
  return function LaterPart(props: Props) {
    const [Part, setPart] = useState(() => loaded);
    const [missing, setMissing] = useState<string | null>(null);
    const place = useRef<HTMLDivElement>(null);
    useEffect(() => {
      if (Part !== null || missing !== null || place.current === null) return;
      let isWanted = true;
      const fetchPart = () => {
        if (!isWanted) return;
        load().then(
          (part) => {
            loaded = part;
            if (isWanted) setPart(() => part);
          },
          async () => {
            const why = await whyMissing();
            if (isWanted) setMissing(why);
          },
        );
      };
      const seen = new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && fetchPart(), NEAR);
      seen.observe(place.current);
      void idle().then(fetchPart);
      return () => {
        isWanted = false;
        seen.disconnect();
      };
    }, [Part, missing]);
    if (Part !== null) return <Part {...props} />;
    return (
      <Frame>
        <div ref={place}>
          {missing === null ? loading && <Loading text={loading} /> : <Missing why={missing} onAgain={() => setMissing(null)} />}
        </div>
      </Frame>
    );
  };
}
