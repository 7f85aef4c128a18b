import { createFileRoute } from "@tanstack/react-router";
import { FlaskConical } from "lucide-react";
import { Coming } from "../../layout/coming.tsx";

export const Route = createFileRoute("/_studio/test-stream")({
  component: () => (
    <Coming
      title="Test Stream"
      subtitle="Preview stream output locally"
      icon={FlaskConical}
      what="Here you will watch a stream in this page before anybody else does."
    />
  ),
});
