import { createContext, type ReactNode, useContext } from "react";

const InStudio = createContext(false);

/** Around everything that the studio's own frame already holds in its `main`. */
export function StudioPages({ children }: { children: ReactNode }) {
  return <InStudio value>{children}</InStudio>;
}

export interface StandInProps {
  role?: "alert";
  className?: string;
  children: ReactNode;
}

/** A page in place of one that is not there: the page's one `main`, or a part of the studio's. */
export function StandIn({ role, className = "", children }: StandInProps) {
  const isWithin = useContext(InStudio);
  const look = `grid place-items-center p-6 text-center ${className}`;
  const content = role === undefined ? children : <div role={role}>{children}</div>;
  return isWithin ? <div className={`min-h-[70dvh] ${look}`}>{content}</div> : <main className={`min-h-dvh ${look}`}>{content}</main>;
}
