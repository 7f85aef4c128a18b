import type { ElementType } from "@nightjar/contract";
import {
  BadgeCheck,
  Disc3,
  Eye,
  Image,
  type LucideIcon,
  MicVocal,
  Music2,
  Radio,
  RectangleEllipsis,
  Sparkles,
  Square,
  Type,
} from "lucide-react";
import { TYPE_NAMES } from "./kernel/new-element.ts";

export const TYPE_ICONS: Readonly<Record<string, LucideIcon>> = {
  text: Type,
  "track-title": Music2,
  "artist-name": MicVocal,
  artwork: Disc3,
  "progress-bar": RectangleEllipsis,
  image: Image,
  logo: BadgeCheck,
  icon: Sparkles,
  "social-stats": Eye,
  "channel-name": Radio,
} satisfies Readonly<Record<ElementType, LucideIcon>>;
/** Of a type that only a newer server knows: this page stays as it is for weeks. */
export const OTHER_ICON = Square;

/** "Add track title": what the button is called. */
export const addLabel = (type: ElementType): string => `Add ${TYPE_NAMES[type].toLowerCase()}`;

const TEXT: readonly ElementType[] = ["text", "track-title", "artist-name", "social-stats", "channel-name"];
const COLOURED: readonly ElementType[] = [...TEXT, "progress-bar"];
const PICTURES: readonly ElementType[] = ["image", "logo", "icon"];

/** Which types a property says something of. */
export const APPLIES = {
  /** Of social stats: the words behind the figure. */
  content: ["text", "social-stats"],
  lettering: TEXT,
  colour: COLOURED,
  width: COLOURED,
  media: PICTURES,
} as const satisfies Readonly<Record<string, readonly ElementType[]>>;
