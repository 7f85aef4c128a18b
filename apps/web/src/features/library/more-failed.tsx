import { Button } from "@nightjar/ui";

/** Stands below a list whose next page could not be read. */
export function MoreFailed({ onTryAgain }: { onTryAgain: () => void }) {
  return (
    <div role="alert" className="flex flex-wrap items-center justify-center gap-3 px-5 py-4 text-sm text-soft">
      <p>More tracks could not be read.</p>
      <Button size="sm" onClick={onTryAgain}>
        Try Again
      </Button>
    </div>
  );
}
