import { MailUnsentError } from "@nightjar/api";
import type { Mailer } from "@nightjar/api";
import { PassThrough } from "node:stream";

const TIMEOUT_MS = 20_000;

/** SMTP, or nothing at all where no server is configured. */
export function createMailer(options: { readonly smtpUrl: string | undefined; readonly from: string }): Mailer {
  const { smtpUrl, from } = options;
  if (smtpUrl === undefined) {
    return { configured: false, send: () => Promise.reject(new Error("no mail server is configured (SMTP_URL)")) };
  }
  return {
    configured: true,
    async send(mail) {
      // Loaded with the first mail: the start need not wait for it.
      const { createTransport } = await import("nodemailer");
      const timeouts = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS };
      const transport = createTransport({ url: smtpUrl, ...timeouts });
      let isHandedOver = false;
      // Asked for once the server has let us in: from then on no error says for sure whether the mail was taken.
      const toServer = () => {
        isHandedOver = true;
        return new PassThrough();
      };
      transport.use("stream", ({ message }, done) => {
        message.transform(toServer);
        done();
      });
      try {
        await transport.sendMail({ from, ...mail });
      } catch (error) {
        if (isHandedOver) throw error;
        throw new MailUnsentError("the mail server could not be reached", { cause: error });
      } finally {
        transport.close();
      }
    },
  };
}
