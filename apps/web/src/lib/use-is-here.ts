import { useRouter } from "@tanstack/react-router";

/** @returns asks whether a page is still the one that is wanted: somebody may have pressed on, and the next one is on its way */
export function useIsHere(pathname: string): () => boolean {
  const router = useRouter();
  return () => router.latestLocation.pathname === pathname;
}
