/** The little of WebAssembly that is used here: the language's own types come only with those of a browser or of a server. */
interface Api {
  instantiate(bytes: Uint8Array<ArrayBuffer>, imports: Imports): Promise<{ instance: { exports: object } }>;
  readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
  readonly Instance: new (module: object, imports: Imports) => { exports: Readonly<Record<string, unknown>> };
}
type Imports = Readonly<Record<string, Readonly<Record<string, (...values: number[]) => number | void>>>>;

export const webAssembly = (globalThis as unknown as { readonly WebAssembly: Api }).WebAssembly;
