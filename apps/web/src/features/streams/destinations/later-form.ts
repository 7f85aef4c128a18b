import { laterPart } from "../../../layout/later-part.tsx";

/** A stream that is sent somewhere already is looked at without it. */
export const DestinationForm = laterPart(
  async () => (await import("./destination-form.tsx")).DestinationForm,
  "Loading the form...",
  "div",
);
