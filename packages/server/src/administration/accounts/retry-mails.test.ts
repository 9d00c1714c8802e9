import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Log } from '../../platform/log/index.ts';
import { openTestSmtp, type TestSmtp } from '../../platform/mail/testing.ts';
import { openTestAccounts, type TestAccounts } from './open-test-accounts.ts';

const logged: { fields: object; message: string }[] = [];
const note = (fields: object, message: string) => void logged.push({ fields, message });
const log: Log = { debug: () => {}, info: () => {}, warn: note, error: note, child: () => log };

let smtp: TestSmtp;
let hub: TestAccounts;
/** What happens while a mail waits for its next try. */
let meanwhile: (tries: number) => void;
let waits = 0;

beforeAll(async () => {
  smtp = await openTestSmtp();
  const wait = async () => {
    waits += 1;
    meanwhile(waits);
  };
  const site = () => ({ name: 'Club', publicUrl: 'https://sillage.club.fr', own: [] });
  hub = await openTestAccounts({ smtpUrl: smtp.url, site, log, wait });
  for (const mail of ['a@b.fr', 'c@d.fr']) await hub.addPerson({ mail, roles: ['Athlete'], password: null });
});
afterAll(async () => {
  await hub?.close();
  await smtp?.close();
});
const ask = (email: string) => hub.http.app.inject({ method: 'POST', url: '/api/login/ask-mail', payload: { email } });

test('a password mail that the mail server does not take yet arrives when it does', async () => {
  smtp.refuse(true);
  waits = 0;
  meanwhile = (tries) => smtp.refuse(tries < 2);
  expect((await ask('a@b.fr')).statusCode).toBe(204);
  expect((await smtp.next()).to).toEqual(['a@b.fr']);
  expect([waits, logged]).toEqual([2, []]);
});

test('one that never goes tells administrators, in the log, whom to hand a link over to; the log holds no link', async () => {
  smtp.refuse(true);
  waits = 0;
  let told = () => {};
  const third = new Promise<void>((resolve) => {
    told = resolve;
  });
  meanwhile = (tries) => tries === 3 && told();
  await ask('c@d.fr');
  await third;
  await hub.accounts.close();
  smtp.refuse(false);
  expect(logged.map(({ message }) => message)).toEqual(['a password mail could not be sent']);
  expect(logged[0]?.fields).toMatchObject({ advice: expect.stringContaining('invite') });
  expect(JSON.stringify(logged)).not.toContain('reset-password');
});
