import type { LiveViewer } from "@nightjar/contract";
import type { Services } from "./context.ts";
import type { LiveBytes } from "./ports.ts";
import type { Principal } from "./principal.ts";

/** What is sent, for one who is signed in: it ends with their session too. @param watch null: there is nothing to watch any more */
export function liveBytes(
  { sessions }: Pick<Services, "sessions">,
  principal: Principal,
  watch: (viewer: LiveViewer) => (() => void) | null,
): LiveBytes {
  return {
    contentType: "video/x-flv",
    start(viewer) {
      const leave = watch(viewer);
      if (!leave) {
        viewer.end();
        return () => undefined;
      }
      const stops = [leave, sessions.onEnd(principal, () => viewer.end())];
      return () => stops.forEach((stop) => stop());
    },
  };
}
