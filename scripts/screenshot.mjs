import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { at, nodeBinary, root, runtimeEnv, serverMain } from "./lib/paths.mjs";
import { main, quiet, say, show } from "./lib/run.mjs";
import { setup } from "./lib/setup.mjs";
import { toolsToTest } from "./lib/system.mjs";

// The pictures of README and docs: the real studio with a few tracks and a stream, its overlay designer, every template, and every screen
// wide and on a phone.
// Run it when the look changes; `npm run screenshot -- screens` takes the screens alone.
const admin = { email: "mira@nightjar.example", password: "a picture for the README" };
const onlyScreens = process.argv.includes("screens");
const colleague = { email: "jonas@nightjar.example", password: "waits to be let in" };
const songs = [
  ["Harbour Lights", "Ada Lindqvist", "ambient"],
  ["Paper Moons", "The Slow Ferries", "lo-fi"],
  ["Northern Quarter", "Kestrel & Wren", "house"],
  ["Salt and Static", "Ada Lindqvist", "ambient"],
];

await main(async () => {
  await setup({ tools: toolsToTest, build: true });
  const folder = mkdtempSync(join(tmpdir(), "nightjar-picture-"));
  const server = spawn(nodeBinary, [serverMain], {
    cwd: root,
    env: runtimeEnv({
      PORT: "0",
      HOST: "127.0.0.1",
      DATA_DIR: folder,
      LOG_LEVEL: "error",
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
    }),
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const url = await readyAt(server);
    await fill(url, folder);
    if (!onlyScreens) {
      await picture(url);
      await take("overlays", url);
    }
    await take("screens", url);
  } finally {
    server.kill("SIGTERM");
    await new Promise((resolve) => server.once("close", resolve));
    rmSync(folder, { recursive: true, force: true });
  }
  say("docs/images/dashboard.png, overlay-*.png, template-*.png, screen-*.png");
});

async function take(what, url) {
  const code = await show(nodeBinary, [at(`e2e/screenshots/${what}.ts`), url, admin.email, admin.password], { env: runtimeEnv() });
  if (code !== 0) throw new Error(`the pictures of ${what} could not be taken`);
}

function readyAt(server) {
  return new Promise((resolve, reject) => {
    server.stdout.on("data", (chunk) => {
      const address = /ready at (http:\S+)/.exec(chunk.toString())?.[1];
      if (address !== undefined) resolve(address);
    });
    server.once("close", (code) => reject(new Error(`the server ended with ${code}`)));
  });
}

async function fill(url, folder) {
  const call = async (path, body, token) => {
    const isForm = body instanceof FormData;
    const headers = { ...(token && { authorization: `Bearer ${token}` }), ...(!isForm && { "content-type": "application/json" }) };
    const answer = await fetch(`${url}${path}`, { method: "POST", headers, body: isForm ? body : JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
  const { token } = await call("/api/auth/login", admin);
  await call("/api/auth/register", colleague);
  await call("/api/streams", { title: "Harbour Lights FM", description: "House, at any hour" }, token);
  const stream = await call("/api/streams", { title: "Night Shift Radio", description: "Ambient and lo-fi, around the clock" }, token);
  for (const [index, [title, artist, genre]] of songs.entries()) {
    const file = join(folder, `${index}.mp3`);
    await quiet("ffmpeg", [
      "-loglevel",
      "error",
      "-f",
      "lavfi",
      "-i",
      `sine=frequency=${220 + 40 * index}:duration=20`,
      "-b:a",
      "96k",
      file,
    ]);
    const form = new FormData();
    form.set("audio", new Blob([readFileSync(file)], { type: "audio/mpeg" }), `${title}.mp3`);
    const { fileUrl } = await call("/api/upload/audio", form, token);
    const track = await call("/api/tracks", { title, artist, genre, duration: "0:20", fileUrl }, token);
    await call(`/api/streams/${stream.id}/tracks`, { trackId: track.id }, token);
  }
  const dusk = join(folder, "dusk.mp4");
  const sky = "gradients=s=1280x720:r=30:d=4:c0=0x1b2a49:c1=0x6b4a7a:c2=0xd98a6a:nb_colors=3:speed=0.01";
  await quiet("ffmpeg", ["-loglevel", "error", "-f", "lavfi", "-i", sky, "-pix_fmt", "yuv420p", dusk]);
  const form = new FormData();
  form.set("video", new Blob([readFileSync(dusk)], { type: "video/mp4" }), "dusk.mp4");
  const { fileUrl: videoUrl, thumbnailUrl, duration, resolution } = await call("/api/upload/video", form, token);
  await call("/api/backgrounds", { title: "Dusk", videoUrl, thumbnailUrl, duration, resolution }, token);
}

async function picture(url) {
  const { chromium } = createRequire(at("e2e/package.json"))("playwright-core");
  const executablePath = ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find((path) => existsSync(path));
  const browser = await chromium.launch({ executablePath, args: process.getuid() === 0 ? ["--no-sandbox"] : [] });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 860 }, reducedMotion: "reduce" });
    await page.goto(`${url}/login`);
    await page.getByLabel("Email").fill(admin.email);
    await page.getByLabel("Password").fill(admin.password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText(`Welcome, ${admin.email}`).waitFor();
    await page.waitForLoadState("networkidle");
    mkdirSync(at("docs/images"), { recursive: true });
    await page.screenshot({ path: at("docs/images/dashboard.png") });
  } finally {
    await browser.close();
  }
}
