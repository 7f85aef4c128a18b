import type { DynamicLibraryResult, FunctionDefinitions } from "node:ffi";

/** Functions of the C library; null where foreign functions, which are experimental, or that library are missing. */
export function cLibrary<const T extends FunctionDefinitions>(definitions: T): CLibrary<T> | null {
  // The warning that the module is experimental says nothing to an operator.
  const { emitWarning } = process;
  process.emitWarning = () => undefined;
  try {
    // Not imported: where the module is missing, this file must still load.
    const ffi = process.getBuiltinModule("node:ffi");
    const { functions } = ffi.dlopen("libc.so.6", definitions);
    return { functions, addressOf: (bytes) => ffi.getRawPointer(bytes) };
  } catch {
    return null;
  } finally {
    process.emitWarning = emitWarning;
  }
}

interface CLibrary<T extends FunctionDefinitions> {
  readonly functions: DynamicLibraryResult<T>["functions"];
  /** Valid for as long as the bytes are referred to. */
  addressOf(bytes: Buffer): bigint;
}
