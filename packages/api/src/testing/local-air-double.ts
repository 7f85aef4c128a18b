import type { LiveViewer } from "@nightjar/contract";
import type { LocalAir } from "../ports.ts";

/** A far end that nobody reaches. For tests only. */
export interface LocalAirDouble extends LocalAir {
  /** What `open` answers. */
  trouble: string | null;
  /** What can be watched now. */
  names: ReadonlySet<string>;
  readonly watching: { readonly name: string; readonly viewer: LiveViewer }[];
}

export function createLocalAirDouble(): LocalAirDouble {
  const double: LocalAirDouble = {
    ...{ port: 1935, application: "test", trouble: null, names: new Set(), watching: [] },
    open: async () => double.trouble,
    keep: (names) => void (double.names = names),
    destination: (name) => ({ url: "rtmp://127.0.0.1:1935/test", streamKey: `secret of ${name}` }),
    watch(name, viewer) {
      if (!double.names.has(name)) return null;
      const entry = { name, viewer };
      double.watching.push(entry);
      return () => void double.watching.splice(double.watching.indexOf(entry), 1);
    },
    viewers: (name) => double.watching.filter((entry) => entry.name === name).length,
  };
  return double;
}
