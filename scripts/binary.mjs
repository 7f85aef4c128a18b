import { chmodSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { at, nodeBinary, serverMain } from "./lib/paths.mjs";
import { main, quiet, say } from "./lib/run.mjs";
import { setup } from "./lib/setup.mjs";

const dist = at("apps/server/dist");

// dist/nightjar: the pinned node with the bundled server and all its assets inside.
await main(async () => {
  await setup({ build: true });
  const output = at("dist/nightjar");
  const folder = mkdtempSync(join(tmpdir(), "nightjar-sea-"));
  try {
    const config = join(folder, "sea.json");
    writeFileSync(config, JSON.stringify(seaConfig(join(folder, "nightjar"))));
    await quiet(nodeBinary, ["--build-sea", config]);
    mkdirSync(at("dist"), { recursive: true });
    // Beside its place first: a rename is atomic, and a running binary cannot be written over.
    await quiet("cp", [join(folder, "nightjar"), `${output}.new`]);
    chmodSync(`${output}.new`, 0o755);
    renameSync(`${output}.new`, output);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  say(`${relative(process.cwd(), output)}: ${Math.round(statSync(output).size / 1e6)} MB`);
});

function seaConfig(output) {
  return {
    main: serverMain,
    mainFormat: "module",
    output,
    disableExperimentalSEAWarning: true,
    // The program's own arguments and environment are ours alone: NODE_OPTIONS of the machine must not change what we are.
    execArgvExtension: "none",
    assets: Object.fromEntries(assetFolders().flatMap(files)),
  };
}

function assetFolders() {
  return readdirSync(dist, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(dist, entry.name));
}

function files(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => [relative(dist, file), file]);
}
