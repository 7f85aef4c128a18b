import { UNREACHABLE } from "./errors.ts";

/** Long enough for a server that is started again. */
const AGAIN_AFTER_MS = 15_000;
/** A screen that has just come reads what it shows first; idle between its own answers is not yet at rest. */
const REST_MS = 3000;

const missing = new WeakSet<object>();

/** Whether a screen broke because its code could not be fetched. */
export const isMissingCode = (error: unknown): boolean => typeof error === "object" && error !== null && missing.has(error);

/**
 * Code that cannot be fetched is an error of that screen. The router would load the page anew, which where the server is away leaves
 * the browser's own error page in place of the studio; it knows such an error by its words.
 */
export function keepStudioWithoutCode(target: EventTarget): void {
  target.addEventListener("vite:preloadError", (event) => {
    const error = "payload" in event ? event.payload : null;
    if (!(error instanceof Error)) return;
    missing.add(error);
    error.message = UNREACHABLE;
  });
}

const afterLoad = async () => {
  if (document.readyState !== "complete") await new Promise((resolve) => addEventListener("load", resolve, { once: true }));
};
/** Resolves once the browser has nothing else to do. */
export const idle = () =>
  new Promise<unknown>((resolve) => ("requestIdleCallback" in globalThis ? requestIdleCallback(resolve) : setTimeout(resolve, 1000)));

/** Whether this page has had the file: what its screen itself needed need not come again. */
const hasCome = (name: string) =>
  performance
    .getEntriesByName(new URL(name, location.href).href, "resource")
    .some((entry) => entry instanceof PerformanceResourceTiming && entry.responseStatus === 200);

/** It has come, or never will: a server that has no such file has another version of the studio. */
async function isSettled(name: string): Promise<boolean> {
  try {
    const answer = await fetch(name, { priority: "low" });
    // Read to its end: one that broke off half-way has not come.
    await answer.arrayBuffer();
    return answer.ok || answer.status === 404;
  } catch {
    return false;
  }
}

/** Fetches the rest of the studio's code once nothing else is to be done, so that every screen and dialog opens while the server is away. */
export async function fetchCodeAhead(): Promise<void> {
  const names = document.querySelector<HTMLMetaElement>('meta[name="fetch-ahead"]')?.content.split(" ") ?? [];
  await afterLoad();
  await new Promise((resolve) => setTimeout(resolve, REST_MS));
  for (let next = names.shift(); next !== undefined; next = names.shift()) {
    if (hasCome(next)) continue;
    await idle();
    if (await isSettled(next)) continue;
    names.unshift(next);
    await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS));
  }
}
