import type { StreamHead } from "@nightjar/contract";
import { Button } from "@nightjar/ui";
import { Headphones } from "lucide-react";
import { useState } from "react";
import { laterDialog } from "../../../layout/later-dialog.tsx";

const ListeningDialog = laterDialog(async () => (await import("./listening-dialog.tsx")).ListeningDialog);

/** Opens what is sent, to be seen and heard here. */
export function ListenIn({ stream }: { stream: StreamHead }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        <Headphones aria-hidden />
        Listen in
      </Button>
      {isOpen && <ListeningDialog stream={stream} onClose={() => setOpen(false)} />}
    </>
  );
}
