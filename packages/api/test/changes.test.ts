import type { LiveEvent } from "@nightjar/contract";
import { auditLog } from "@nightjar/db";
import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import type { Told } from "../src/changes.ts";
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
  "spotify.callback": "who comes back with nothing changes nothing; a connection that is made is said",
  "playlists.match": "nothing is stored; who asked is told",
  "spotify.startSync": "what it keeps is kept later, and said then",
  "tracks.takeArtwork": "a cover is shown by the track that takes it",
  "backgrounds.uploadVideo": "a file is shown by the background that is made of it",
  "sample.make": "what it makes is made later, by the verbs that say so",
  "sample.cancel": "what was made is taken back by the verbs that say so",
  "sample.remove": "what there is of it is deleted by the verbs that say so",
  "streams.updateContent": "nothing is stored; the engine tells what is on air",
  "streams.skip": "nothing is stored; the engine tells what is on air",
  "streams.jump": "nothing is stored; the engine tells what is on air",
  "backgrounds.beginUpload": "a file that comes in pieces is nothing yet",
  "backgrounds.continueUpload": "a file that comes in pieces is nothing yet",
  "backgrounds.giveUpUpload": "a file that came in pieces was nothing yet",
  "backgrounds.takeUpload": "a file is no background yet",
  "streams.liftQuarantine": "nothing is stored; the engine tells what is on air",
  "youtube.connect": "who is sent to Google is told, and nobody else yet",
  "streams.testDestination": "nothing is stored; who asked is told",
  "streams.testAddress": "nothing is stored; who asked is told",
};
/** Of those, what ends sign-ins and says that. */
const ENDS_SIGN_INS = ["auth.changePassword", "auth.endOtherSessions", "auth.resetPassword"];
/** Those that have no rows but their audit entry. A sign-in's row is the session's own. */
const WITHOUT_ROWS = [
  ...["streams.updateContent", "streams.skip", "streams.jump", "streams.liftQuarantine"],
  ...["streams.testDestination", "streams.testAddress"],
  ...["backgrounds.beginUpload", "backgrounds.continueUpload", "backgrounds.giveUpUpload"],
  "spotify.callback",
  "playlists.match",
  ...["sample.make", "sample.cancel", "sample.remove"],
];

const changing = VERBS.filter(({ spec }) => spec.kind === "change");
const names = changing.map(({ spec }) => spec.name).toSorted();

/** Makes what the call needs, then lets it happen and looks at what it did. */
async function watch(studio: Studio, name: string) {
  const { ready, call } = CHANGING_CALLS[name] ?? { call: () => Promise.reject(new Error(`nothing calls ${name}`)) };
  const made = (await ready?.(studio)) ?? {};
  const { db, live } = studio.services;
  const told: Told[] = [];
  const events: LiveEvent[] = [];
  const { follow } = studio.services;
  Object.assign(studio.services, { follow: (said: Told) => void (told.push(said), follow(said)) });
  live.subscribe((event) => events.push(event));
  const rows = () => db.$client.prepare("select total_changes()").pluck().get() as number;
  const entries = db.select().from(auditLog).all().length;
  const before = rows();
  await call(studio, made);
  const audit = db.select().from(auditLog).all().slice(entries);
  return { audit, told, events: events.filter((event) => event.type === "changed"), rows: rows() - before - audit.length };
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

  it.each(names)("%s changes something and says so, or is named with its reason, and leaves no secret in the audit log", async (name) => {
    const studio = await openStudio();
    const { audit, events, rows, told } = await watch(studio, name);
    expect(audit).toMatchObject([{ action: name, outcome: "ok" }]);
    if (WITHOUT_ROWS.includes(name)) expect(rows).toBe(0);
    else expect(rows).toBeGreaterThan(0);
    if (SAYS_NOTHING[name] === undefined) expect(events).not.toEqual([]);
    else expect(events).toEqual([]);
    expect(told.flatMap(({ endedSignIns }) => endedSignIns).length > 0).toBe(ENDS_SIGN_INS.includes(name) || name === "admin.deleteUser");
    const text = JSON.stringify(audit);
    for (const secret of secretsOf(studio)) expect(text).not.toContain(secret);
    studio.close();
  });
});

describe("what follows a change", () => {
  it("is nothing where the transaction fails, the audit entry of which is the refusal's alone", async () => {
    const studio = await openStudio();
    const follow = vi.fn();
    Object.assign(studio.services, { follow });
    const { ready, call } = CHANGING_CALLS["tracks.update"] ?? {};
    const made = await ready?.(studio);
    studio.services.db.$client.exec(
      "create trigger full before insert on audit_log when new.outcome = 'ok' begin select raise(abort, 'no'); end",
    );
    await expect(call?.(studio, made ?? {})).rejects.toThrow("Something went wrong");
    expect(follow).not.toHaveBeenCalled();
    expect(studio.services.db.query.tracks.findFirst().sync()?.bpm).toBeNull();
    expect(studio.services.db.select().from(auditLog).all()).toMatchObject([{ action: "tracks.update", outcome: "internal" }]);
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
