import { GrantError } from "@nightjar/api";
import type { GrantFailure, TokenSource } from "@nightjar/api";
import { describe, expect, it } from "vitest";
import { OWN, song, spotifyGround } from "./support/spotify.ts";

const ground = spotifyGround();
const { headOf, put, readAll, soon, spotify, time, tokens } = ground;

describe("Spotify", () => {
  it("is asked again after as long as it says, or after a pause that grows where it says nothing", async () => {
    const waitedMs = async () => {
      const begunMs = time.nowMs();
      expect((await readAll())[0]?.total).toBe(ground.items.length);
      return time.nowMs() - begunMs;
    };
    ground.service.exhaust(1, { retryAfter: "7" });
    expect(await waitedMs()).toBe(7000);
    ground.service.exhaust(3);
    expect(await waitedMs()).toBe(1000 + 2000 + 4000);
    ground.service.exhaust(1, { retryAfter: "240" });
    expect(await waitedMs()).toBe(240_000);
    ground.service.cut(2);
    expect(await waitedMs()).toBe(1000 + 2000);
  });

  it("that asks for short pauses again and again is waited for as long as one that says nothing", async () => {
    const begunMs = time.nowMs();
    ground.service.exhaust(20, { retryAfter: "1" });
    expect((await readAll())[0]?.total).toBe(ground.items.length);
    expect(time.nowMs() - begunMs).toBe(20_000);
    ground.service.exhaust(1000, { retryAfter: "0" });
    await expect(readAll()).rejects.toThrow("asked too much at the moment");
    ground.service.exhaust(0);
    expect(time.nowMs() - begunMs).toBe(20_000 + 31_000);
  });

  it("that wants to be left alone is left alone by every call, also by those that it did not tell", async () => {
    const [own, token, begunMs] = [spotify(), tokens(), time.nowMs()];
    const read = async () => {
      const pages = [];
      for await (const page of own.pages(token, headOf(), soon())) pages.push(page);
      return pages;
    };
    await token();
    ground.service.exhaust(1, { retryAfter: "240" });
    await expect(own.account(token)).rejects.toThrow("left alone for 4 minutes");
    await expect(own.find(token, "USRC10000001", soon())).rejects.toThrow("left alone for 4 minutes");
    expect(time.nowMs()).toBe(begunMs);
    expect(await read()).toHaveLength(1);
    expect(time.nowMs() - begunMs).toBe(240_000);
    expect(await own.find(token, "USRC10000001", soon())).not.toBeNull();
  });

  it("is waited for but a moment by who sits before a screen, and looks a recording up once", async () => {
    const token = tokens();
    await token();
    ground.service.exhaust(1, { retryAfter: "240" });
    await expect(spotify().playlists(token)).rejects.toThrow("left alone for 4 minutes");
    ground.service.cut(1);
    expect(await spotify().playlists(token)).toHaveLength(2);
    ground.service.cut(1);
    await expect(spotify().find(token, "USRC10000001", soon())).rejects.toThrow("did not answer");
    const given = AbortSignal.abort(new Error("nobody waits"));
    await expect(spotify().find(token, "USRC10000001", given)).rejects.toThrow("nobody waits");
  });

  it("is not waited for where it asks for too long, nor where the day's calls are spent", async () => {
    ground.service.exhaust(1, { retryAfter: "3600" });
    await expect(readAll()).rejects.toThrow("asked too much at the moment, and wants to be left alone for 60 minutes");
    ground.service.exhaust(1, { reason: "QUOTA_EXCEEDED" });
    await expect(readAll()).rejects.toThrow("no more calls today");
  });

  it("is asked with another token when one has expired in the middle, and no more when the leave itself is over", async () => {
    put(Array.from({ length: 120 }, (_, at) => song(at)));
    const token = tokens();
    let pages = 0;
    for await (const page of spotify().pages(token, headOf(), soon())) if (page.total > 0 && ++pages === 1) ground.service.expire("access");
    expect(pages).toBe(3);
    ground.service.expire("refresh");
    await expect(readAll(OWN, token)).rejects.toThrow("connect again");
  });

  it("whose tokens cannot be had for a while is waited for like every other call, and no longer where the leave is over", async () => {
    const given = tokens();
    /** The next so many are asked for in vain. */
    const failing = (failure: GrantFailure, calls: number): TokenSource => {
      let left = calls;
      return async (refused) => {
        if (left-- > 0) throw new GrantError(failure, "connect again");
        return given(refused);
      };
    };
    const begunMs = time.nowMs();
    expect((await readAll(OWN, failing("unreachable", 5)))[0]?.total).toBe(ground.items.length);
    expect(time.nowMs() - begunMs).toBe(1000 + 2000 + 4000 + 8000 + 16_000);
    await expect(readAll(OWN, failing("unreachable", 6))).rejects.toThrow("Spotify did not answer");
    const midwayMs = time.nowMs();
    const away = failing("unreachable", 2);
    expect((await readAll(OWN, async (refused) => (refused === undefined ? "expired" : away(refused))))[0]?.total).toBe(
      ground.items.length,
    );
    expect(time.nowMs() - midwayMs).toBe(2000 + 4000);
    const endMs = time.nowMs();
    await expect(readAll(OWN, failing("lost", 1))).rejects.toThrow("connect again");
    await expect(spotify().find(failing("unreachable", 1), "USRC10000001", soon())).rejects.toThrow("Spotify did not answer");
    expect(time.nowMs()).toBe(endMs);
  });
});
