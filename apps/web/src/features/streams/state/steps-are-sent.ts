let send: (id: string) => Promise<void> | undefined = () => undefined;

/** Says how what waits of a stream's list is sent. */
export function sendStepsBy(run: typeof send): void {
  send = run;
}

/** Answers when what was done to the stream's list is carried out, or refused and told: what is asked of its air goes on by the order shown. */
export const stepsAreSent = async ({ id }: { readonly id: string }): Promise<void> => send(id);
