import { playlistJobs } from "@nightjar/db";
import { afterEach, expect, it } from "vitest";
import { type TestServer, startTestServer } from "./support/server.ts";

let server: TestServer;
afterEach(() => server.close());

it("goes on with the reading of a playlist that the process before left: without an account it ends with why", async () => {
  server = await startTestServer();
  server.services.db.insert(playlistJobs).values({ id: "37i9dQZF1DX0XUsuxWHRQd", is: "reading", syncs: false }).run();
  await server.running.stop();
  server = await startTestServer({ DATA_DIR: server.dataDir });
  const jobs = async () => (await server.call("GET", "/api/spotify/jobs")).json;
  await expect.poll(jobs).toMatchObject([{ is: "failed", sentence: expect.stringMatching(/Spotify/u) }]);
});
