import type { StreamHead } from "@nightjar/contract";
import { Button } from "@nightjar/ui";
import { useState } from "react";
import { laterPart } from "../../../layout/later-part.tsx";
import { Reading } from "../../../layout/reading.tsx";
import { trpc } from "../../../lib/trpc.ts";
import { DestinationForm } from "./destination-form.tsx";
import { useAddDestination } from "./save-destination.ts";
import { useFormFocus } from "./use-form-focus.ts";

const ExtraRows = laterPart(async () => (await import("./extra-rows.tsx")).ExtraRows, null, "div");

function Extras({ stream }: { stream: StreamHead }) {
  // What is typed in the place of the last one outlasts it.
  const [hadSome, setHadSome] = useState(false);
  const [list] = trpc.streams.listDestinations.useSuspenseQuery({ id: stream.id });
  const extras = list.filter(({ isExtra }) => isExtra);
  if (extras.length > 0 && !hadSome) setHadSome(true);
  return hadSome && <ExtraRows stream={stream} extras={extras} />;
}

/** Where the stream goes besides its channel and its own destination; each fails alone. */
export function ExtraDestinations({ stream }: { stream: StreamHead }) {
  const [isAdding, setAdding] = useState(false);
  const add = useAddDestination(stream.id, { shown: () => setAdding(false) });
  const place = useFormFocus<HTMLDivElement>(isAdding);
  return (
    <section aria-label="More destinations" className="py-4">
      <p className="text-sm font-medium">More destinations</p>
      <p className="text-sm text-dim">The same stream goes to each of them. Each can fail without the others.</p>
      <Reading loading={null} failed="The destinations could not be read" className="py-6">
        <Extras stream={stream} />
      </Reading>
      <div ref={place} className="mt-4">
        {isAdding ? (
          <DestinationForm
            rtmpUrl=""
            submitLabel="Add Destination"
            busy={add.isPending}
            onSubmit={(values) => add.run({ id: stream.id, ...values })}
            onCancel={() => setAdding(false)}
          />
        ) : (
          <Button size="sm" data-part="change" onClick={() => setAdding(true)}>
            Add Another Destination
          </Button>
        )}
      </div>
    </section>
  );
}
