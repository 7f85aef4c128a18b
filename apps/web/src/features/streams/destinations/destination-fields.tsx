import type { DestinationInput } from "@nightjar/contract";
import { Field, Input, Select } from "@nightjar/ui";
import { type RefObject, useRef } from "react";
import type { CheckedDestination } from "./destination-rules.ts";
import { OWN_SERVER, SERVICES, addressFor, keyHintOf, serviceOf } from "./services.ts";

export interface DestinationFieldsProps {
  values: DestinationInput;
  errors: CheckedDestination["errors"];
  urlRef: RefObject<HTMLInputElement | null>;
  keyRef: RefObject<HTMLInputElement | null>;
  onChange: (fields: Partial<DestinationInput>) => void;
}

/** A well-known one fills in its address. What is left to be typed has the focus then, but not by keyboard: each arrow chooses. */
function ServiceField({ values, urlRef, keyRef, onChange }: DestinationFieldsProps) {
  const isPointed = useRef(false);
  // Looking through the services takes one's own address out of the field; back at one's own server it is there again.
  const own = useRef("");
  return (
    <Field label="Service">
      {(control) => (
        <Select
          {...control}
          value={serviceOf(values.rtmpUrl)}
          onPointerDown={() => void (isPointed.current = true)}
          onKeyDown={() => void (isPointed.current = false)}
          onChange={(event) => {
            const { value } = event.target;
            if (serviceOf(values.rtmpUrl) === OWN_SERVER) own.current = values.rtmpUrl;
            onChange({ rtmpUrl: addressFor(value, own.current) });
            if (isPointed.current) (value === OWN_SERVER ? urlRef : keyRef).current?.focus();
          }}
        >
          {[...SERVICES.map(({ name }) => name), OWN_SERVER].map((name) => (
            <option key={name}>{name}</option>
          ))}
        </Select>
      )}
    </Field>
  );
}

/** What a destination is told by. */
export function DestinationFields(props: DestinationFieldsProps) {
  const { values, errors, urlRef, keyRef, onChange } = props;
  return (
    <>
      <ServiceField {...props} />
      <Field label="RTMP address" error={errors.rtmpUrl}>
        {(control) => (
          <Input
            {...control}
            ref={urlRef}
            inputMode="url"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="rtmp://live.example.com/app"
            value={values.rtmpUrl}
            onChange={(event) => onChange({ rtmpUrl: event.target.value })}
          />
        )}
      </Field>
      <Field
        label="Stream key"
        hint={[keyHintOf(values.rtmpUrl), "Kept encrypted, and never shown again"].filter((text) => text !== null).join(" ")}
        error={errors.streamKey}
      >
        {(control) => (
          <Input
            {...control}
            ref={keyRef}
            type="password"
            autoComplete="off"
            spellCheck={false}
            value={values.streamKey}
            onChange={(event) => onChange({ streamKey: event.target.value })}
          />
        )}
      </Field>
    </>
  );
}
