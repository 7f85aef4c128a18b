import {
  FlaskConical,
  Image,
  LayoutDashboard,
  LayoutGrid,
  Layers,
  ListMusic,
  Music,
  Radio,
  Settings,
  ShieldCheck,
  type LucideIcon,
} from "lucide-react";

export interface NavEntry {
  readonly to:
    | "/"
    | "/library"
    | "/playlist-sync"
    | "/streaming"
    | "/wall"
    | "/backgrounds"
    | "/overlay"
    | "/test-stream"
    | "/admin"
    | "/settings";
  readonly label: string;
  readonly description: string;
  readonly icon: LucideIcon;
}

export const NAV: readonly NavEntry[] = [
  { to: "/", label: "Dashboard", description: "Overview and quick actions", icon: LayoutDashboard },
  { to: "/library", label: "Music Library", description: "Manage your music collection", icon: Music },
  { to: "/playlist-sync", label: "Playlist Sync", description: "Sync playlists from a music streaming service", icon: ListMusic },
  { to: "/streaming", label: "Stream Manager", description: "Control your live streams", icon: Radio },
  { to: "/wall", label: "Wall", description: "All streams at a glance", icon: LayoutGrid },
  { to: "/backgrounds", label: "Background Videos", description: "Upload and manage video backgrounds", icon: Image },
  { to: "/overlay", label: "Overlay Designer", description: "Customize stream overlays", icon: Layers },
  { to: "/test-stream", label: "Test Stream", description: "Preview stream output locally", icon: FlaskConical },
];
export const ADMIN_ENTRY: NavEntry = {
  to: "/admin",
  label: "Admin Dashboard",
  description: "Manage users and permissions",
  icon: ShieldCheck,
};
export const SETTINGS_ENTRY: NavEntry = { to: "/settings", label: "Settings", description: "Account and app settings", icon: Settings };

/** Whether an entry stands for the current path: the dashboard has two addresses. */
export function isCurrent(to: NavEntry["to"], pathname: string): boolean {
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, "") : pathname;
  return to === "/" ? path === "/" || path === "/dashboard" : path === to || path.startsWith(`${to}/`);
}
