import { readFileSync } from "node:fs";
import { createRequire, registerHooks } from "node:module";
import { fileURLToPath } from "node:url";

const require = createRequire(import.meta.url);

// Node reads TypeScript by itself, but no JSX: the unit tests that draw a piece of a screen need it, and they alone load the translator.
registerHooks({
  load(url, context, nextLoad) {
    const path = url.startsWith("file:") ? fileURLToPath(url) : "";
    if (!path.endsWith(".tsx")) return nextLoad(url, context);
    const { transformSync } = require("rolldown/utils");
    const { code, errors } = transformSync(path, readFileSync(path, "utf8"), { jsx: { runtime: "automatic" } });
    if (errors.length > 0) throw new SyntaxError(`${path}: ${errors.map(({ message }) => message).join("\n")}`);
    return { format: "module", source: code, shortCircuit: true };
  },
});
