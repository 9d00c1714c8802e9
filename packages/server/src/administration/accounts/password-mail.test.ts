import { api, limits } from '@sillage/contract';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { tables } from '../../platform/database/index.ts';
import type { Log } from '../../platform/log/index.ts';
import { openTestSmtp, type TestSmtp } from '../../platform/mail/testing.ts';
import { openTestAccounts, password, refusalOf, type TestAccounts } from './open-test-accounts.ts';

const { passwordLinks, users } = tables;
const publicUrl = 'https://sillage.club.fr';
const changed = 'Kayak-2027?';
const logged: string[] = [];
const note = (_: object, message: string) => void logged.push(message);
const log: Log = { debug: () => {}, info: () => {}, warn: note, error: note, child: () => log };

let smtp: TestSmtp;
let test: TestAccounts;
let site: { name: string; publicUrl: string | undefined; own: string[] };
let people = 0;

beforeAll(async () => {
  smtp = await openTestSmtp();
  test = await openTestAccounts({ smtpUrl: smtp.url, site: () => site, log });
});
afterAll(async () => {
  await test?.close();
  await smtp?.close();
});
afterEach(async () => {
  await test.accounts.close();
  logged.length = 0;
});

async function addPerson(more: Partial<Parameters<typeof test.addPerson>[0]> & { language?: 'fr' | 'en' } = {}) {
  site = { name: 'Aviron Miribel', publicUrl, own: ['http://192.168.1.5:8080', 'http://localhost:8080'] };
  people += 1;
  const { language = 'fr', ...others } = more;
  const mail = `person${people}@club.fr`;
  const id = await test.addPerson({ mail, lastname: 'M', roles: ['Athlete'], ...others });
  await test.db.update(users).set({ language }).where(eq(users.id, id));
  return { id, mail };
}

const ask = (email: string, more: { currentDomain?: string; host?: string; from?: string } = {}) =>
  test.http.app.inject({
    method: 'POST',
    url: '/api/login/ask-mail',
    payload: { email, ...(more.currentDomain && { currentDomain: more.currentDomain }) },
    headers: { host: more.host ?? 'sillage.club.fr' },
    ...(more.from && { remoteAddress: more.from }),
  });
const linkIn = (text: string) => /https?:\/\/\S+?\/login\/reset-password\/[\w-]+/.exec(text)?.[0] ?? 'no link';
const tokenIn = (text: string) => linkIn(text).split('/').at(-1) ?? '';
const reset = (token: string, secret = changed) =>
  refusalOf(test.connect().call(api.resetPassword, { params: { token }, body: { password: secret } }));

describe('a forgotten password', () => {
  it('is replaced by the link of a mail, once, and every session ends', async () => {
    const { mail } = await addPerson();
    const { call } = await test.signIn(mail);
    expect((await ask(mail.toUpperCase())).statusCode).toBe(204);
    const received = await smtp.next();
    expect(received.to).toEqual([mail]);
    const link = linkIn(received.body);
    expect(link).toMatch(/^https:\/\/sillage\.club\.fr\/login\/reset-password\/[\w-]{43}$/);
    expect(await reset(tokenIn(received.body))).toBe('none');
    expect(await refusalOf(call(api.currentLogin))).toBe('session.expired');
    expect(await refusalOf(test.signIn(mail))).toBe('session.badCredentials');
    await test.signIn(mail, changed);
    expect(await reset(tokenIn(received.body), password)).toBe('session.linkInvalid');
  });

  it('is replaced once even when the link is used twice at the same moment', async () => {
    const { mail } = await addPerson();
    await ask(mail);
    const token = tokenIn((await smtp.next()).body);
    const answers = await Promise.all([reset(token, 'Premier-1!'), reset(token, 'Second-2!'), reset(token)]);
    expect(answers.sort()).toEqual(['none', 'session.linkInvalid', 'session.linkInvalid']);
  });

  it('stays when the link is too old, replaced by a newer one, or not ours', async () => {
    const { mail, id } = await addPerson();
    await ask(mail);
    const first = tokenIn((await smtp.next()).body);
    await ask(mail);
    const second = tokenIn((await smtp.next()).body);
    expect(await reset(first)).toBe('session.linkInvalid');
    test.pass(limits.resetTokenSeconds);
    expect(await reset(second)).toBe('session.linkInvalid');
    expect(await reset('x')).toBe('session.linkInvalid');
    const [row] = await test.db.select().from(passwordLinks).where(eq(passwordLinks.userId, id));
    expect(await reset(row?.tokenHash ?? '')).toBe('session.linkInvalid');
    await test.signIn(mail);
  });

  it('is not replaced for who may not sign in any more, nor by a weak password', async () => {
    const { mail, id } = await addPerson();
    await ask(mail);
    const token = tokenIn((await smtp.next()).body);
    expect(await reset(token, 'weak')).toBe('request.invalid');
    await test.db.update(users).set({ active: false }).where(eq(users.id, id));
    expect(await reset(token)).toBe('session.linkInvalid');
    await ask(mail);
    await test.accounts.close();
    expect(smtp.mails.filter(({ to }) => to.includes(mail))).toHaveLength(1);
  });
});

describe('asking for the mail', () => {
  it('answers the same whether the mail is known or not, and before it is looked up', async () => {
    const { mail } = await addPerson();
    const before = smtp.mails.length;
    const answers = [await ask(mail), await ask('nobody@club.fr')];
    const [known, unknown] = answers.map(({ statusCode, body, headers }) => [statusCode, body, Object.keys(headers)]);
    expect(known).toEqual(unknown);
    await smtp.next();
    await test.accounts.close();
    expect(smtp.mails.length).toBe(before + 1);
  });

  it('does not wait for a mail server that hangs or refuses', async () => {
    const { mail } = await addPerson();
    smtp.refuse(true);
    expect((await ask(mail)).statusCode).toBe(204);
    await test.accounts.close();
    smtp.refuse(false);
    expect(logged).toEqual(['a password mail could not be sent']);
  });

  it('is limited for each mail and address, known or not', async () => {
    const { mail } = await addPerson();
    for (const email of [mail, 'nobody.limited@club.fr']) {
      const before = smtp.mails.length;
      for (let n = 0; n < 5; n += 1) expect((await ask(email)).statusCode).toBe(204);
      const refused = await ask(email);
      expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '3600']);
      await test.accounts.close();
      expect(smtp.mails.length - before).toBe(email === mail ? 5 : 0);
      for (let n = 0; n < smtp.mails.length - before; n += 1) await smtp.next();
    }
    test.pass(3601);
    expect((await ask(mail)).statusCode).toBe(204);
    await smtp.next();
  });

  it('never fills a mailbox, from however many addresses', async () => {
    const { mail } = await addPerson();
    const before = smtp.mails.length;
    for (let n = 0; n < 15; n += 1) {
      expect((await ask(mail, { from: `203.0.113.${n}` })).statusCode).toBe(204);
      await test.accounts.close();
    }
    expect(smtp.mails.length - before).toBe(10);
    for (let n = 0; n < 10; n += 1) await smtp.next();
  });
});

describe('the link of a mail', () => {
  const linkFor = async (more: Parameters<typeof ask>[1], change: Partial<typeof site>) => {
    const { mail } = await addPerson();
    site = { ...site, ...change };
    await ask(mail, more);
    return new URL(linkIn((await smtp.next()).body)).origin;
  };
  const evil = 'https://evil.example';

  it('starts with the public address, whatever the request says', async () => {
    expect(await linkFor({ currentDomain: evil, host: 'evil.example' }, {})).toBe(publicUrl);
    expect(await linkFor({ currentDomain: 'http://localhost:8080', host: 'localhost:8080' }, {})).toBe(publicUrl);
  });

  it('starts with an address of this machine without one, never with a stranger’s', async () => {
    const none = { publicUrl: undefined };
    const tries = [
      { currentDomain: evil, host: 'evil.example' },
      { currentDomain: evil, host: 'localhost:8080' },
      { currentDomain: 'http://localhost:8080', host: 'evil.example' },
      { currentDomain: 'http://localhost:8080@evil.example', host: 'localhost:8080' },
      { currentDomain: 'http://localhost:8080.evil.example', host: 'localhost:8080.evil.example' },
      { currentDomain: 'http://localhost:9999', host: 'localhost:9999' },
      { currentDomain: 'https://localhost:8080', host: 'localhost:8080' },
      { currentDomain: 'javascript:alert(1)', host: 'localhost:8080' },
      { host: 'evil.example' },
    ];
    for (const page of tries) expect(await linkFor(page, none), JSON.stringify(page)).toBe('http://192.168.1.5:8080');
    const own = { currentDomain: 'http://localhost:8080/login', host: 'localhost:8080' };
    expect(await linkFor(own, none)).toBe('http://localhost:8080');
  });
});

describe('a password mail', () => {
  it('is written in the person’s language', async () => {
    const french = await addPerson();
    await ask(french.mail);
    expect((await smtp.next()).body).toContain('Ce lien fonctionne une fois, pendant 1 h.');
    const english = await addPerson({ language: 'en' });
    await ask(english.mail);
    expect((await smtp.next()).body).toContain('This link works once, for 1 h.');
  });

  it('shows names as text, never as markup', async () => {
    const { mail } = await addPerson({ firstname: '<img src=x onerror="alert(1)">&' });
    site = { ...site, name: '<b>Club</b>' };
    await ask(mail);
    const { body } = await smtp.next();
    const html = body.slice(body.indexOf('<!doctype html>'));
    expect(html).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt;&amp;');
    expect(html).toContain('&lt;b&gt;Club&lt;/b&gt;');
    expect(html).not.toMatch(/<img|<b>/);
  });
});

describe('an invitation', () => {
  it('is mailed, and its link lives long enough to be read', async () => {
    const { id, mail } = await addPerson({ password: null });
    const invitation = await test.accounts.invite(id);
    expect(invitation).toMatchObject({ mailed: true, link: null });
    const received = await smtp.next();
    expect([received.to, received.body]).toEqual([[mail], expect.stringContaining('Un compte vous attend')]);
    test.pass(limits.invitationSeconds - 1);
    expect(await reset(tokenIn(received.body))).toBe('none');
    await test.signIn(mail, changed);
  });

  it('is handed over when the mail server does not take it', async () => {
    const { id } = await addPerson({ password: null });
    smtp.refuse(true);
    const { mailed, link } = await test.accounts.invite(id);
    smtp.refuse(false);
    expect([mailed, link]).toEqual([false, expect.stringContaining(`${publicUrl}/login/reset-password/`)]);
    expect(await reset(tokenIn(link ?? ''))).toBe('none');
  });
});

describe('a server without a mail server', () => {
  it('hands the link over as a path, and leaves a note of who forgot the password', async () => {
    const { id, mail } = await addPerson({ password: null });
    const alone = await openTestAccounts({ log });
    try {
      const userId = await alone.addPerson({ mail, password: null });
      expect(userId).not.toBe(id);
      const { mailed, link } = await alone.accounts.invite(userId);
      expect([mailed, link]).toEqual([false, expect.stringMatching(/^\/login\/reset-password\/[\w-]{43}$/)]);
      await alone.connect().call(api.askPasswordMail, { body: { email: mail } });
      await alone.accounts.close();
      expect(logged).toEqual(['a person forgot the password, and no mail server is configured: invite them']);
      // A stranger who asks does not end the link that was handed over.
      const params = { token: (link ?? '').split('/').at(-1) ?? '' };
      await alone.connect().call(api.resetPassword, { params, body: { password } });
      await alone.signIn(mail);
    } finally {
      await alone.close();
    }
  });
});
