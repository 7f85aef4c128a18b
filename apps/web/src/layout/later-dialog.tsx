import { type ComponentType, useEffect, useEffectEvent, useState } from "react";
import { isReachable, missingText } from "../lib/reachable.ts";
import { complain } from "../lib/toast.ts";

interface Closable {
  onClose: () => void;
}

/**
 * A dialog whose code comes when it is first opened, so that no screen waits for it. By then the browser has mostly fetched it ahead.
 * One that cannot be had says so and is closed.
 */
export function laterDialog<Props extends Closable>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;
  return function LaterDialog(props: Props) {
    const [Dialog, setDialog] = useState(() => loaded);
    const fail = useEffectEvent(async () => {
      props.onClose();
      complain("Error", missingText(await isReachable()));
    });
    useEffect(() => {
      if (Dialog !== null) return;
      let isOpen = true;
      load().then(
        (dialog) => {
          loaded = dialog;
          if (isOpen) setDialog(() => dialog);
        },
        () => isOpen && void fail(),
      );
      return () => {
        isOpen = false;
      };
    }, [Dialog]);
    return Dialog && <Dialog {...props} />;
  };
}
