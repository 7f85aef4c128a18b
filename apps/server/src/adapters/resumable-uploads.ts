import { type PendingUploads, diskFullError, isDiskFull } from "@nightjar/api";
import { AppError, MB, VIDEO_SIZE_TEXT, VIDEO_UPLOAD_MAX_BYTES } from "@nightjar/contract";
import type { ErrorCode, UserId } from "@nightjar/contract";
import { FileConfigstore, FileStore } from "@tus/file-store";
import { Server, type ServerOptions } from "@tus/server";
import { mkdirSync } from "node:fs";
import { readdir, rm, stat, statfs } from "node:fs/promises";
import { basename, join } from "node:path";

/** Somebody who comes back tomorrow has chosen another file; what lies there fills the disk. */
const LIFETIME_MS = 24 * 60 * 60 * 1000;
/** Of one account at once: two gigabytes. */
const UPLOADS_MAX = 20;
/** Nobody went on with it for so long: it gives way where there are too many. */
const ABANDONED_MS = 60 * 60 * 1000;
/** A connection that has died is let go of so soon, and the next one goes on from what it brought. */
const LOCK_DRAIN_MS = 1000;
/** What an upload leaves to others. */
const SPARE_BYTES = MB;
const IDS = /^[0-9a-f]{32}$/;
/** The library keeps what it knows of an upload beside it. */
const RECORD_SUFFIX = ".json";

export interface ResumableUploads extends PendingUploads {
  /** One step of the upload protocol, in the name of an account. @throws AppError */
  handle(request: Request, ownerId: UserId): Promise<Response>;
}

/** What the library answers a step with where it is refused. */
class Refusal extends Error {
  override readonly name = "Refusal";
  readonly status_code: number;
  readonly body: string;

  constructor(status: number, body: string) {
    super(body);
    this.status_code = status;
    this.body = body;
  }
}

/** Files that come in pieces, by the protocol tus 1.0; they lie in a folder of their own and outlive a restart. */
export function createResumableUploads(dataDir: string): ResumableUploads {
  const directory = join(dataDir, "files", "resumable");
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const records = new FileConfigstore(directory);
  // Once it is asked for: it looks for its folder behind everybody's back, and ends the process where that went meanwhile.
  let made: FileStore | null = null;
  const store = () => (made ??= new FileStore({ directory, configstore: records, expirationPeriodInMilliseconds: LIFETIME_MS }));
  const owners = new WeakMap<object, UserId>();
  const failures = new WeakMap<object, unknown>();
  const ownerOf = async (id: string) => (IDS.test(id) ? ((await records.get(id))?.metadata?.["ownerId"] ?? null) : null);
  const ownIds = async (ownerId: UserId) => {
    const ids = await records.list();
    return (await Promise.all(ids.map(async (id) => ((await ownerOf(id)) === ownerId ? [id] : [])))).flat();
  };
  const restsSinceMs = (id: string) =>
    stat(join(directory, id)).then(
      ({ mtimeMs }) => mtimeMs,
      () => 0,
    );
  /** One more may begin: there are few, or the one that rested longest was given up by whoever sent it. */
  const makesRoom = async (ownerId: UserId) => {
    const ids = await ownIds(ownerId);
    if (ids.length < UPLOADS_MAX) return true;
    const rests = await Promise.all(ids.map(async (id) => ({ id, atMs: await restsSinceMs(id) })));
    const [oldest] = rests.toSorted((a, b) => a.atMs - b.atMs);
    if (!oldest || oldest.atMs > Date.now() - ABANDONED_MS) return false;
    await store().remove(oldest.id);
    return true;
  };
  /** A power cut may have left the file alone, the record alone, or nothing in the record: the library knows of none of these. */
  const sweepOne = async (id: string) => {
    const record = await records.get(id);
    const begunAtMs = Date.parse(record?.creation_date ?? "");
    if ((Number.isNaN(begunAtMs) ? await restsSinceMs(id) : begunAtMs) >= Date.now() - LIFETIME_MS) return;
    for (const name of [id, `${id}${RECORD_SUFFIX}`]) await rm(join(directory, name), { force: true });
  };
  let serving: Server | null = null;
  const settings: Omit<ServerOptions, "locker"> = {
    path: "/api/uploads",
    relativeLocation: true,
    maxSize: VIDEO_UPLOAD_MAX_BYTES,
    lockDrainTimeout: LOCK_DRAIN_MS,
    // No other site may ask.
    allowedOrigins: [],
    async onIncomingRequest(request, id) {
      if (request.method === "POST") return;
      if ((await ownerOf(id)) !== owners.get(request)) throw new Refusal(404, "Not found");
      if (request.method === "DELETE") return;
      const { offset, size = 0 } = await store().getUpload(id);
      // Told to who asks how far it came, too: the answer to a piece that met the end of the disk is lost where its connection ends first.
      if (offset < size && (await isFull(directory, size - offset))) throw new Refusal(507, "");
    },
    onResponseError(request, error) {
      failures.set(request, error);
      return undefined;
    },
    async onUploadCreate(request, upload) {
      const ownerId = owners.get(request);
      if (ownerId === undefined || upload.size === undefined) throw new Refusal(400, "The length of the file must be told");
      if (!(await makesRoom(ownerId))) throw new Refusal(429, "");
      // Said before it is sent: a connection that breaks off in the middle is all that a browser would learn then.
      if (await isFull(directory, upload.size)) throw new Refusal(507, "");
      return { metadata: { filename: upload.metadata?.["filename"] ?? "", ownerId } };
    },
  };
  const server = () => (serving ??= new Server({ ...settings, datastore: store() }));
  return {
    async handle(request, ownerId) {
      // The library would send the file back, to be shown by a browser on our own address.
      if (request.method === "GET") throw refused(404);
      owners.set(request, ownerId);
      const response = await server().handleWeb(request);
      const why = failures.get(request);
      if (response.status >= 500 && (response.status === 507 || isDiskFull(why) || (await isFull(directory, 0)))) throw diskFullError(why);
      if (response.status >= 400) throw refused(response.status, (await response.text()).trim());
      for (const name of [...response.headers.keys()]) if (name.startsWith("access-control-")) response.headers.delete(name);
      return response;
    },
    async find(id, ownerId) {
      if ((await ownerOf(id)) !== ownerId) return null;
      const { metadata, offset, size = 0 } = await store().getUpload(id);
      // Opened by whoever reads it: a stream that fails before anybody listens, as of a file that was given up since, ends the process.
      const open = async function* () {
        yield* store().read(id);
      };
      return { fileName: metadata?.["filename"] ?? "", sizeBytes: size, receivedBytes: offset, open };
    },
    async sweep() {
      const ids = new Set((await readdir(directory)).map((name) => basename(name, RECORD_SUFFIX)).filter((id) => IDS.test(id)));
      // All are begun, whichever cannot be removed.
      await Promise.all([...ids].map(sweepOne));
    },
  };
}

const CODES: Readonly<Record<number, readonly [ErrorCode, string]>> = {
  404: ["not-found", "This upload is not known: it was given up, or begun more than a day ago"],
  409: ["conflict", "Another part of the file is expected next"],
  410: ["not-found", "This upload was begun more than a day ago"],
  413: ["too-large", VIDEO_SIZE_TEXT],
  423: ["conflict", "Another connection still sends this file"],
  429: ["too-many-requests", `At most ${UPLOADS_MAX} uploads can be under way at once. Give one up first`],
};

/** There is no room for so much more. */
async function isFull(dir: string, bytes: number): Promise<boolean> {
  const { bavail, bsize } = await statfs(dir);
  return bavail * bsize < bytes + SPARE_BYTES;
}

function refused(status: number, why = ""): AppError {
  const [code, text] =
    CODES[status] ?? (status < 500 ? ["invalid-input" as const, why] : ["internal" as const, "The file could not be written"]);
  return new AppError(code, text);
}
