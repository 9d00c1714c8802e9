import { type AskMail, type Invitation, limits, type Refusal, refuse } from '@sillage/contract';
import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { Clock } from '../../platform/clock/index.ts';
import { type Db, tables } from '../../platform/database/index.ts';
import type { Log } from '../../platform/log/index.ts';
import { type Mailer, sendPatiently, type Wait } from '../../platform/mail/index.ts';
import { type AskingPage, choosePageAddress, type PageAddresses, passwordPage } from './choose-page-address.ts';
import { limitAttempts } from './limit-attempts.ts';
import { createPasswordLink } from './password-links.ts';
import { findByMail, normalMail } from './read-users.ts';
import type { UserRow } from './user-columns.ts';
import { writeInvitationMail, writeResetMail } from './write-password-mail.ts';

const { users } = tables;

export interface MailDependencies {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly mailer: Mailer;
  /** Between two tries to send a mail; real time unless said. */
  readonly wait?: Wait | undefined;
  /** What mails say of this server, asked for each one: an administrator may change it. */
  readonly site: () => PageAddresses & { readonly name: string };
}

export interface PasswordMails {
  /** Mails a link to the person of a mail, if there is one; the answer is the same and as fast if there is none. */
  ask(asked: z.output<typeof AskMail>, from: { address: string; host: string }): Refusal | undefined;
  /** Lets a person choose a password: mails the link, or answers it when no mail goes out. */
  invite(userId: number): Promise<z.infer<typeof Invitation>>;
  /** Resolves when no mail is on its way; none is tried again. */
  settled(): Promise<void>;
}

const windowMs = 3600_000;
/** Asks for one mail from one address; more are refused. */
const fromOneAddress = { attempts: 5, windowMs };
/** Mails to one person; more are not sent, so that strangers cannot fill a mailbox. */
const toOnePerson = { attempts: 10, windowMs };

export function mailPasswordLinks(dependencies: MailDependencies): PasswordMails {
  const { db, clock, log, mailer, site, wait } = dependencies;
  const asks = limitAttempts(clock, fromOneAddress);
  const mails = limitAttempts(clock, toOnePerson);
  const running = new Set<Promise<void>>();
  let stopping = new AbortController();

  async function mailReset(mail: string, page: AskingPage, signal: AbortSignal): Promise<void> {
    const person = await findByMail(db, mail);
    if (person === undefined) return;
    if (!mailer.canMail) {
      log.warn({ userId: person.id }, 'a person forgot the password, and no mail server is configured: invite them');
      return;
    }
    if (mails.waitSeconds(mail) !== undefined)
      return log.warn({ userId: person.id }, 'too many password mails to one person');
    const address = choosePageAddress(site(), page);
    if (address === undefined) return log.error({}, 'a password mail needs the public address of this server');
    mails.count(mail);
    const { token } = await createPasswordLink(db, clock, person.id);
    const content = contentOf(person, passwordPage(address, token), limits.resetTokenSeconds);
    // A mail server may quote what it refuses; no log holds a link.
    const about = (problem: unknown) => ({
      userId: person.id,
      error: messageOf(problem).replaceAll(token, '…'),
      advice: 'invite the person: an invitation that cannot be mailed answers the link to hand over',
    });
    const retrying = (problem: unknown) => log.info(about(problem), 'a password mail is tried again');
    const failed = (problem: unknown) => log.error(about(problem), 'a password mail could not be sent');
    await sendPatiently(mailer, writeResetMail(content), { signal, wait, retrying }).catch(failed);
  }

  function contentOf({ mail, language, firstname }: UserRow, link: string, seconds: number) {
    return { to: mail, language, firstname, server: site().name, link, hours: Math.round(seconds / 3600) };
  }

  return {
    ask: ({ email, currentDomain }, { address, host }) => {
      const mail = normalMail(email);
      const key = `${mail} ${address}`;
      const seconds = asks.waitSeconds(key);
      if (seconds !== undefined) return refuse('request.tooMany', { seconds });
      asks.count(key);
      // Not awaited: how long it takes would tell which mails are known.
      const work = mailReset(mail, { currentDomain, host }, stopping.signal).catch((problem: unknown) =>
        log.error({ error: messageOf(problem) }, 'a password mail could not be sent'),
      );
      running.add(work);
      void work.finally(() => running.delete(work));
      return undefined;
    },
    invite: async (userId) => {
      const [person] = await db.select().from(users).where(eq(users.id, userId));
      if (person === undefined) throw new Error(`there is no user ${userId} to invite`);
      const { token, expiresAt } = await createPasswordLink(db, clock, userId, limits.invitationSeconds);
      const expires_at = expiresAt.toISOString();
      const address = choosePageAddress(site());
      if (mailer.canMail && address !== undefined) {
        const mail = writeInvitationMail(contentOf(person, passwordPage(address, token), limits.invitationSeconds));
        const sent = await mailer.send(mail).then(
          () => true,
          (problem: unknown) => log.error({ error: messageOf(problem) }, 'an invitation could not be mailed'),
        );
        if (sent) return { mailed: true, link: null, expires_at };
      }
      return { mailed: false, link: passwordPage(site().publicUrl?.replace(/\/+$/, '') ?? '', token), expires_at };
    },
    settled: async () => {
      stopping.abort();
      stopping = new AbortController();
      await Promise.all(running);
    },
  };
}

function messageOf(problem: unknown): string {
  return problem instanceof Error ? problem.message : String(problem);
}
