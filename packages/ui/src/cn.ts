import { clsx, type ClassValue } from "clsx";
import { type ClassValidator, createTailwindMerge } from "tailwind-merge";

/** Where the first part of a class says alone what it sets. */
const PREFIXES = [
  ...["p", "px", "py", "pt", "pr", "pb", "pl", "m", "mx", "my", "mt", "mr", "mb", "ml", "gap", "gap-x", "gap-y"],
  ...["w", "min-w", "max-w", "h", "min-h", "max-h", "size", "aspect", "basis", "grow", "shrink", "order", "col-start", "row-start"],
  ...["inset", "inset-x", "inset-y", "top", "right", "bottom", "left", "z", "translate-x", "translate-y", "rotate", "origin"],
  ...["items", "justify", "self", "overflow", "overflow-x", "overflow-y", "object", "grid-cols", "col-span", "line-clamp"],
  ...["rounded", "opacity", "leading", "tracking", "whitespace", "list", "cursor", "select", "resize", "appearance", "content"],
  ...[
    "backdrop-blur",
    "transition",
    "duration",
    "outline-offset",
    "animate",
    "border-x",
    "border-y",
    "border-t",
    "border-r",
    "border-b",
    "border-l",
  ],
  ...["rounded-t", "justify-items", "justify-self"],
] as const;

const isAny: ClassValidator = () => true;
const isWidth: ClassValidator = (value) => /^(\d|\[\d)/.test(value);
const isTextSize: ClassValidator = (value) => /^(xs|sm|base|lg|\d?xl|\[[\d.]+\w+\])$/.test(value);
const isLength: ClassValidator = (value) => value.startsWith("[length:");
const isImage: ClassValidator = (value) => /^\[\w+-gradient\(/.test(value);

/**
 * What sets the same, of the classes that the studio has: the whole library's table of all that Tailwind has is 7 kB on every first
 * screen. `cn.test.ts` compares the two, for each two classes of the sources.
 */
const mergeClasses = createTailwindMerge(() => ({
  cacheSize: 500,
  theme: {},
  classGroups: {
    ...Object.fromEntries(PREFIXES.map((prefix) => [prefix, [{ [prefix]: ["", isAny] }]])),
    display: ["block", "contents", "flex", "grid", "hidden", "inline", "inline-block", "inline-flex", "table"],
    position: ["absolute", "fixed", "relative", "static", "sticky"],
    visibility: ["visible", "invisible"],
    flex: [{ flex: ["1", "none", "auto"] }],
    direction: [{ flex: ["col", "row"] }],
    wrap: [{ flex: ["wrap", "nowrap"] }],
    align: [{ text: ["left", "center", "right"] }],
    "text-size": [{ text: [isTextSize] }],
    "text-wrap": [{ text: ["balance", "pretty", "wrap", "nowrap"] }],
    "text-color": [{ text: [isAny] }],
    "font-family": [{ font: ["mono", "sans"] }],
    "font-weight": [{ font: [isAny] }],
    "align-content": [{ content: ["start", "center", "end", "between"] }],
    touch: [{ touch: ["none", "pan-y"] }],
    decoration: ["underline", "no-underline"],
    "background-image": [{ bg: ["none", isImage] }],
    "background-size": [{ bg: [isLength] }],
    "background-color": [{ bg: [isAny] }],
    "border-width": [{ border: ["", isWidth] }],
    "border-style": [{ border: ["solid", "dashed", "none"] }],
    "border-color": [{ border: [isAny] }],
    "ring-width": [{ ring: ["", isWidth] }],
    "ring-inset": ["ring-inset"],
    "ring-color": [{ ring: [isAny] }],
    "outline-style": [{ outline: ["dashed", "none"] }],
    "outline-width": [{ outline: ["", isWidth] }],
    "outline-color": [{ outline: [isAny] }],
    shadow: [{ shadow: ["", isAny] }],
  },
  conflictingClassGroups: {
    p: ["px", "py", "pt", "pr", "pb", "pl"],
    px: ["pr", "pl"],
    py: ["pt", "pb"],
    m: ["mx", "my", "mt", "mr", "mb", "ml"],
    mx: ["mr", "ml"],
    my: ["mt", "mb"],
    gap: ["gap-x", "gap-y"],
    size: ["w", "h"],
    inset: ["inset-x", "inset-y", "top", "right", "bottom", "left"],
    "inset-x": ["right", "left"],
    "inset-y": ["top", "bottom"],
    flex: ["basis", "grow", "shrink"],
    overflow: ["overflow-x", "overflow-y"],
    "text-size": ["leading"],
    rounded: ["rounded-t"],
    "border-x": ["border-r", "border-l"],
    "border-y": ["border-t", "border-b"],
    "border-width": ["border-x", "border-y", "border-t", "border-r", "border-b", "border-l"],
    "line-clamp": ["display", "overflow"],
  },
  conflictingClassGroupModifiers: { "text-size": ["leading"] },
  orderSensitiveModifiers: [],
}));

/** Joins class names; of two that set the same thing the later one wins. */
export function cn(...classes: ClassValue[]): string {
  return mergeClasses(clsx(classes));
}
