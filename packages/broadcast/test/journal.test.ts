import { appendFile, mkdir, readFile, readdir, rm, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { JournalEntry } from "@nightjar/contract";
import { describe, expect, it } from "vitest";
import { readJournal } from "../src/director/told/journal-file.ts";
import { at, destination, journals, of, song } from "./support/journals.ts";

const { dir, killed, openJournal } = journals();

const told = (entries: readonly JournalEntry[]) =>
  entries.map((entry) => (entry.type === "started" ? `${entry.title} from ${entry.startedAt}` : `until ${entry.endedAt}`));

describe("the as-run journal", () => {
  it("writes nothing once its file is closed: what is acknowledged then is told again by the next process", async () => {
    const journal = await openJournal();
    journal.begin(song(1, 0));
    await journal.closeFile();
    const next = await killed();
    await rm(dir(), { recursive: true });
    journal.acknowledge(journal.pending().at(-1)?.position ?? 0);
    await journal.closeFile();
    await expect(stat(dir())).rejects.toThrow("ENOENT");
    expect(told(next.pending())).toEqual([`Title 1 from ${at(0)}`]);
  });

  it("ends a track where the next begins, and tells it so after a kill at any moment", async () => {
    const journal = await openJournal();
    journal.begin(song(1, 0));
    journal.begin(song(2, 10));
    await journal.flush();
    const expected = [`Title 1 from ${at(0)}`, `until ${at(10)}`, `Title 2 from ${at(10)}`];
    expect(told(journal.pending())).toEqual(expected);
    expect(told((await killed()).pending())).toEqual(expected);
  });

  it("takes a start that is told again after an adoption as the one it knows", async () => {
    const journal = await openJournal();
    const { entryId } = journal.begin(song(1, 0));
    await journal.flush();
    const next = await killed();
    expect(next.begin(song(1, 0.002))).toMatchObject({ entryId, startedAt: at(0) });
    const second = next.begin(song(2, 10));
    // Bytes that a slow destination had not taken are produced again.
    expect(next.begin(song(1, 0))).toEqual(second);
    await next.flush();
    expect(next.pending()).toHaveLength(3);
  });

  it("gives the same segment of the same session a new entry when the timeline had to begin anew", async () => {
    const journal = await openJournal();
    const first = journal.begin(song(1, 0));
    journal.end(of, at(5));
    expect(journal.begin(song(1, 60)).entryId).not.toBe(first.entryId);
  });

  it("tells each entry until it was acknowledged, and no more while it is open", async () => {
    const journal = await openJournal();
    journal.begin(song(1, 0));
    journal.begin(song(2, 10));
    await journal.flush();
    const [first] = journal.pending();
    journal.acknowledge(first?.position ?? 0);
    expect(told(journal.pending())).toEqual([`until ${at(10)}`, `Title 2 from ${at(10)}`]);
  });

  it("tells all that is on file again to who opens it, acknowledged or not: whoever took it may have lost it with the power", async () => {
    const journal = await openJournal();
    journal.begin(song(1, 0));
    journal.begin(song(2, 10));
    await journal.flush();
    journal.acknowledge(3);
    expect(journal.pending()).toEqual([]);
    await journal.closeFile();
    const next = await killed();
    expect(told(next.pending())).toEqual([`Title 1 from ${at(0)}`, `until ${at(10)}`, `Title 2 from ${at(10)}`]);
    next.acknowledge(2);
    expect(told(next.pending())).toEqual([`Title 2 from ${at(10)}`]);
    next.acknowledge(3);
    expect(next.pending()).toEqual([]);
  });

  it("tells who listens only what is safe on the disk", async () => {
    const journal = await openJournal();
    const seen: string[] = [];
    const done = Promise.withResolvers<void>();
    journal.subscribe(() => {
      void readFile(join(dir(), "as-run.jsonl"), "utf8").then((text) => {
        seen.push(text);
        done.resolve();
      });
    });
    journal.begin(song(1, 0));
    expect(journal.pending()).toEqual([]);
    await done.promise;
    expect(seen[0]).toContain("Title 1");
    expect(journal.pending()).toHaveLength(1);
  });

  it("passes over a line torn by a crash, and writes the next one whole", async () => {
    const journal = await openJournal();
    journal.begin(song(1, 0));
    await journal.closeFile();
    await appendFile(join(dir(), "as-run.jsonl"), '{"n":2,"type":"ended","ses');
    const next = await openJournal();
    next.begin(song(2, 10));
    await next.flush();
    expect(told((await killed()).pending())).toEqual([`Title 1 from ${at(0)}`, `until ${at(10)}`, `Title 2 from ${at(10)}`]);
  });

  it("survives garbage in its file, and numbers going on after the file was lost", async () => {
    await mkdir(dir(), { recursive: true });
    await writeFile(join(dir(), "as-run.jsonl"), Buffer.from([0, 255, 10, 123, 10, 0]));
    const journal = await openJournal();
    journal.begin(song(1, 0));
    await journal.flush();
    journal.acknowledge(journal.pending()[0]?.position ?? 0);
    await journal.closeFile();
    await rm(join(dir(), "as-run.jsonl"));
    const next = await openJournal();
    next.begin(song(2, 10));
    await next.flush();
    expect(told(next.pending())).toEqual([`Title 2 from ${at(10)}`]);
  });

  it("writes what a disk has refused once the disk takes it, in order", async () => {
    const journal = await openJournal();
    await mkdir(join(dir(), "as-run.jsonl"));
    journal.begin(song(1, 0));
    journal.begin(song(2, 10));
    await journal.flush();
    expect(journal.pending()).toEqual([]);
    await rm(join(dir(), "as-run.jsonl"), { recursive: true });
    const written = Promise.withResolvers<void>();
    journal.subscribe(() => written.resolve());
    await written.promise;
    expect(told((await killed()).pending())).toEqual([`Title 1 from ${at(0)}`, `until ${at(10)}`, `Title 2 from ${at(10)}`]);
  });

  it("is opened anew where the disk below it was another for a while", async () => {
    const journal = await openJournal();
    const path = join(dir(), "as-run.jsonl");
    await symlink("/dev/full", path);
    journal.begin(song(1, 0));
    await journal.flush();
    expect(journal.pending()).toEqual([]);
    await rm(path);
    const written = Promise.withResolvers<void>();
    journal.subscribe(() => written.resolve());
    await written.promise;
    expect(told((await killed()).pending())).toEqual([`Title 1 from ${at(0)}`]);
  });

  it("is kept beside where it cannot be read, and is not written over", async () => {
    await mkdir(dir(), { recursive: true });
    await symlink("as-run.jsonl", join(dir(), "as-run.jsonl"));
    await expect(readJournal(join(dir(), "as-run.jsonl"))).rejects.toThrow("ELOOP");
    const journal = await openJournal();
    journal.begin(song(1, 0));
    await journal.flush();
    expect(told(journal.pending())).toEqual([`Title 1 from ${at(0)}`]);
    expect(await readdir(dir())).toEqual(["as-run.jsonl", expect.stringMatching(/^as-run\.jsonl\.unread-\d+$/)]);
  });

  it("stays short over a year of tracks that were taken, and still knows what is on air and what was", async () => {
    const journal = await openJournal();
    journal.destinations(of, [destination("sending")], () => at(0));
    for (let serial = 1; serial <= 6_000; serial += 1) {
      journal.begin(song(serial, serial * 10));
      if (serial % 300 > 0) continue;
      await journal.flush();
      for (let last = journal.pending().at(-1); last; last = journal.pending().at(-1)) journal.acknowledge(last.position);
    }
    await journal.closeFile();
    expect((await stat(join(dir(), "as-run.jsonl"))).size).toBeLessThan(2_000_000);
    const next = await openJournal();
    // Only what a session needs is told again.
    expect(next.pending().length).toBeLessThan(50);
    expect(next.session(of.sessionId)?.entry?.serial).toBe(6_000);
    expect(next.session(of.sessionId)?.history.map(({ serial }) => serial)).toEqual(
      Array.from({ length: 20 }, (_, index) => 5_999 - index),
    );
    expect(next.session(of.sessionId)?.destinations.get("d1")?.downSince).toBeNull();
  });
});
