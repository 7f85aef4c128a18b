import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Call } from "./call.ts";

/** The studio renders by a card that this machine has not: as it was kept on the machine that had one. */
export async function givenLostCard(call: Call, dataDir: string, encoder: "nvenc" | "vaapi"): Promise<void> {
  await call("PATCH", "/api/stream-settings", { renderEncoder: "software" });
  const database = new DatabaseSync(join(dataDir, "nightjar.db"), { timeout: 30_000 });
  database.prepare("UPDATE stream_settings SET render_encoder = ?").run(encoder);
  database.close();
}
