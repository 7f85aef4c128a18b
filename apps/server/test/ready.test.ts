import { expect, it } from "vitest";
import { TOOLS_THAT_EXIST, startTestServer } from "./support/server.ts";

it("a server whose playout thread has ended is not ready until another serves, and says why", async () => {
  const server = await startTestServer(TOOLS_THAT_EXIST);
  try {
    expect((await server.call("GET", "/api/ready")).status).toBe(200);
    server.engine.troubles = ["The playout thread has ended; another is being started."];
    const answer = await server.call("GET", "/api/ready");
    expect(answer.status).toBe(503);
    expect(answer.text).toContain("The playout thread has ended; another is being started.");
    server.engine.troubles = [];
    expect((await server.call("GET", "/api/ready")).status).toBe(200);
  } finally {
    await server.close();
  }
});
