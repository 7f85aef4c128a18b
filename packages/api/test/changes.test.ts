import type { ChangedEntity, LiveEvent } from "@nightjar/contract";
import { auditLog } from "@nightjar/db";
import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import type { Told } from "../src/changes.ts";
import { me } from "../src/auth/me.ts";
import { VERBS } from "../src/rooms/index.ts";
import { CHANGING_CALLS } from "./support/changing-calls.ts";
import { SECRETS } from "./support/given.ts";
import { openStudio } from "./support/call-verb.ts";
import type { Studio } from "./support/call-verb.ts";

/** Calls after which no screen need read anything again, each with its reason. */
const SAYS_NOTHING: Readonly<Record<string, string>> = {
  "auth.login": "a sign-in is shown to nobody else",
  "auth.changePassword": "a password is shown to nobody; the other sign-ins end, which is said",
  "auth.endOtherSessions": "sign-ins are listed nowhere; that they end is said",
  "auth.requestReset": "a link is shown to nobody but who reads the mail",
  "auth.resetPassword": "a password is shown to nobody; the sign-ins end, which is said",
  "admin.createResetLink": "a link is shown to the administrator who made it",
  "library.uploadAudio": "a file is shown by the track that is made of it",
  "library.uploadMaster": "a file is shown by the track that is made of it",
  "library.uploadArtwork": "a cover is shown by the track or the stream that takes it",
  "spotify.connect": "who was sent away is shown to nobody",
  "playlists.match": "nothing is stored; who asked is told",
  "tracks.takeArtwork": "a cover is shown by the track that takes it",
  "backgrounds.uploadVideo": "a file is shown by the background that is made of it",
  "sample.make": "what it makes is made later, by the verbs that say so",
  "sample.cancel": "what was made is taken back by the verbs that say so",
  "sample.remove": "what there is of it is deleted by the verbs that say so",
  "backgrounds.beginUpload": "a file that comes in pieces is nothing yet",
  "backgrounds.continueUpload": "a file that comes in pieces is nothing yet",
  "backgrounds.giveUpUpload": "a file that came in pieces was nothing yet",
  "backgrounds.takeUpload": "a file is no background yet",
  "streams.testAddress": "nothing is stored; who asked is told",
};
/** What else a call says than that the kind of thing has changed that it is done to. */
const SAYS: Readonly<Record<string, readonly ChangedEntity[]>> = {
  "youtube.connect": ["history"],
  "admin.deleteUser": ["history", "users"],
  "playlists.importTracks": ["playlists", "tracks"],
  "spotify.callback": ["playlists", "settings"],
  "spotify.disconnect": ["playlists", "settings"],
  "spotify.startAnalysis": ["playlists"],
  "spotify.sync": ["playlists", "tracks"],
  "spotify.startSync": ["playlists"],
  "spotify.importTrack": ["playlists", "tracks"],
};
/** Of those that say nothing, what ends sign-ins and says that. */
const ENDS_SIGN_INS = ["auth.changePassword", "auth.endOtherSessions", "auth.resetPassword"];
/** Those that write rows beside the transaction of their audit entry, each with its reason. An act's has the entry alone, or is none. */
const BESIDES: Readonly<Record<string, string>> = {
  "auth.login": "a sign-in's row is the session's own",
  "youtube.callback": "the state is used up whatever comes of it, and YouTube's quota is counted before it is asked",
  "youtube.setupStream": "YouTube's quota is counted before it is asked",
  "youtube.createStream": "what YouTube answers is stored step by step, so that whoever dies in between goes on from there",
  "youtube.updateStream": "YouTube's quota is counted before it is asked",
  "spotify.callback": "the state is used up whatever comes of it; the grant before it is given back once it is not used any more",
  "spotify.disconnect": "the grant is given back once it is not used any more",
  "spotify.analyze": "a reading keeps what it reads piece by piece, and goes on though nobody waits",
  "spotify.startAnalysis": "it is read once it is stored that it is under way",
  "spotify.sync": "a reading keeps what it reads piece by piece, and goes on though nobody waits",
};

/** Of those, what writes them after it alone. */
const AFTER_IT = ["youtube.createStream", "spotify.disconnect", "spotify.startAnalysis"];
/** Their rows are kept by the reading: their own transaction has the audit entry alone. */
const READS_ALONE = ["spotify.analyze", "spotify.sync"];

const changing = VERBS.filter(({ spec }) => spec.kind !== "query");
const namesOf = (verbs: typeof VERBS) => verbs.map(({ spec }) => spec.name).toSorted();
const names = namesOf(changing);
const changes = namesOf(changing.filter(({ spec }) => spec.kind === "change"));
/** What a stream's changes show, though no row of it is written. */
const actsOnStreams = namesOf(changing.filter(({ spec }) => spec.kind === "act" && spec.entity === "streams"));

/** What a call is to say, in order. Of what an act does to a stream nothing but its changes is another. */
function saidBy(name: string): readonly (ChangedEntity | null)[] {
  if (SAYS_NOTHING[name] !== undefined) return [];
  const spec = changing.find((verb) => verb.spec.name === name)?.spec;
  return SAYS[name] ?? [spec?.kind === "act" ? "history" : (spec?.entity ?? null)];
}

/** Who calls is there before it is looked at what a call writes. */
const haveAccount = (studio: Studio) => studio.callVerb(me, undefined);

/** Makes what the call needs, then lets it happen and looks at what it did. */
async function watch(studio: Studio, name: string) {
  const { ready, call } = CHANGING_CALLS[name] ?? { call: () => Promise.reject(new Error(`nothing calls ${name}`)) };
  const made = (await ready?.(studio)) ?? {};
  await haveAccount(studio);
  const { db, live } = studio.services;
  const told: Told[] = [];
  const events: LiveEvent[] = [];
  const { follow } = studio.services;
  Object.assign(studio.services, { follow: (said: Told) => void (told.push(said), follow(said)) });
  live.subscribe((event) => events.push(event));
  const entries = db.select().from(auditLog).all().length;
  const rows = countRows(studio);
  await call(studio, made);
  const audit = db.select().from(auditLog).all().slice(entries);
  return { audit, told, events: events.filter((event) => event.type === "changed"), ...rows() };
}

/** From now on. @returns tells the rows of the transaction that an audit entry was written in, without that, and the rows beside it */
function countRows({ services: { db } }: Studio): () => { readonly own: number; readonly besides: number } {
  const asked = (sql: string) => z.number().parse(db.$client.prepare(sql).pluck().get());
  const changed = () => asked("select total_changes()");
  const entries = () => asked("select count(*) from audit_log");
  const start = { changed: changed(), entries: entries() };
  const transaction = db.transaction.bind(db);
  let [own, ownEntries] = [0, 0];
  Object.assign(db, {
    transaction(...run: Parameters<typeof transaction>) {
      const before = { changed: changed(), entries: entries() };
      const result = transaction(...run);
      if (entries() === before.entries) return result;
      own += changed() - before.changed;
      ownEntries += entries() - before.entries;
      return result;
    },
  });
  return () => ({
    own: own - ownEntries,
    besides: changed() - start.changed - own - (entries() - start.entries - ownEntries),
  });
}

/** What may stand in no audit entry, as it is after the call: what was typed, sealed or hashed. */
function secretsOf({ ports: { db, secrets } }: Studio): string[] {
  const columns = "select stream_key_sealed as secret from destinations union select token from sessions";
  const granted = "union select verifier_sealed from grant_requests union select access_token_sealed from grants";
  const stored = "union select password from users where password <> 'none'";
  const sealed = z.array(z.string()).parse(db.$client.prepare(`${columns} ${granted} ${stored}`).pluck().all());
  return [...Object.values(SECRETS), secrets.seal(SECRETS.streamKey), "$argon2", ...sealed];
}

describe("every changing verb", () => {
  it("is called by this walk, and none that is gone", () => {
    expect(Object.keys(CHANGING_CALLS).toSorted()).toEqual(names);
  });

  it.each(names)("%s changes something and says what, or is named with its reason, and leaves no secret in the audit log", async (name) => {
    const studio = await openStudio();
    const { audit, besides, events, own, told } = await watch(studio, name);
    expect(audit).toMatchObject([{ action: name, outcome: "ok" }]);
    if (!READS_ALONE.includes(name)) expect(own > 0).toBe(changes.includes(name));
    expect(besides > 0).toBe(BESIDES[name] !== undefined);
    expect([...new Set(events.map(({ entity }) => entity))].toSorted()).toEqual(saidBy(name));
    expect(told.flatMap(({ endedSignIns }) => endedSignIns).length > 0).toBe(ENDS_SIGN_INS.includes(name) || name === "admin.deleteUser");
    const text = JSON.stringify(audit);
    for (const secret of secretsOf(studio)) expect(text).not.toContain(secret);
    studio.close();
  });
});

describe("an act on a stream", () => {
  it.each(actsOnStreams)("%s is told to who looks at the stream's changes, and no plan follows", async (name) => {
    const studio = await openStudio();
    const { audit, events, told } = await watch(studio, name);
    const id = audit[0]?.subjectId;
    expect(events).toEqual([{ type: "changed", entity: "history", id }]);
    expect(told.flatMap((said) => said.changes)).toEqual([{ entity: "history", id, reach: "never" }]);
    studio.close();
  });

  it.each(actsOnStreams)("%s is done and answered though it cannot be noted; that is logged, and told to nobody", async (name) => {
    const studio = await openStudio();
    const { ready, call } = CHANGING_CALLS[name] ?? {};
    const made = await ready?.(studio);
    await haveAccount(studio);
    const events: LiveEvent[] = [];
    studio.services.live.subscribe((event) => events.push(event));
    studio.services.db.$client.exec("create trigger full before insert on audit_log begin select raise(abort, 'no'); end");
    await call?.(studio, made ?? {});
    expect(studio.ports.logged).toMatchObject([{ level: "error", message: "an audit entry could not be written", fields: { verb: name } }]);
    expect(events.filter((event) => event.type === "changed")).toEqual([]);
    studio.close();
  });
});

/** All rows but those of the audit log, and what it is counted by. */
function everything({ services: { db } }: Studio): unknown {
  const tables = db.$client
    .prepare("select name from sqlite_schema where type = 'table' and name not in ('audit_log', 'sqlite_sequence')")
    .pluck()
    .all();
  return z
    .array(z.string())
    .parse(tables)
    .map((table) => [table, db.$client.prepare(`select * from "${table}"`).all()]);
}

describe("what follows a change", () => {
  it.each(changes)("%s is nothing where its audit entry cannot be written, and whoever is known is told to be refused", async (name) => {
    const studio = await openStudio();
    const { ready, call } = CHANGING_CALLS[name] ?? {};
    const made = await ready?.(studio);
    await haveAccount(studio);
    const follow = vi.fn();
    Object.assign(studio.services, { follow });
    const { db } = studio.services;
    const [before, entries] = [everything(studio), db.select().from(auditLog).all().length];
    db.$client.exec("create trigger full before insert on audit_log when new.outcome = 'ok' begin select raise(abort, 'no'); end");
    await expect(call?.(studio, made ?? {})).rejects.toThrow("Something went wrong");
    const refusals = db.select().from(auditLog).all().slice(entries);
    const isStranger = changing.find(({ spec }) => spec.name === name)?.spec.access === "public";
    expect(refusals.map(({ action, outcome }) => [action, outcome])).toEqual(isStranger ? [] : [[name, "internal"]]);
    if (BESIDES[name] === undefined || AFTER_IT.includes(name)) {
      expect(everything(studio)).toEqual(before);
      expect(follow).not.toHaveBeenCalled();
    }
    studio.close();
  });

  it("is done as far as it can be: an engine that fails holds up no screen and no answer", async () => {
    const studio = await openStudio();
    const { ready, call } = CHANGING_CALLS["streams.stop"] ?? {};
    const made = await ready?.(studio);
    const events: LiveEvent[] = [];
    studio.services.live.subscribe((event) => events.push(event));
    studio.engine.stop = () => {
      throw new Error("the engine is out of order");
    };
    expect(await call?.(studio, made ?? {})).toMatchObject({ isLive: false });
    expect(events).toMatchObject([{ type: "changed", entity: "streams" }]);
    expect(studio.ports.logged).toMatchObject([{ level: "error", message: "what follows from a change could not be done" }]);
    studio.close();
  });
});
