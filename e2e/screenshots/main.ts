import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { startRtmpIngest } from "@nightjar/rtmp-ingest";
import { startSpotify } from "../../tooling/music-services/spotify.ts";
import { openBrowser, openPerson } from "../src/browser.ts";
import { signInByCall } from "../src/call.ts";
import { type Account, signIn } from "../src/newcomer.ts";
import { openStudio } from "../src/studio.ts";
import { takeOverlays } from "./overlays.ts";
import { takeScreens } from "./screens.ts";
import { fillPlaylists, fillStudio, PLAYLISTS } from "./world.ts";

/**
 * Takes the pictures of README and docs in a studio of its own with streams on air: `node main.ts`. Named screens alone: `node main.ts screens [NAME …]`. With
 * `--into FOLDER` they go there, as long as their pages, to be looked through.
 */
const { values, positionals } = parseArgs({ allowPositionals: true, options: { into: { type: "string" } } });
const [what, ...names] = positionals;
const images = values.into ?? resolve(import.meta.dirname, "../../docs/images");
const admin: Account = { email: "mira@nightjar.example", password: "a picture for the README" };
const README_SIZE = { width: 1280, height: 860 };

const folder = mkdtempSync(join(tmpdir(), "nightjar-pictures-"));
const ingest = await startRtmpIngest({ record: false });
const spotify = await startSpotify("client", PLAYLISTS);
const studio = await openStudio({
  ...{ ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password, LOG_LEVEL: "error" },
  ...{ SPOTIFY_CLIENT_ID: "client", SPOTIFY_API_ROOT: spotify.root, SPOTIFY_ACCOUNTS_ROOT: spotify.root },
});
const browser = await openBrowser();
try {
  await studio.start();
  mkdirSync(images, { recursive: true });
  const streamId = await fillStudio(await signInByCall(studio.url, admin), folder, ingest.url);
  const { page } = await openPerson(browser, studio.url);
  await signIn(page, admin);
  await page.getByText("Welcome,").waitFor();
  await fillPlaylists(page, folder);
  if (what === undefined) {
    await page.setViewportSize(README_SIZE);
    await page.goto("/");
    await page.getByRole("region", { name: "Now on air" }).locator("img").nth(1).waitFor();
    await page.waitForLoadState("load");
    await page.screenshot({ path: join(images, "dashboard.png") });
    await takeOverlays(page, images);
  }
  await takeScreens({ browser, url: studio.url, admin, streamId, images, names, isWhole: values.into !== undefined });
} finally {
  await browser.close();
  await studio.close();
  await Promise.all([ingest.remove(), spotify.close()]);
  rmSync(folder, { recursive: true, force: true });
}
