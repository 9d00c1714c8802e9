import { setTimeout as sleep } from 'node:timers/promises';
import type { Mail, Mailer } from './create-mailer.ts';

/** Waits for ms; ends early, however it likes, when the signal is aborted. */
export type Wait = (ms: number, signal: AbortSignal) => Promise<unknown>;

interface Patience {
  /** Aborted when nobody can wait any longer: what fails then has failed. */
  readonly signal: AbortSignal;
  /** Real time unless said. */
  readonly wait?: Wait | undefined;
  /** Told each time that the mail is going to be tried again. */
  readonly retrying: (problem: unknown) => void;
}

/** ms; a mail server that restarts is back, and one that asks newcomers to come again takes the mail by then. */
const retryDelaysMs = [5_000, 30_000, 120_000];

/** Sends a mail, up to four times unless the mail server says that it will never take it. Rejects as the last try did. */
export async function sendPatiently(mailer: Mailer, mail: Mail, patience: Patience): Promise<void> {
  const { signal, retrying } = patience;
  const wait: Wait = patience.wait ?? ((ms) => sleep(ms, undefined, { signal, ref: false }));
  for (const delayMs of retryDelaysMs) {
    try {
      return await mailer.send(mail);
    } catch (problem) {
      if (signal.aborted || isLasting(problem)) throw problem;
      retrying(problem);
      await wait(delayMs, signal).catch(() => undefined);
      if (signal.aborted) throw problem;
    }
  }
  await mailer.send(mail);
}

/** A reply of 500 and more (RFC 5321, 4.2.1): the same mail is not taken later either. */
function isLasting(problem: unknown): boolean {
  const code = problem instanceof Error && 'responseCode' in problem ? problem.responseCode : undefined;
  return typeof code === 'number' && code >= 500;
}
