import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { at } from "./paths.mjs";
import { Refusal, quiet, say } from "./run.mjs";

const cache = at(".fresh");
/** Where the checkout lies inside the bare root; the space is there on purpose. */
export const projectInside = "/srv/my studio";

/** Lines of apt's own view of the machine's Debian mirrors: nothing about them is written into the project. */
function debianSources() {
  const format = "$(REPO_URI) $(RELEASE) $(COMPONENT) $(ORIGIN) $(CODENAME)";
  const lines = execFileSync("apt-get", ["indextargets", "--format", format, "Created-By: Packages"], { encoding: "utf8" })
    .trim()
    .split("\n");
  const found = lines.map((line) => line.split(" ")).filter(([, , component, origin]) => origin === "Debian" && component === "main");
  const codename = /^VERSION_CODENAME=(.*)$/m.exec(readFileSync("/etc/os-release", "utf8"))?.[1] ?? "bookworm";
  const base = found.find(([, release]) => release === codename);
  if (base === undefined) throw new Refusal("apt on this machine knows no Debian mirror; run: apt-get update");
  return { codename, mirror: base[0], lines: [...new Set(found.map(([uri, release]) => `deb ${uri} ${release} main`))] };
}

/** A Debian with nothing but its base, made once; each run works on a copy. @returns the copy's folder */
export async function makeBareRoot() {
  const { codename, mirror, lines } = debianSources();
  const base = join(cache, `base-${codename}`);
  if (!existsSync(base)) {
    say(`Making a bare Debian ${codename} …`);
    rmSync(`${base}.new`, { recursive: true, force: true });
    mkdirSync(`${base}.new`, { recursive: true });
    await quiet("debootstrap", ["--variant=minbase", codename, `${base}.new`, mirror]);
    renameSync(`${base}.new`, base);
  }
  const root = join(cache, "root");
  endWhatRunsIn(root);
  rmSync(root, { recursive: true, force: true });
  await quiet("cp", ["-a", base, root]);
  writeFileSync(join(root, "etc/apt/sources.list"), `${lines.join("\n")}\n`);
  // The ports are the machine's own: a package must not start its service there.
  writeFileSync(join(root, "usr/sbin/policy-rc.d"), "#!/bin/sh\nexit 101\n", { mode: 0o755 });
  for (const path of ["etc/resolv.conf", "etc/hosts"]) cpSync(`/${path}`, join(root, path), { dereference: true });
  return root;
}

/** Node and npm, which a machine is expected to have, and how this machine reaches npm's registry. */
export function bringNode(root) {
  const node = machinesNode();
  cpSync(node, join(root, "usr/local/bin/node"), { dereference: true });
  const npmFolder = [join(dirname(node), "../lib/node_modules/npm"), "/usr/share/nodejs/npm"].find((folder) => existsSync(folder));
  if (npmFolder === undefined) throw new Refusal(`There is no npm beside ${node}.`);
  cpSync(npmFolder, join(root, "usr/local/lib/node_modules/npm"), { recursive: true, dereference: true });
  for (const name of ["npm", "npx"]) symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(root, "usr/local/bin", name));
  const settings = ["registry", "cafile"].map((key) => [key, execFileSync("npm", ["config", "get", key], { encoding: "utf8" }).trim()]);
  const known = settings.filter(([, value]) => value !== "" && value !== "null" && value !== "undefined");
  writeFileSync(join(root, "root/.npmrc"), known.map(([key, value]) => `${key}=${value}\n`).join(""));
  const certificates = [process.env.NODE_EXTRA_CA_CERTS, process.env.SSL_CERT_FILE, settings[1][1]];
  for (const file of certificates) {
    if (file?.startsWith("/") && existsSync(file)) cpSync(file, join(root, file), { recursive: true, dereference: true });
  }
}

/** The node a newcomer would have, not the one .runtime brings. */
function machinesNode() {
  const candidates = (process.env.PATH ?? "").split(delimiter).map((folder) => join(folder, "node"));
  const found = candidates.find((path) => !path.includes(".runtime") && existsSync(path));
  if (found === undefined) throw new Refusal("There is no node on the PATH beside the one in .runtime.");
  return realpathSync(found);
}

/** The files of the commit, and no others. */
export async function bringCommit(root) {
  const target = join(root, projectInside);
  mkdirSync(target, { recursive: true });
  await quiet("sh", ["-c", 'git archive HEAD | tar -x -C "$1"', "sh", target]);
}

const passedOn = ["http_proxy", "https_proxy", "no_proxy", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE"];

/** Arguments for `unshare` that run a command in the project's folder of the root, in mounts of its own that end with it. */
export function inside(root, env, command) {
  const debs = join(cache, "debs");
  mkdirSync(join(debs, "partial"), { recursive: true });
  const kept = passedOn.filter((name) => process.env[name]).map((name) => `${name}=${process.env[name]}`);
  const given = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  const script = [
    'mount -t proc proc "$1/proc"',
    'mount --rbind /dev "$1/dev"',
    'mount --bind "$2" "$1/var/cache/apt/archives"',
    'root="$1"; folder="$3"; shift 3',
    'exec chroot "$root" env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 sh -c \'cd "$1" && shift && exec env "$@"\' sh "$folder" "$@"',
  ].join(" && ");
  return ["--mount", "--propagation", "private", "sh", "-c", script, "sh", root, debs, projectInside, ...kept, ...given, ...command];
}

/** Kills what still runs below the root. @returns their command lines */
export function endWhatRunsIn(root) {
  const ended = [];
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      if (!readlinkSync(`/proc/${pid}/root`).startsWith(root)) continue;
      ended.push(readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim());
      process.kill(Number(pid), "SIGKILL");
    } catch {
      // It ended by itself meanwhile.
    }
  }
  return ended;
}
