import type { TrackId } from "@nightjar/contract";
import { Button } from "@nightjar/ui";
import { useState } from "react";
import { plural } from "../../lib/format.ts";
import { complainOf } from "../../lib/toast.ts";
import { api } from "../../lib/trpc.ts";
import type { Chosen } from "../../lib/use-chosen.ts";
import { toQuery, type LibraryFilters } from "./filters.ts";

export interface ChooseFoundProps {
  filters: LibraryFilters;
  /** How many the filters let through. */
  total: number;
  chosen: Chosen<TrackId>;
}

/** How many are chosen, whatever is shown of them, and all that was found in one press. */
export function ChooseFound({ filters, total, chosen }: ChooseFoundProps) {
  const [isReading, setReading] = useState(false);
  const chooseAll = async () => {
    setReading(true);
    try {
      const { limit: _limit, ...query } = toQuery(filters);
      chosen.add(await api.tracks.ids.fetch(query, { gcTime: 0 }));
    } catch (error) {
      complainOf(error, ["Error", "The tracks could not be read"]);
    } finally {
      setReading(false);
    }
  };
  return (
    <div className="flex flex-wrap items-center gap-2 py-2 text-sm">
      <p role="status" className="mr-auto font-medium tabular-nums">
        {chosen.ids.size.toLocaleString("en")} chosen
      </p>
      {chosen.ids.size > 0 && (
        <Button size="sm" variant="ghost" onClick={chosen.clear}>
          Choose None
        </Button>
      )}
      {total > 0 && (
        <Button size="sm" busy={isReading} onClick={() => void chooseAll()}>
          Choose All {plural(total, "track")}
        </Button>
      )}
    </div>
  );
}
