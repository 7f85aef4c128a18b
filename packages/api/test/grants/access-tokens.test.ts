import { type GrantId, streamId } from "@nightjar/contract";
import { grants, streams } from "@nightjar/db";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { commit } from "../../src/changes.ts";
import { GrantError } from "../../src/grants/grant-error.ts";
import { nameAccount, readGrant } from "../../src/grants/index.ts";
import { askYouTube } from "../../src/youtube/ask.ts";
import type { Studio } from "../support/call-verb.ts";
import { HOUR_MS, START_MS, connectGoogle, google, grantIds, grantOf, newStream, openAtGoogle, tokens } from "../support/google.ts";
import { holdDisk } from "../support/hold-disk.ts";
import { bringSpotify } from "../support/spotify.ts";

let studio: Studio;
beforeEach(async () => {
  studio = await openAtGoogle();
});
afterEach(() => studio.close());

describe("a connected account's token", () => {
  it("is made anew before it runs out, once for all who ask, and keeps the refresh token that was not told again", async () => {
    const id = await connectGoogle(studio, "one");
    const asked: string[] = [];
    google(studio).refresh = async (refreshToken) => {
      asked.push(refreshToken);
      return tokens(`new-${asked.length}`, { refreshToken: null });
    };
    studio.ports.clock.set(START_MS + HOUR_MS - 61_000);
    expect(await studio.services.accessTokens.of(id)).toBe("access-one");
    studio.ports.clock.set(START_MS + HOUR_MS - 60_000);
    const both = await Promise.all([studio.services.accessTokens.of(id), studio.services.accessTokens.of(id)]);
    expect(both).toEqual(["access-new-1", "access-new-1"]);
    expect(await studio.services.accessTokens.of(id, "access-new-1")).toBe("access-new-2");
    expect(asked).toEqual(["refresh-one", "refresh-one"]);
  });

  it("asks to connect again once Google takes it no more, asks Google no more, and works again for all streams of the account", async () => {
    const first = await newStream(studio);
    const id = await connectGoogle(studio, "one", first);
    commit(studio.services, (tx) => nameAccount(tx, id, "UC1"));
    const told: GrantId[] = [];
    studio.services.accessTokens.onLost((lost) => told.push(lost));
    let asked = 0;
    google(studio).refresh = () => {
      asked += 1;
      return Promise.reject(new GrantError("lost", "invalid_grant"));
    };
    studio.ports.clock.set(START_MS + 2 * HOUR_MS);
    for (let time = 0; time < 2; time += 1) {
      await expect(studio.services.accessTokens.of(id)).rejects.toMatchObject({
        failure: "lost",
        message: expect.stringContaining("Connect the Google account again"),
      });
    }
    expect([asked, told]).toEqual([1, [id]]);
    const second = await newStream(studio, "Day");
    const renewed = await connectGoogle(studio, "two", second);
    commit(studio.services, (tx) => nameAccount(tx, renewed, "UC1"));
    expect([grantOf(studio, first), grantOf(studio, second), grantIds(studio)]).toEqual([renewed, renewed, [renewed]]);
    expect(await studio.services.accessTokens.of(renewed)).toBe("access-two");
  });

  it("that is lost is told to the screens of all that goes by it, and so is that the account is connected again", async () => {
    const [one, two, other] = [await newStream(studio, "One"), await newStream(studio, "Two"), await newStream(studio, "Other")];
    const id = await connectGoogle(studio, "one", one);
    studio.services.db
      .update(streams)
      .set({ ytGrantId: id })
      .where(eq(streams.id, streamId.parse(two)))
      .run();
    commit(studio.services, (tx) => nameAccount(tx, id, "UC1"));
    const told: string[] = [];
    studio.services.live.subscribe((event) => void (event.type === "changed" && told.push(`${event.entity} ${event.id}`)));
    google(studio).refresh = () => Promise.reject(new GrantError("lost", "invalid_grant"));
    await expect(studio.services.accessTokens.of(id, "access-one")).rejects.toThrow("Connect the Google account again");
    expect(told.toSorted()).toEqual([`streams ${one}`, `streams ${two}`].toSorted());
    told.length = 0;
    studio.ports.youtube.channels = async () => [{ id: "UC1", title: "Moth Radio", thumbnailUrl: null }];
    await connectGoogle(studio, "two", other);
    expect(told).toEqual(expect.arrayContaining([`streams ${one}`, `streams ${two}`, `streams ${other}`]));
    bringSpotify(studio);
    studio.services.db.update(grants).set({ refreshTokenSealed: null }).where(eq(grants.service, "spotify")).run();
    told.length = 0;
    const spotify = studio.services.db.select().from(grants).where(eq(grants.service, "spotify")).get();
    await expect(studio.services.accessTokens.of(spotify?.id ?? id, "token")).rejects.toThrow("Connect the Spotify account again");
    expect(told).toEqual(["playlists spotify"]);
  });

  it("is asked for again where Google could not be reached: nothing is lost by that", async () => {
    const id = await connectGoogle(studio, "one");
    google(studio).refresh = () => Promise.reject(new GrantError("unreachable", "not now"));
    await expect(studio.services.accessTokens.of(id, "access-one")).rejects.toThrow("not now");
    expect(readGrant(studio.services.db, id)?.lostAt).toBeNull();
  });

  it("that was made anew is told once the disk has it: the one that it was refreshed by may be of no use any more", async () => {
    const id = await connectGoogle(studio, "one");
    google(studio).refresh = async () => tokens("two");
    const disk = holdDisk(studio);
    const told = vi.fn();
    const telling = studio.services.accessTokens.of(id, "access-one").then(told);
    await disk.isAwaited();
    expect(told).not.toHaveBeenCalled();
    disk.take();
    await telling;
    expect(told).toHaveBeenCalledWith("access-two");
  });

  it("that cannot be stored is told all the same, refreshes the next one, and is stored as soon as that goes: by the one before Google lets us in no more", async () => {
    const id = await connectGoogle(studio, "one");
    let [count, taken] = [1, "refresh-one"];
    google(studio).refresh = async (refreshToken) => {
      if (refreshToken !== taken) throw new GrantError("lost", "invalid_grant");
      count += 1;
      taken = `refresh-${count}`;
      return tokens(String(count));
    };
    const { $client } = studio.services.db;
    $client.exec("create trigger full before update on grants begin select raise(abort, 'database or disk is full'); end");
    const of = (refused?: string) => studio.services.accessTokens.of(id, refused);
    expect([await of("access-one"), await of(), await of("access-2"), await of()]).toEqual([
      "access-2",
      "access-2",
      "access-3",
      "access-3",
    ]);
    $client.exec("drop trigger full");
    expect(await of()).toBe("access-3");
    studio = studio.reopen();
    studio.ports.clock.set(START_MS);
    google(studio).refresh = async (refreshToken) => tokens(`after-${refreshToken}`);
    expect([await of(), await of("access-3")]).toEqual(["access-3", "access-after-refresh-3"]);
    expect(readGrant(studio.services.db, id)?.lostAt).toBeNull();
  });

  it("that could not be stored is stored once there is room, though nobody asks for it by then", async () => {
    const id = await connectGoogle(studio, "one");
    const { $client } = studio.services.db;
    $client.exec("create trigger full before update on grants begin select raise(abort, 'database or disk is full'); end");
    google(studio).refresh = async () => tokens("two");
    expect(await studio.services.accessTokens.of(id, "access-one")).toBe("access-two");
    studio.services.accessTokens.storeSpares();
    $client.exec("drop trigger full");
    studio.services.accessTokens.storeSpares();
    studio = studio.reopen();
    studio.ports.clock.set(START_MS);
    google(studio).refresh = async (refreshToken) => tokens(`after-${refreshToken}`);
    expect(await studio.services.accessTokens.of(id, "access-two")).toBe("access-after-refresh-two");
  });

  it("that cannot be stored gives way to those of who connects the account anew, and is revoked where it is given back", async () => {
    const id = await connectGoogle(studio, "one");
    const { $client } = studio.services.db;
    const full = "create trigger full before update of access_token_sealed on grants begin select raise(abort, 'full'); end";
    $client.exec(full);
    google(studio).refresh = async () => tokens("two");
    expect(await studio.services.accessTokens.of(id, "access-one")).toBe("access-two");
    const revoked: string[] = [];
    google(studio).revoke = async (token) => void revoked.push(token);
    await studio.services.accessTokens.giveBack(id);
    expect([revoked, grantIds(studio)]).toEqual([["refresh-two"], []]);
    const other = await connectGoogle(studio, "three");
    google(studio).refresh = async () => tokens("four");
    expect(await studio.services.accessTokens.of(other, "access-three")).toBe("access-four");
    $client.exec("drop trigger full");
    const anew = { accessTokenSealed: studio.services.secrets.seal("access-anew") };
    studio.services.db.update(grants).set(anew).where(eq(grants.id, other)).run();
    expect(await studio.services.accessTokens.of(other)).toBe("access-anew");
  });

  it("asks YouTube for nothing before the disk has what was stored for it", async () => {
    const id = await connectGoogle(studio, "one");
    const disk = holdDisk(studio);
    const call = vi.fn(async () => "done");
    const asking = askYouTube(studio.services, id, "channels", call);
    await disk.isAwaited();
    expect(call).not.toHaveBeenCalled();
    disk.take();
    expect(await asking).toBe("done");
    expect(call).toHaveBeenCalledOnce();
  });
});
