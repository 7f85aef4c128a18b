import { Button, Card, EmptyState, Loading } from "@nightjar/ui";
import { CloudOff, RefreshCw } from "lucide-react";
import { type ComponentType, type ElementType, useEffect, useRef, useState } from "react";
import { idle } from "../lib/code-ahead.ts";
import { isReachable, missingText } from "../lib/reachable.ts";

/** Somewhat before it is seen. */
const NEAR = { rootMargin: "300px" };

/** Another try brings nothing where the server is there: it has another version, whose files have other names. */
function Missing({ isThere, onAgain }: { isThere: boolean; onAgain: () => void }) {
  const title = missingText(isThere);
  if (!isThere) return <EmptyState icon={<CloudOff />} title={title} action={<Button onClick={onAgain}>Try again</Button>} />;
  return <EmptyState icon={<RefreshCw />} title={title} action={<Button onClick={() => location.reload()}>Reload</Button>} />;
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
    /** Whether the server is there, where the code could not be had; null: it may come. */
    const [isThere, setThere] = useState<boolean | null>(null);
    const place = useRef<HTMLDivElement>(null);
    useEffect(() => {
      if (Part !== null || isThere !== null || place.current === null) return;
      let isWanted = true;
      const fetchPart = () => {
        if (!isWanted) return;
        load().then(
          (part) => {
            loaded = part;
            if (isWanted) setPart(() => part);
          },
          async () => {
            const answers = await isReachable();
            if (isWanted) setThere(answers);
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
    }, [Part, isThere]);
    if (Part !== null) return <Part {...props} />;
    return (
      <Frame>
        <div ref={place}>
          {isThere === null ? loading && <Loading text={loading} /> : <Missing isThere={isThere} onAgain={() => setThere(null)} />}
        </div>
      </Frame>
    );
  };
}
