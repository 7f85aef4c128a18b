import { STREAM_ACTIONS, STREAM_FIELDS } from "@nightjar/contract";
import { expect, it } from "vitest";
import { sentenceOf, type ToldChange } from "../src/features/streams/state/change-sentence.ts";

const of = (action: string, change: Partial<ToldChange> = {}) => sentenceOf({ action, step: null, fields: [], ...change });

it.each([
  ["names the tracks of a short step", of("streams.stepTracklist", { step: { is: "move", titles: ["Moth"], total: 1 } }), "moved “Moth”"],
  [
    "names the first tracks of a long one",
    of("streams.addTracks", { step: { is: "insert", titles: ["A", "B", "C"], total: 500 } }),
    "added “A”, “B”, “C” and 497 more tracks",
  ],
  ["tells of a whole list", of("streams.update", { step: { is: "write", titles: ["A"], total: 1 } }), "wrote the whole tracklist: 1 track"],
  [
    "names fields as the screens do",
    of("streams.update", { fields: [{ name: "title" }, { name: "order" }] }),
    "changed the title and the order",
  ],
  [
    "names the backup at YouTube, which is another destination",
    of("streams.update", { fields: [{ name: "ytSendsBackup" }, { name: "destinations" }] }),
    "changed the backup at YouTube and where it is sent",
  ],
  ["tells of a press in words", of("streams.stop"), "stopped it"],
])("a change %s", (_, told, sentence) => expect(told).toBe(sentence));

it("keeps the order of tracks whose titles are written from right to left", () => {
  const titles = ["לילה", "Moth", "قمر"];
  const told = of("streams.stepTracklist", { step: { is: "remove", titles, total: 3 } });
  expect(told).toBe("removed “\u2068לילה\u2069”, “Moth” and “\u2068قمر\u2069”");
});

it("all that is done to a stream is told in words, and so is each of its fields", () => {
  const fields = [{ name: "title" }];
  for (const action of STREAM_ACTIONS) expect(of(action, { fields })).toMatch(/^[a-z]+ [A-Za-z ,]+$/u);
  for (const name of STREAM_FIELDS) expect(of("streams.update", { fields: [{ name }] })).toMatch(/^changed [a-z]+ [A-Za-z ]+$/u);
});
