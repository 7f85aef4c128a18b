import type { User } from "@nightjar/contract";
import { Button, Dialog, Field, Input, Notice } from "@nightjar/ui";
import { Copy } from "lucide-react";
import { useRef } from "react";
import { notify } from "../../lib/toast.ts";
import { trpc } from "../../lib/trpc.ts";
import { useVerb } from "../../lib/use-verb.ts";

function MadeLink({ link }: { link: string }) {
  const field = useRef<HTMLInputElement>(null);
  const copy = async () => {
    // Where the studio is reached without https there is no clipboard for pages: the link is selected, to be copied by key.
    field.current?.select();
    await navigator.clipboard?.writeText(link);
    if (navigator.clipboard) notify("Copied!", "The link is in the clipboard.");
  };
  return (
    <div className="flex flex-col gap-4">
      <Field label="Link" hint="Shown only this once. It works once, for an hour.">
        {(control) => (
          <Input
            ref={field}
            readOnly
            autoFocus
            className="font-mono text-sm"
            {...control}
            value={link}
            onFocus={(event) => event.target.select()}
          />
        )}
      </Field>
      <Button className="self-start" onClick={() => void copy()}>
        <Copy aria-hidden />
        Copy link
      </Button>
    </div>
  );
}

/** Makes a link by which somebody sets a new password, for an administrator to hand over. Mounted while it is open. */
export function ResetLinkDialog({ user, onClose }: { user: Pick<User, "id" | "email">; onClose: () => void }) {
  const make = useVerb(trpc.admin.createResetLink, { failed: ["Error", "The link could not be made"] });
  return (
    <Dialog
      onClose={onClose}
      width="sm"
      title="Reset Password"
      description={user.email}
      footer={
        make.output ? (
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button variant="primary" busy={make.isPending} onClick={() => make.run({ userId: user.id })}>
              Create Link
            </Button>
          </>
        )
      }
    >
      {make.output ? (
        <MadeLink link={location.origin + make.output.path} />
      ) : (
        <div className="flex flex-col gap-3">
          <p className="text-soft">
            A link lets them choose a new password. Once it is used, they are signed out everywhere; streams stay on air.
          </p>
          <Notice>Whoever has the link has the account. Hand it over where only they read it.</Notice>
        </div>
      )}
    </Dialog>
  );
}
