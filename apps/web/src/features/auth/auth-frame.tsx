import { Card, Wordmark } from "@nightjar/ui";
import type { ReactNode } from "react";

export interface AuthFrameProps {
  title: string;
  subtitle?: ReactNode;
  footer?: ReactNode;
  children: ReactNode;
}

/** The frame of the pages before the studio: one card under the wordmark, in the light of the moon. */
export function AuthFrame({ title, subtitle, footer, children }: AuthFrameProps) {
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center bg-[radial-gradient(60rem_36rem_at_50%_-8rem,var(--color-moon-deep),transparent)] px-4 py-10">
      <Wordmark className="mb-8 text-2xl" />
      <Card className="w-full max-w-md p-6 shadow-lift sm:p-8">
        <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
        {subtitle !== undefined && <p className="mt-1 text-sm text-dim">{subtitle}</p>}
        <div className="mt-6">{children}</div>
      </Card>
      {footer !== undefined && <p className="mt-6 text-sm text-dim">{footer}</p>}
    </main>
  );
}

/** How a link looks inside a sentence. */
export const linkLook = "font-medium text-moon underline-offset-4 hover:underline";
