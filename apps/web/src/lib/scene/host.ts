import { SCENE_RENDERER_VERSION } from "@nightjar/scene";
import { createBrowserSceneHost, type BrowserSceneHost } from "@nightjar/scene/browser";
import { useSyncExternalStore } from "react";

let making: Promise<BrowserSceneHost> | null = null;

/** What draws scenes in this browser: fonts and shaper are fetched once. Rejects when they do not come; the next call tries again. */
export function sceneHost(): Promise<BrowserSceneHost> {
  making ??= createBrowserSceneHost({ urlOf: (name) => `/scene/${SCENE_RENDERER_VERSION}/${name}` }).catch((error: unknown) => {
    making = null;
    throw error;
  });
  return making;
}

export type SceneHostState =
  | { readonly is: "loading" }
  | { readonly is: "failed" }
  | { readonly is: "ready"; readonly host: BrowserSceneHost };

let state: SceneHostState = { is: "loading" };
const listeners = new Set<() => void>();

function become(next: SceneHostState): void {
  state = next;
  for (const listener of listeners) listener();
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
  listeners.add(listener);
  if (state.is === "loading") startSceneHost();
  return () => listeners.delete(listener);
}

/** The scene host, for components. */
export const useSceneHost = (): SceneHostState => useSyncExternalStore(subscribe, () => state);
