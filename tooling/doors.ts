/** The rooms of the house and the doors between them; docs/architecture.md says why. The lint rules are made from this table. */

interface Room {
  readonly folder: string;
  /** Rooms it may import. `types:` in front allows `import type` alone. */
  readonly doors: readonly string[];
  /** What to do instead, shown with every import through a wall. */
  readonly advice: string;
  /** Folders within it that are entered by their index alone. */
  readonly inner?: readonly { readonly folder: string; readonly advice: string }[];
  /** Folders within it that stand on each other, the lowest first: each may import what is below it, and nothing beside it. */
  readonly floors?: { readonly folder: string; readonly from: readonly (readonly string[])[]; readonly advice: string };
}

export const rooms: Readonly<Record<string, Room>> = {
  kit: { folder: "packages/kit", doors: [], advice: "kit holds idioms that know nothing of what they are used for" },
  contract: { folder: "packages/contract", doors: [], advice: "contract runs anywhere and imports nothing of ours" },
  ui: {
    folder: "packages/ui",
    doors: ["kit", "types:contract"],
    advice: "ui draws what it is given; fetch the data in apps/web and pass it in",
  },
  scene: {
    folder: "packages/scene",
    doors: ["kit", "contract"],
    advice: "scene knows only contract; its hosts scene/browser and scene/node bring canvas and fonts",
  },
  db: {
    folder: "packages/db",
    doors: ["kit", "contract"],
    advice: "db knows only contract and kit; what decides belongs into a verb of packages/api",
  },
  media: {
    folder: "packages/media",
    doors: ["kit", "contract"],
    advice: "media knows only contract; the server joins it to a port of packages/api",
  },
  broadcast: {
    folder: "packages/broadcast",
    doors: ["kit", "contract", "scene", "media"],
    advice: "the engine gets its plan pushed through a port of contract and answers with events; it never queries",
    inner: [
      {
        folder: "egress/kernel",
        advice: "what the kernel counts is asked through egress/kernel/index.ts, which has another way where it cannot be had",
      },
      {
        folder: "asked",
        advice: "what is only asked of the engine is asked through asked/index.ts, by the engine; nothing that airs knows of it",
      },
    ],
    floors: {
      folder: "packages/broadcast/src/director",
      from: [["choose"], ["air"], ["prepare"], ["change", "ready", "told"], ["workshop"], ["session"]],
      advice:
        "what is chosen, what airs, what is prepared, changed, kept ready and told, where it is made, and the session stand on each other",
    },
  },
  api: {
    folder: "packages/api",
    doors: ["kit", "contract", "db"],
    advice:
      "what a verb needs from outside is an interface in packages/api/src/ports.ts, or in the port.ts of the room it is for; apps/server brings the adapter",
    floors: {
      folder: "packages/api/src",
      from: [
        ["files", "grants", "recordings"],
        ["plan"],
        ["youtube"],
        ["auth", "backgrounds", "library", "overlays", "pictures", "streams", "test-stream", "wall"],
        ["activity", "playlists", "sample", "settings", "system"],
        ["http"],
        ["rooms"],
        ["testing"],
      ],
      advice:
        "files and grants are kept below what makes a plan, all below the features, which know nothing of each other; what several need belongs into files, grants or plan",
    },
  },
  web: {
    folder: "apps/web",
    doors: ["kit", "contract", "scene", "ui", "types:api"],
    advice: "the studio reaches the server through tRPC and /api; of packages/api it may import types only",
    floors: {
      folder: "apps/web/src/features/streams",
      from: [
        ["state"],
        ["destinations", "several"],
        ["as-run", "background", "header", "history", "list", "on-air", "overlays", "settings", "tracklist"],
      ],
      advice: "what a stream is in, and where it goes, is shown in several places; those know nothing of each other",
    },
  },
  server: {
    folder: "apps/server",
    doors: ["kit", "contract", "scene", "db", "media", "broadcast", "api"],
    advice: "the server serves the built studio as files",
  },
  e2e: {
    folder: "e2e",
    doors: ["kit", "contract", "scene"],
    advice: "the end-to-end tests see the product from outside: its commands, its addresses, contract, and scene to compare a picture with",
  },
  bench: { folder: "bench", doors: [], advice: "a benchmark starts the server and measures it from outside" },
  scripts: { folder: "scripts", doors: [], advice: "the scripts run with nothing installed, and see the product from outside" },
};

/** Libraries that one place owns. */
const owned = [
  {
    regex: "^execa$",
    except: ["packages/media/src/process/**", "packages/media/src/process*.ts"],
    message: "Child processes are started through packages/media/src/process.",
  },
  {
    regex: "^(hono|@hono/.+)(/|$)",
    except: ["apps/server/**"],
    message: "HTTP lives in apps/server; write a verb in packages/api and mount it there.",
  },
  {
    regex: "^(drizzle-orm|drizzle-kit|better-sqlite3)(/|$)",
    except: ["packages/db/**", "packages/api/**"],
    message: "The database is reached through packages/db, by the verbs of packages/api.",
  },
] as const;

interface Pattern {
  readonly regex: string;
  readonly message: string;
  readonly allowTypeImports?: boolean;
}

interface DoorOverride {
  files: string[];
  rules: { "no-restricted-imports": ["error", { patterns: Pattern[] }] };
}

const names = Object.keys(rooms);
const wall = (target: string) => `^@nightjar/${target}(/|$)`;

function patternsOf(name: string, room: Room): Pattern[] {
  const closed = names.filter((other) => other !== name && !room.doors.includes(other));
  return [
    ...closed.map((other) => {
      const typesOnly = room.doors.includes(`types:${other}`);
      const message = `There is no door from ${name} to ${other}${typesOnly ? " but for types" : ""}: ${room.advice}.`;
      return typesOnly ? { regex: wall(other), message, allowTypeImports: true } : { regex: wall(other), message };
    }),
    // The linter knows no look-ahead: whatever does not begin like `index`.
    ...(room.inner ?? []).map(({ folder, advice }) => ({
      regex: `^\\.{1,2}/(.*/)?${folder.split("/").at(-1)}/(i[^n]|[^i])`,
      message: `There is one door into ${folder}: ${advice}.`,
    })),
    {
      regex: `^(\\.\\./)+((packages|apps)/)?(${names.filter((other) => other !== name).join("|")})/src(/|$)`,
      message: `A path climbs over the wall of ${name}: import the room by its name, @nightjar/NAME, if there is a door.`,
    },
  ];
}

const ownedPatterns = (allowed: (except: readonly string[]) => boolean): Pattern[] =>
  owned.filter((rule) => !allowed(rule.except)).map(({ regex, message }) => ({ regex, message }));

/** In what ships; a test and a benchmark start what they look at. */
const noProcesses: Pattern = { regex: "^(node:)?child_process$", message: owned[0].message };

/** Overrides for the linter: one a room, then one for each place that owns a library, because a later override replaces a rule. */
export function doorOverrides(): DoorOverride[] {
  const inRoom = (folder: string) => ownedPatterns((except) => except.includes(`${folder}/**`));
  const perRoom = Object.entries(rooms).flatMap(([name, room]) => {
    const patterns = [...patternsOf(name, room), ...inRoom(room.folder)];
    return [override([`${room.folder}/**`], patterns), override([`${room.folder}/src/**`], shipped(room.folder, patterns))];
  });
  const perFloor = Object.entries(rooms).flatMap(([name, room]) => floorOverrides(name, room, inRoom(room.folder)));
  const media = rooms["media"];
  if (media === undefined) return [...perRoom, ...perFloor];
  const processRoom = override(
    [...owned[0].except],
    [...patternsOf("media", media), ...ownedPatterns((except) => except === owned[0].except)],
  );
  return [...perRoom, ...perFloor, processRoom];
}

const shipped = (folder: string, patterns: readonly Pattern[]) =>
  /^(packages|apps)\//.test(folder) ? [...patterns, noProcesses] : patterns;

function floorOverrides(name: string, room: Room, inRoom: readonly Pattern[]): DoorOverride[] {
  const { folder = "", from = [], advice = "" } = room.floors ?? {};
  return from.flatMap((floor, at) =>
    floor.map((own) => {
      const closed = from
        .slice(at)
        .flat()
        .filter((other) => other !== own);
      const message = `${own} stands below or beside that: ${advice}.`;
      const floors = closed.length === 0 ? [] : [{ regex: `^(\\.\\./)+(${closed.join("|")})/`, message }];
      return override([`${folder}/${own}/**`], shipped(folder, [...patternsOf(name, room), ...inRoom, ...floors]));
    }),
  );
}

function override(files: readonly string[], patterns: readonly Pattern[]): DoorOverride {
  return { files: [...files], rules: { "no-restricted-imports": ["error", { patterns: [...patterns] }] } };
}
