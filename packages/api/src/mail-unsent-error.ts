/** Nobody can have got that mail: its server was not reached, or let us not in. Any other failure may have come after it was taken. */
export class MailUnsentError extends Error {
  override readonly name = "MailUnsentError";
}
