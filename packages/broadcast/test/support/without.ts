import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

/**
 * Imported before everything else in a process (and its threads): takes from it what a machine may be without, as named in
 * NIGHTJAR_TEST_WITHOUT: foreign functions (`ffi`), the kernel's list of connections (`netlink`), what it counts of a process (`io`), and
 * which connection is whose (`fd`).
 */
const without = new Set((process.env["NIGHTJAR_TEST_WITHOUT"] ?? "").split(","));

const denied = (path: unknown) => Object.assign(new Error(`EACCES: permission denied, open '${String(path)}'`), { code: "EACCES" });
const { readFileSync, readdirSync } = fs;
fs.readFileSync = new Proxy(readFileSync, {
  apply(target, self, args) {
    if (without.has("io") && /^\/proc\/\d+\/io$/.test(String(args[0]))) throw denied(args[0]);
    return Reflect.apply(target, self, args);
  },
});
fs.readdirSync = new Proxy(readdirSync, {
  apply(target, self, args) {
    if (without.has("fd") && /^\/proc\/\d+\/fd$/.test(String(args[0]))) throw denied(args[0]);
    return Reflect.apply(target, self, args);
  },
});
syncBuiltinESMExports();

const getBuiltinModule = process.getBuiltinModule.bind(process);
Object.assign(process, {
  getBuiltinModule(id: string) {
    const found: unknown = getBuiltinModule(id);
    if (id !== "node:ffi") return found;
    if (without.has("ffi")) throw new Error("no such built-in module");
    if (!without.has("netlink")) return found;
    return new Proxy(Object(found), {
      get: (target, name) => (name === "dlopen" ? (...args: unknown[]) => withoutSockets(target.dlopen(...args)) : target[name]),
    });
  },
});

/** A sandbox that forbids the socket, and leaves the rest. */
function withoutSockets(library: { readonly functions: object }): object {
  return { functions: { ...library.functions, socket: () => -1 } };
}
