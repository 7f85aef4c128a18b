import { Notice } from "@nightjar/ui";

/** Over what was typed, which can still be read and copied. */
export const DeletedNotice = () => (
  <Notice tone="warn" role="alert">
    This stream was deleted meanwhile: there is nothing to save your changes to.
  </Notice>
);
