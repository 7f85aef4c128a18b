import type { Mailer } from "@nightjar/api";

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
      try {
        await transport.sendMail({ from, ...mail });
      } finally {
        transport.close();
      }
    },
  };
}
