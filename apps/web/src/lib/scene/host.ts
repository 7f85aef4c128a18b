import { createListeners, Memo } from "@nightjar/kit";
import { SCENE_RENDERER_VERSION } from "@nightjar/scene";
import { createBrowserSceneHost, type BrowserSceneHost } from "@nightjar/scene/browser";
import { useSyncExternalStore } from "react";

const making = new Memo<"host", BrowserSceneHost>();

/** What draws scenes in this browser: fonts and shaper are fetched once. Rejects when they do not come; the next call tries again. */
export function sceneHost(): Promise<BrowserSceneHost> {
  return making.of("host", () => createBrowserSceneHost({ urlOf: (name) => `/scene/${SCENE_RENDERER_VERSION}/${name}` }));
}

export type SceneHostState =
  | { readonly is: "loading" }
  | { readonly is: "failed" }
  | { readonly is: "ready"; readonly host: BrowserSceneHost };

let state: SceneHostState = { is: "loading" };
const listeners = createListeners();

function become(next: SceneHostState): void {
  state = next;
  listeners.tell();
}

/** Starts, or starts again after a failure. */
export function startSceneHost(): void {
  if (state.is === "failed") become({ is: "loading" });
  sceneHost().then(
    (host) => become({ is: "ready", host }),
    () => become({ is: "failed" }),
  );
}

function subscribe(listener: () => void): () => void {
  const leave = listeners.subscribe(listener);
  if (state.is === "loading") startSceneHost();
  return leave;
}

/** The scene host, for components. */
export const useSceneHost = (): SceneHostState => useSyncExternalStore(subscribe, () => state);
