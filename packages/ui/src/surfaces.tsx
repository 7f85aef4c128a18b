import { CircleAlert, Info, LoaderCircle } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "./cn.ts";

/** A panel on the night. */
export function Card({ className, ...rest }: ComponentProps<"section">) {
  return <section className={cn("rounded-2xl border border-line bg-panel", className)} {...rest} />;
}

export interface CardHeaderProps {
  title: ReactNode;
  description?: ReactNode;
  /** At the right: a badge or buttons. */
  aside?: ReactNode;
  className?: string;
  id?: string;
}

export function CardHeader({ title, description, aside, className, id }: CardHeaderProps) {
  return (
    <header className={cn("flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-5 pt-5", className)}>
      <div className="min-w-0">
        <h2 id={id} className="font-semibold tracking-tight">
          {title}
        </h2>
        {description !== undefined && <p className="mt-0.5 text-sm text-dim">{description}</p>}
      </div>
      {aside}
    </header>
  );
}

export interface PageHeaderProps {
  title: string;
  subtitle?: ReactNode;
  actions?: ReactNode;
}

/** The one heading of a screen, with its main actions. */
export function PageHeader({ title, subtitle, actions }: PageHeaderProps) {
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
      <div className="min-w-0">
        <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
        {subtitle !== undefined && <p className="mt-1 text-dim">{subtitle}</p>}
      </div>
      {actions !== undefined && <div className="flex flex-wrap gap-3">{actions}</div>}
    </header>
  );
}

export interface EmptyStateProps {
  icon: ReactNode;
  title: string;
  text?: ReactNode;
  action?: ReactNode;
  className?: string;
}

/** What a list shows while it has nothing to show. */
export function EmptyState({ icon, title, text, action, className }: EmptyStateProps) {
  return (
    <div className={cn("flex flex-col items-center gap-1 px-6 py-12 text-center", className)}>
      <div aria-hidden className="mb-3 grid size-12 place-items-center rounded-full bg-raised text-dim [&_svg]:size-5">
        {icon}
      </div>
      <p className="font-medium">{title}</p>
      {text !== undefined && <p className="max-w-sm text-sm text-balance text-dim">{text}</p>}
      {action !== undefined && <div className="mt-4">{action}</div>}
    </div>
  );
}

/** A quiet line with a spinner: the list is on its way. What is there at once is spared the flash of it. */
export function Loading({ text, className }: { text: string; className?: string }) {
  return (
    <p role="status" className={cn("flex animate-wait-in items-center justify-center gap-2.5 py-12 text-sm text-dim", className)}>
      <LoaderCircle aria-hidden className="size-4 animate-spin" />
      {text}
    </p>
  );
}

const tones = {
  info: "border-line bg-raised text-soft",
  warn: "border-warn/40 bg-warn/10 text-warn",
  bad: "border-bad/40 bg-bad/10 text-bad",
  good: "border-good/40 bg-good/10 text-good",
} as const;

export interface NoticeProps {
  tone?: keyof typeof tones;
  /** "alert" is read out at once, "status" when there is time. */
  role?: "alert" | "status" | "note";
  className?: string;
  children: ReactNode;
  action?: ReactNode;
}

/** A sentence that stays on the screen. */
export function Notice({ tone = "info", role = "note", className, children, action }: NoticeProps) {
  const Icon = tone === "info" || tone === "good" ? Info : CircleAlert;
  return (
    <div role={role} className={cn("flex items-start gap-2.5 rounded-lg border px-3.5 py-2.5 text-sm", tones[tone], className)}>
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 flex-1 wrap-anywhere">{children}</div>
      {action}
    </div>
  );
}
