import { useRouter } from "@tanstack/react-router";
import { fieldsOf } from "./shape.ts";

/**
 * @param parameter of the address that names what is worked at: with another one that is left, too
 * @returns asks whether a page is still the one that is wanted: somebody may have pressed on, and the next one is on its way
 */
export function useIsHere(pathname: string, parameter?: string): () => boolean {
  const router = useRouter();
  const namedNow = () => (parameter === undefined ? undefined : fieldsOf(router.latestLocation.search)[parameter]);
  const named = namedNow();
  return () => router.latestLocation.pathname === pathname && namedNow() === named;
}
