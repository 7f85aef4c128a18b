import type { Logger } from "@nightjar/contract";
import { withinMs } from "@nightjar/kit";

type Stop = () => Promise<void> | void;

/** What was started is stopped in reverse order, within one deadline. */
export interface Lifecycle {
  onStop(name: string, stop: Stop): void;
  /** Asked twice it is done once. @returns whether all ended in time */
  stop(deadlineMs: number): Promise<boolean>;
}

export function createLifecycle(log: Logger): Lifecycle {
  const parts: { readonly name: string; readonly stop: Stop }[] = [];
  let stopping: Promise<boolean> | undefined;

  const stopAll = async (): Promise<true> => {
    for (const part of parts.toReversed()) {
      try {
        await part.stop();
      } catch (error) {
        log.error({ err: error, part: part.name }, "a part did not stop cleanly");
      }
    }
    return true;
  };

  return {
    onStop: (name, stop) => void parts.push({ name, stop }),
    stop(deadlineMs) {
      stopping ??= withinMs(stopAll(), deadlineMs).then((done) => {
        if (done === null) log.error({ deadlineMs }, "stopping took too long");
        return done ?? false;
      });
      return stopping;
    },
  };
}
