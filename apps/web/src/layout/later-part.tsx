import { Button, Card, EmptyState, Loading } from "@nightjar/ui";
import { CloudOff } from "lucide-react";
import { type ComponentType, type ElementType, useEffect, useRef, useState } from "react";
import { idle } from "../lib/code-ahead.ts";
import { UNREACHABLE } from "../lib/errors.ts";

/** Somewhat before it is seen. */
const NEAR = { rootMargin: "300px" };

/**
 * A part that a screen is not opened for: its code comes when the browser has nothing else to do, or when somebody scrolls to it.
 * @param loading what stands there meanwhile, as a sentence
 * @param Frame what that stands in: a card, or within one nothing of its own
 */
export function laterPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  loading: string,
  Frame: ElementType = Card,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;
  return function LaterPart(props: Props) {
    const [Part, setPart] = useState(() => loaded);
    const [isMissing, setMissing] = useState(false);
    const place = useRef<HTMLDivElement>(null);
    useEffect(() => {
      if (Part !== null || isMissing || place.current === null) return;
      let isWanted = true;
      const fetchPart = () => {
        if (!isWanted) return;
        load().then(
          (part) => {
            loaded = part;
            if (isWanted) setPart(() => part);
          },
          () => isWanted && setMissing(true),
        );
      };
      const seen = new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && fetchPart(), NEAR);
      seen.observe(place.current);
      void idle().then(fetchPart);
      return () => {
        isWanted = false;
        seen.disconnect();
      };
    }, [Part, isMissing]);
    if (Part !== null) return <Part {...props} />;
    return (
      <Frame>
        <div ref={place}>
          {isMissing ? (
            <EmptyState icon={<CloudOff />} title={UNREACHABLE} action={<Button onClick={() => setMissing(false)}>Try again</Button>} />
          ) : (
            <Loading text={loading} />
          )}
        </div>
      </Frame>
    );
  };
}
