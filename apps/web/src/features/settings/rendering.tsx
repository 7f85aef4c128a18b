import { type FoundRenderEncoder, RENDER_ENCODERS, type RenderEncoder } from "@nightjar/contract";
import { Card, CardHeader, Fact, Facts, Field, Select } from "@nightjar/ui";
import { oneOf } from "../../lib/shape.ts";
import { notify } from "../../lib/toast.ts";
import { trpc } from "../../lib/trpc.ts";
import { useSavedChoice } from "../../lib/use-saved-choice.ts";
import { useVerb } from "../../lib/use-verb.ts";

const NAMES: Readonly<Record<RenderEncoder, string>> = {
  software: "Software (x264)",
  nvenc: "NVIDIA NVENC",
  vaapi: "VAAPI (Intel, AMD)",
  qsv: "Intel Quick Sync",
};

/** What renders pictures, and why what is missing is missing. */
export function Rendering() {
  const settings = trpc.settings.get.useQuery();
  const encoders = trpc.settings.renderEncoders.useQuery();
  const save = useVerb(trpc.settings.patch, {
    failed: ["Error", "The encoder could not be chosen"],
    done: ({ renderEncoder }) => notify("Rendering changed", `Streams that start from now on: ${NAMES[renderEncoder]}.`),
  });
  const choice = useSavedChoice(settings.data?.renderEncoder, (value) => save.attempt({ renderEncoder: value }));
  const chosen = choice.shown ?? "software";
  const found = encoders.data ?? [];
  const lost = found.find(({ encoder, isAvailable }) => encoder === chosen && !isAvailable);
  return (
    <Card aria-labelledby="rendering" className="pb-5">
      <CardHeader
        id="rendering"
        title="Rendering"
        description="Pictures are rendered once and then sent again and again, so software is fast enough for most studios."
      />
      <div className="px-5 pt-4">
        <Field
          label="Encoder"
          hint="Taken by each stream at its next start. If it fails, streams go on in software."
          {...(lost ? { error: `${NAMES[chosen]} cannot be used now, streams are rendered by software. ${lost.reason ?? ""}` } : {})}
        >
          {(control) => (
            <Select
              {...control}
              value={chosen}
              disabled={!settings.data || !encoders.data}
              onChange={({ target }) => choice.choose(oneOf(RENDER_ENCODERS, target.value))}
            >
              {RENDER_ENCODERS.map((encoder) => (
                <option key={encoder} value={encoder} disabled={encoder !== chosen && !isAvailable(found, encoder)}>
                  {NAMES[encoder]}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      {(settings.isError || encoders.isError) && (
        <p className="px-5 pt-3 text-sm text-warn">What this machine can render with could not be read. Streams go on as they are.</p>
      )}
      <FoundEncoders found={found} isLoading={encoders.isPending} />
    </Card>
  );
}

function isAvailable(found: readonly FoundRenderEncoder[], encoder: RenderEncoder): boolean {
  return encoder === "software" || found.some((one) => one.encoder === encoder && one.isAvailable);
}

function FoundEncoders({ found, isLoading }: { found: readonly FoundRenderEncoder[]; isLoading: boolean }) {
  if (isLoading) return <p className="px-5 pt-3 text-sm text-dim">Each is tried on this machine…</p>;
  return (
    <Facts>
      {found.map(({ encoder, isAvailable: isThere, reason }) => (
        <Fact key={encoder} name={NAMES[encoder]}>
          {isThere ? <span className="text-good">Available</span> : (reason ?? "Not available")}
        </Fact>
      ))}
    </Facts>
  );
}
