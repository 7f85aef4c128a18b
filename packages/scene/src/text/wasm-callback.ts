import { webAssembly } from "./web-assembly.ts";

const VALUE_TYPES = { i: 0x7f, f: 0x7d } as const;

/**
 * Makes a WebAssembly function of a JavaScript one, so that it can stand in a function table. WebAssembly.Function would do it in
 * one call, but no browser ships it yet: this assembles the smallest module that imports the function and exports it again.
 * @param params one letter a parameter: `i` i32, `f` f32. There is no result.
 */
export function toWasmFunction(params: string, callback: (...values: number[]) => void): unknown {
  const types = [...params].map((letter) => VALUE_TYPES[letter === "f" ? "f" : "i"]);
  const typeSection = [1, 0x60, types.length, ...types, 0];
  const bytes = Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    ...[0x01, typeSection.length, ...typeSection],
    ...[0x02, 0x07, 0x01, 0x01, 0x65, 0x01, 0x66, 0x00, 0x00],
    ...[0x07, 0x05, 0x01, 0x01, 0x66, 0x00, 0x00],
  ]);
  const instance = new webAssembly.Instance(new webAssembly.Module(bytes), { e: { f: callback } });
  return instance.exports["f"];
}
