import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { Refusal, collect, say } from "./run.mjs";

const ffmpeg = { name: "ffmpeg", packages: ["ffmpeg"], ready: () => given("FFMPEG_PATH", "ffmpeg") && given("FFPROBE_PATH", "ffprobe") };
const chromium = {
  name: "Chromium's headless shell",
  packages: ["chromium-headless-shell"],
  ready: () => isExecutable("/usr/bin/chromium-headless-shell"),
};
const nginx = {
  name: "nginx with its RTMP module",
  packages: ["nginx-light", "libnginx-mod-rtmp"],
  ready: () => (onPath("nginx") || isExecutable("/usr/sbin/nginx")) && existsSync("/usr/lib/nginx/modules/ngx_rtmp_module.so"),
};

const triplet = process.arch === "arm64" ? "aarch64-linux-gnu" : "x86_64-linux-gnu";
const libraryFolders = ["/lib", "/usr/lib", "/lib64", "/usr/lib64", `/lib/${triplet}`, `/usr/lib/${triplet}`];
/** The pinned Node is linked against it, and a bare Debian has none. */
const libatomic = {
  name: "libatomic",
  packages: ["libatomic1"],
  ready: () => libraryFolders.some((folder) => existsSync(join(folder, "libatomic.so.1"))),
};

export const toolsToRun = [libatomic];
export const toolsToServe = [ffmpeg];
export const toolsToTest = [ffmpeg, chromium, nginx];

const given = (variable, command) => (process.env[variable] ? true : onPath(command));

function onPath(command) {
  return (process.env.PATH ?? "").split(delimiter).some((folder) => folder !== "" && isExecutable(join(folder, command)));
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

export const missing = (tools) => tools.filter((tool) => !tool.ready());

/** Brings what is missing through apt where that needs no question, else says what to type. */
export async function installTools(tools) {
  const wanted = missing(tools);
  if (wanted.length === 0) return;
  const prefix = await rootPrefix();
  if (prefix === undefined || !onPath("apt-get")) throw new Refusal(wanted.map(sentence).join("\n"));
  say(`Installing ${wanted.map((tool) => tool.name).join(", ")} …`);
  const packages = wanted.flatMap((tool) => tool.packages);
  const failure =
    (await apt(prefix, ["update"])) ?? (await apt(prefix, ["install", "-y", "--no-install-recommends", ...packages])) ?? leftOver(wanted);
  if (failure !== undefined) throw new Refusal(`${failure}\n${missing(wanted).map(sentence).join("\n")}`);
}

const leftOver = (tools) => (missing(tools).length === 0 ? undefined : "apt-get installed its packages, but something is still missing.");
const sentence = (tool) => `${tool.name} is missing. Install it with: sudo apt-get install -y ${tool.packages.join(" ")}`;

async function rootPrefix() {
  if (process.getuid?.() === 0) return [];
  if (!onPath("sudo")) return undefined;
  return (await collect("sudo", ["-n", "true"])).code === 0 ? ["sudo", "-n"] : undefined;
}

/** Handed over by `env`, because sudo drops the environment. */
const quietly = ["DEBIAN_FRONTEND=noninteractive", "RUNLEVEL=1", "SYSTEMD_OFFLINE=1"];

async function apt(prefix, args) {
  // Another apt may be at work: wait for it instead of failing. The last two keep nginx from being started as a service.
  const command = [...prefix, "env", ...quietly, "apt-get", "-q", "-o", "DPkg::Lock::Timeout=300", ...args];
  const { code, all } = await collect(command[0], command.slice(1));
  return code === 0 ? undefined : `${all.trimEnd().split("\n").slice(-8).join("\n")}\napt-get ${args[0]} ended with ${code}.`;
}
