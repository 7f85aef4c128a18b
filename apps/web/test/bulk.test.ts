import { ISRC_TEXT } from "@nightjar/contract";
import { expect, test } from "vitest";
import {
  codeProblem,
  columnOf,
  isAudio,
  isUnsaved,
  markDuplicates,
  newItem,
  pasteColumn,
  readyItems,
  setCode,
  withoutItem,
  type BulkItem,
  type BulkStatus,
} from "../src/features/library/bulk-items.ts";
import { typedCodes } from "../src/features/library/bulk-run.ts";

const [CODE, OTHER, THIRD] = ["USRC17607839", "GBAAA0000001", "DEA000000001"] as const;
const item = (id: string, isrcCode: string, status: BulkStatus = "pending"): BulkItem => ({
  ...newItem(id, new File([], `${id}.mp3`)),
  ...{ isrcCode, status },
});
const codes = (items: readonly BulkItem[]) => items.map(({ isrcCode }) => isrcCode);

test("a duplicate check marks what the library has, frees the rest, and leaves what is done", () => {
  const items = [item("a", "US-RC1-76-07839"), item("b", OTHER, "duplicate"), item("c", THIRD, "success")];
  expect(markDuplicates(items, [CODE, THIRD]).map(({ status }) => status)).toEqual(["duplicate", "pending", "success"]);
});

test("the same code twice within one batch is found, however it is written, and says where it stands first", () => {
  const marked = markDuplicates([item("a", CODE), item("b", "us-rc1-76-07839"), item("c", ""), item("d", "")], []);
  expect(marked.map(({ status, errorMessage }) => [status, errorMessage])).toEqual([
    ["pending", null],
    ["duplicate", "The same code as a.mp3"],
    ["pending", null],
    ["pending", null],
  ]);
});

test("who had the code of a file that is taken out has it alone, unless another one has it too", () => {
  const items = markDuplicates([item("a", CODE), item("b", CODE), item("c", CODE), item("d", OTHER, "duplicate")], [OTHER]);
  const states = (all: readonly BulkItem[]) => all.map(({ id, status }) => [id, status]);
  const two = withoutItem(items, "a");
  expect(states(two)).toEqual([
    ["b", "pending"],
    ["c", "duplicate"],
    ["d", "duplicate"],
  ]);
  expect(states(withoutItem(two, "c"))).toEqual([
    ["b", "pending"],
    ["d", "duplicate"],
  ]);
});

test("who had the code of a file that is corrected has it alone, by typing and by pasting", () => {
  const items = markDuplicates([item("a", CODE), item("b", CODE), item("c", CODE)], []);
  const told = (all: readonly BulkItem[]) => all.map(({ status, errorMessage }) => [status, errorMessage]);
  const corrected = [
    ["pending", null],
    ["pending", null],
    ["duplicate", "The same code as b.mp3"],
  ];
  expect(told(setCode(items, "a", OTHER))).toEqual(corrected);
  expect(told(pasteColumn(items, "a", [OTHER, ""]))).toEqual(corrected);
});

test("the check for duplicates asks for what is a code, and not for what was pasted by mistake", () => {
  expect(typedCodes([item("a", CODE.toLowerCase()), item("b", ""), item("c", "a whole paragraph ".repeat(9))])).toEqual([CODE]);
});

test("the check for duplicates does not ask for what this dialog has just added, or is adding", () => {
  expect(typedCodes([item("a", CODE, "success"), item("b", OTHER, "processing"), item("c", THIRD, "error")])).toEqual([THIRD]);
});

test("only files with a whole code that are no duplicates are processed, failed ones again", () => {
  const items = [item("a", CODE), item("b", " - "), item("c", OTHER, "duplicate"), item("d", OTHER, "success"), item("e", THIRD, "error")];
  expect(readyItems([...items, item("f", "this is not an isrc")]).map(({ id }) => id)).toEqual(["a", "e"]);
});

test("what is no code says so at its file, and an empty field does not", () => {
  expect([CODE, "us-rc1-76-07839", "", "GBAYE2400010 GBAYE2400011"].map((isrcCode) => codeProblem({ isrcCode }))).toEqual([
    ...[null, null, null, ISRC_TEXT],
  ]);
});

test("a pasted column fills the column from its file downwards; empty lines and what is done are left", () => {
  const lines = columnOf(`${OTHER}\tMoth\r\n\r\n${THIRD}\r\n${CODE}\r\n`);
  expect(lines).toEqual([OTHER, "", THIRD, CODE]);
  const items = [item("a", "kept"), item("b", ""), item("c", "typed"), item("d", "done", "success"), item("e", "")];
  expect(codes(pasteColumn(items, "b", lines ?? []))).toEqual(["kept", OTHER, "typed", "done", CODE]);
  expect(columnOf(`${CODE}\n`)).toBeNull();
});

test("the bulk dialog takes every kind of audio and nothing else", () => {
  const file = (name: string, type = "") => ({ name, type });
  expect(["a.ogg", "b.M4A", "c.txt", "d"].map((name) => isAudio(file(name)))).toEqual([true, true, false, false]);
  expect(isAudio(file("d", "audio/x-unheard-of"))).toBe(true);
});

test("what is not in the library yet would be lost with the dialog", () => {
  expect(isUnsaved([])).toBe(false);
  expect(isUnsaved([item("a", CODE, "success")])).toBe(false);
  expect(isUnsaved([item("a", CODE, "success"), item("b", "")])).toBe(true);
});
