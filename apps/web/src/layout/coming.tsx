import { Card, EmptyState, PageHeader } from "@nightjar/ui";
import type { LucideIcon } from "lucide-react";
import { usePageTitle } from "../lib/page-title.ts";

export interface ComingProps {
  title: string;
  subtitle: string;
  icon: LucideIcon;
  /** One plain sentence: what will be here. */
  what: string;
}

/** A screen of a later version, which says so. */
export function Coming({ title, subtitle, icon: Icon, what }: ComingProps) {
  usePageTitle(title);
  return (
    <div className="flex flex-col gap-8">
      <PageHeader title={title} subtitle={subtitle} />
      <Card className="border-dashed">
        <EmptyState icon={<Icon />} title="Not built yet" text={what} className="py-20" />
      </Card>
    </div>
  );
}
