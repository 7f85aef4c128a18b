import { Card, CardHeader } from "@nightjar/ui";
import { Link } from "@tanstack/react-router";
import { ArrowRight, Layers, Radio, Upload, type LucideIcon } from "lucide-react";
import { SampleChannel } from "./sample-channel.tsx";

interface Action {
  readonly to: "/library" | "/streaming" | "/overlay";
  readonly title: string;
  readonly text: string;
  readonly icon: LucideIcon;
}

const ACTIONS: readonly Action[] = [
  { to: "/library", title: "Upload Music", text: "Add tracks to your library", icon: Upload },
  { to: "/streaming", title: "Create Stream", text: "Set up a continuous live stream", icon: Radio },
  { to: "/overlay", title: "Design Overlay", text: "Lay titles and artwork over the picture", icon: Layers },
];

export function QuickActions() {
  return (
    <nav aria-label="Quick actions" className="grid gap-3 sm:grid-cols-3 sm:gap-4">
      {ACTIONS.map(({ to, title, text, icon: Icon }) => (
        <Link
          key={to}
          to={to}
          className="group flex items-center gap-4 rounded-2xl border border-line bg-panel px-5 py-4 transition-colors hover:border-edge hover:bg-raised"
        >
          <span className="grid size-10 shrink-0 place-items-center rounded-xl bg-moon/12 text-moon">
            <Icon aria-hidden className="size-5" />
          </span>
          <span className="min-w-0 flex-1">
            <span className="block font-medium">{title}</span>
            <span className="block text-sm text-dim">{text}</span>
          </span>
          <ArrowRight aria-hidden className="size-4 shrink-0 text-dim transition-transform group-hover:translate-x-0.5" />
        </Link>
      ))}
    </nav>
  );
}

const STEPS: readonly Pick<Action, "to" | "title" | "text">[] = [
  { to: "/streaming", title: "Connect channel", text: "Tell a stream where to broadcast" },
  { to: "/library", title: "Upload Music", text: "Add the first tracks" },
  { to: "/overlay", title: "Design Overlay", text: "Choose what lies over the picture" },
];

export function GettingStarted() {
  return (
    <Card aria-labelledby="getting-started">
      <CardHeader id="getting-started" title="Getting Started" />
      <SampleChannel />
      <ol className="flex flex-col px-2 pt-2 pb-3">
        {STEPS.map(({ to, title, text }, index) => (
          <li key={title}>
            <Link to={to} className="flex items-center gap-3 rounded-xl px-3 py-2 transition-colors hover:bg-raised">
              <span
                aria-hidden
                className="grid size-7 shrink-0 place-items-center rounded-full text-sm text-dim tabular-nums ring-1 ring-line"
              >
                {index + 1}
              </span>
              <span>
                <span className="block text-sm font-medium">{title}</span>
                <span className="block text-sm text-dim">{text}</span>
              </span>
            </Link>
          </li>
        ))}
      </ol>
    </Card>
  );
}
