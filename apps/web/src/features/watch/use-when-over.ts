import { useEffect, useEffectEvent } from "react";

/** Does it when what was so is so no more. */
export function useWhenOver(isSo: boolean, onOver: () => void): void {
  const over = useEffectEvent(onOver);
  useEffect(() => {
    return isSo ? () => over() : undefined;
  }, [isSo]);
}
