import { readdirSync } from "node:fs";
import { join, relative } from "node:path";
import type { Plugin, Rolldown } from "vite";

type Bundle = Rolldown.OutputBundle;
type Chunk = Rolldown.OutputChunk;

const EARLY = "src/early.ts";
/** What is not fetched ahead: who unpacks fonts, which the server has done already, and who plays what only a server that is there can send. */
const NOT_AHEAD = ["woff2-encoder", "mpegts.js"];
/** Pages before the studio have a frame of their own. */
const BEFORE_STUDIO = new Set(["/login", "/register", "/reset-password", "/waiting-approval"]);

/**
 * Writes a page for each route beside index.html. It has the frame of its screen, names all the code the screen needs, so that nothing
 * is found out only when something else has come, and asks for the account at once.
 */
export function firstScreens(): Plugin {
  let early = "";
  return {
    name: "nightjar:first-screens",
    apply: "build",
    enforce: "post",
    buildStart() {
      early = this.emitFile({ type: "chunk", id: EARLY, name: "early" });
    },
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        const page = bundle["index.html"];
        if (page?.type !== "asset") throw new Error("vite has made no index.html");
        const all = Object.values(bundle).filter((file) => file.type === "chunk");
        if (loadsZod(bundle, all)) this.error(ZOD);
        const earlyTag = `<script type="module" async crossorigin src="/${this.getFileName(early)}"></script>`;
        const aheadTag = `<meta name="fetch-ahead" content="${ahead(bundle, all).join(" ")}" />`;
        const html = String(page.source).replace("</head>", `${earlyTag}\n${aheadTag}\n</head>`);
        page.source = html;
        for (const file of routeFiles(join(this.environment.config.root, "src/routes"))) {
          const path = pathOf(file);
          const wanted = needed(bundle, [...chunksOf(all, file), ...(isInStudio(file) ? chunksOf(all, "_studio.tsx") : [])]);
          const links = wanted
            .filter((name) => !html.includes(`="/${name}"`))
            .map((name) => `<link rel="modulepreload" crossorigin href="/${name}">`);
          const source = html.replace("</head>", `${links.join("\n")}\n</head>`).replace("<body>", bodyOf(path, file));
          this.emitFile({ type: "asset", fileName: `${path === "/" ? "home" : path.slice(1)}.html`, source });
        }
      },
    },
  };
}

/** 22 kB; see docs/decisions/0043. */
const ZOD =
  "Every first screen would load zod: what the router, the addresses or the account ask of packages/contract must stand in a file without a schema.";

/** Whether zod is in what every screen loads. */
function loadsZod(bundle: Bundle, all: readonly Chunk[]): boolean {
  const ofAll = new Set(
    needed(
      bundle,
      all.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName),
    ),
  );
  return all.some(({ fileName, moduleIds }) => ofAll.has(fileName) && moduleIds.some((id) => id.includes("/node_modules/zod/")));
}

/** What no page names by itself: screens first, then what is opened there, then what that needs in the end. */
function ahead(bundle: Bundle, all: readonly Chunk[]): string[] {
  const found = new Set<string>();
  for (let next = all.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName); next.length > 0;) {
    const come = needed(bundle, next).filter((name) => !found.has(name));
    for (const name of come) found.add(name);
    next = all.filter(({ fileName }) => come.includes(fileName)).flatMap(({ dynamicImports }) => dynamicImports);
  }
  const isWanted = ({ isEntry, moduleIds }: Chunk) => !isEntry && !moduleIds.some((id) => NOT_AHEAD.some((name) => id.includes(name)));
  const wanted = new Set(all.filter(isWanted).map(({ fileName }) => fileName));
  return [...found].filter((name) => wanted.has(name)).map((name) => `/${name}`);
}

const isInStudio = (file: string) => file.startsWith("_studio/");

/** The frame is hidden on a page whose body has no class. */
function bodyOf(path: string, file: string): string {
  if (BEFORE_STUDIO.has(path)) return '<body class="before-studio">';
  return isInStudio(file) ? '<body class="studio">' : "<body>";
}

function routeFiles(folder: string): string[] {
  const files = readdirSync(folder, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile());
  return files.map((entry) => relative(folder, join(entry.parentPath, entry.name))).filter((file) => !/(^|\/)_[^/]*\.tsx$/.test(file));
}

/** "_studio/library.tsx" is /library. */
const pathOf = (file: string) =>
  `/${file
    .replace(/\.tsx$/, "")
    .replaceAll(/(^|\/)_[^/]+(?=\/)/g, "")
    .replace(/(^|\/)index$/, "")
    .replace(/^\//, "")}`;

/** Where the router's plugin has put the component of a route, and what loads its data. */
const chunksOf = (all: readonly Chunk[], file: string): string[] =>
  all
    .filter(({ moduleIds }) => moduleIds.some((id) => id.includes(`/src/routes/${file}?tsr-split=component`)))
    .map(({ fileName }) => fileName);

/** These chunks and all that they import before they run. */
function needed(bundle: Bundle, names: readonly string[], seen = new Set<string>()): string[] {
  for (const name of names) {
    if (seen.has(name)) continue;
    seen.add(name);
    const chunk = bundle[name];
    if (chunk?.type === "chunk") needed(bundle, chunk.imports, seen);
  }
  return [...seen];
}
