import { MailUnsentError } from "@nightjar/api";
import { PATIENCE_MS } from "@nightjar/kit/testing";
import { createServer } from "node:net";
import type { AddressInfo, Server } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createMailer } from "../src/adapters/mailer.ts";
import { callByName } from "./support/by-name.ts";
import { startTestServer } from "./support/server.ts";
import type { TestServer } from "./support/server.ts";

/** The least of a mail server: says yes to everything and keeps what it is given. @param otherwise what it answers to some commands; "": it is gone */
function listenSmtp(received: string[], otherwise: Readonly<Record<string, string>> = {}): Server {
  return createServer((socket) => {
    let isData = false;
    let letter = "";
    socket.write("220 test\r\n");
    socket.on("error", () => undefined);
    socket.on("data", (chunk) => {
      for (const line of chunk.toString("utf8").split("\r\n").slice(0, -1)) {
        const other = otherwise[line.slice(0, 4).toUpperCase()];
        if (other === "") socket.destroy();
        else if (other !== undefined) socket.write(`${other}\r\n`);
        else if (isData && line === ".") {
          isData = false;
          received.push(letter);
          socket.write("250 taken\r\n");
        } else if (isData) letter += `${line}\n`;
        else if (/^DATA/i.test(line)) {
          isData = true;
          socket.write("354 go on\r\n");
        } else if (/^QUIT/i.test(line)) socket.end("221 bye\r\n");
        else socket.write("250 ok\r\n");
      }
    });
  });
}

let smtp: Server;
let received: string[];
beforeEach(async () => {
  received = [];
  smtp = listenSmtp(received);
  await new Promise<void>((done) => smtp.listen(0, "127.0.0.1", done));
});
afterEach(() => new Promise((done) => smtp.close(done)));

describe("a mail that fails", () => {
  const BY_PASSWORD = "250-test\r\n250 AUTH PLAIN";
  it.each([
    ["nobody listens", null, true],
    ["we are not let in", { EHLO: BY_PASSWORD, AUTH: "535 no" }, true],
    ["its recipient is refused", { RCPT: "550 nobody" }, false],
    ["its server has all of it, and is gone before it answers", { ".": "" }, false],
  ])("is told as not sent where surely nobody got it, and only there: %s", async (_, otherwise, isUnsent) => {
    const server = listenSmtp([], otherwise ?? {});
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    const { port } = server.address() as AddressInfo;
    const close = () => new Promise((done) => server.close(done));
    if (otherwise === null) await close();
    const mailer = createMailer({ smtpUrl: `smtp://user:password@127.0.0.1:${port}`, from: "studio@example.com" });
    const sent = mailer.send({ to: "somebody@example.com", subject: "Hello", text: "Hello" });
    const failed: unknown = await sent.catch((error: unknown) => error);
    expect([failed instanceof Error, failed instanceof MailUnsentError]).toEqual([true, isUnsent]);
    if (otherwise !== null) await close();
  });
});

describe("the approval mail", () => {
  it("goes to the approved account, once, with the address of the studio", async () => {
    const { port } = smtp.address() as AddressInfo;
    const server = await startTestServer({
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      MAIL_FROM: "Nightjar <studio@radio.example>",
      PUBLIC_URL: "https://radio.example",
    });
    const { id, email } = await server.account("staff", "pending");
    const approve = () => server.call("PATCH", `/api/auth/users/${id}/status`, { body: { status: "approved" } });
    await approve();
    await vi.waitFor(() => expect(received).toHaveLength(1), PATIENCE_MS);
    await approve();
    expect(received[0]).toContain(`To: ${email}`);
    expect(received[0]).toContain("From: Nightjar <studio@radio.example>");
    expect(received[0]).toContain("https://radio.example/login");
    expect((await server.call("GET", "/trpc/auth.mailConfigured")).json).toEqual({ result: { data: { mailConfigured: true } } });
    await server.close();
    expect(received).toHaveLength(1);
  });

  it("is known to be impossible without a mail server, and one that fails does not hold up the approval", async () => {
    const without = await startTestServer();
    expect((await without.call("GET", "/trpc/auth.mailConfigured")).json).toEqual({ result: { data: { mailConfigured: false } } });
    await without.close();
    const broken = await startTestServer({ SMTP_URL: "smtp://127.0.0.1:9" });
    const { id } = await broken.account("staff", "pending");
    expect((await broken.call("PATCH", `/api/auth/users/${id}/status`, { body: { status: "approved" } })).status).toBe(200);
    await vi.waitFor(() => expect(broken.logged.map((line) => line.message)).toContain("the approval mail could not be sent"), PATIENCE_MS);
    await broken.close();
  });
});

describe("the mail with a link to set a new password", () => {
  it("goes to the account, with the address of the studio, whose page the link opens", async () => {
    const { port } = smtp.address() as AddressInfo;
    const server = await startTestServer({ SMTP_URL: `smtp://127.0.0.1:${port}`, PUBLIC_URL: "https://radio.example" });
    const { email } = await server.account("staff", "approved");
    const ask = (to: string) => server.call("POST", "/api/auth/request-reset", { token: null, body: { email: to } });
    expect((await ask(email)).json).toEqual((await ask("nobody@example.com")).json);
    await vi.waitFor(() => expect(received).toHaveLength(1), PATIENCE_MS);
    expect(received[0]).toContain(`To: ${email}`);
    // A mail breaks long lines, and writes "=" as "=3D".
    const link = /https:\/\/radio\.example\/reset-password#([\w-]+)/.exec(received[0]?.replaceAll("=\n", "") ?? "");
    const body = { token: link?.[1] ?? "", newPassword: "the new password" };
    expect((await server.call("POST", "/api/auth/reset-password", { token: null, body })).status).toBe(200);
    expect((await server.call("POST", "/api/auth/login", { token: null, body: { email, password: body.newPassword } })).status).toBe(200);
    await server.close();
    expect(received).toHaveLength(1);
  });

  it("leads to this machine alone where PUBLIC_URL is not set, whatever host it was asked at; the start says so", async () => {
    const SMTP_URL = `smtp://127.0.0.1:${(smtp.address() as AddressInfo).port}`;
    const sentence = "the links in e-mails lead to URL; set PUBLIC_URL to where people reach the studio";
    const warned = ({ logged }: TestServer) => logged.filter(({ level }) => level === "warn").map(({ message }) => message);
    const server = await startTestServer({ SMTP_URL });
    expect(warned(server)).toEqual([sentence.replace("URL", server.url)]);
    const { email } = await server.account("staff", "approved");
    await callByName("evil.example", `${server.url}/api/auth/request-reset`, { method: "POST", body: { email } });
    await vi.waitFor(() => expect(received).toHaveLength(1), PATIENCE_MS);
    const text = received[0]?.replaceAll("=\n", "");
    expect(text).toContain(`${server.url}/reset-password#`);
    expect(text).not.toContain("evil");
    await server.close();
    const set = await startTestServer({ SMTP_URL, PUBLIC_URL: "https://radio.example" });
    expect(warned(set)).toEqual([]);
    await set.close();
  });
});
