import { api } from '@sillage/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tables } from '../../platform/database/index.ts';
import { askForTermsAgain } from './index.ts';
import { openTestAccounts, password, type TestAccounts } from './open-test-accounts.ts';

const { refreshTokens, users } = tables;
let test: TestAccounts;
const mail = 'helene@club.fr';
const terms = (accepted: boolean, hide = false) => ({ mail, password, cgu: { accepted, hide } });

beforeAll(async () => {
  test = await openTestAccounts();
  await test.addPerson({ mail });
});
afterAll(() => test?.close());

const post = (payload: object) => test.http.app.inject({ method: 'POST', url: '/api/login', payload });
const opens = async (accepted: boolean) => 'access_token' in (await post(terms(accepted))).json();

describe('the terms of use', () => {
  it('keep a session from opening until they are accepted: no token, no cookie', async () => {
    const answer = await post(terms(false));
    expect([answer.statusCode, answer.json()]).toEqual([200, { cgu: { accepted: false, hide: false } }]);
    expect(answer.cookies).toEqual([]);
    expect(await test.db.$count(refreshTokens)).toBe(0);
  });

  it('are only asked for when the password is right, and count as no failed sign-in', async () => {
    for (let n = 0; n < 12; n += 1) expect(await opens(false)).toBe(false);
    const wrong = await post({ ...terms(false), password: 'x' });
    expect([wrong.statusCode, wrong.json().code]).toEqual([401, 'session.badCredentials']);
    const acceptedWrong = await post({ ...terms(true, true), password: 'x' });
    expect(acceptedWrong.statusCode).toBe(401);
    const [row] = await test.db.select().from(users).where(eq(users.mail, mail));
    expect([row?.termsAccepted, row?.termsHidden]).toEqual([false, false]);
  });

  it('open a session once accepted, and are shown again until the person asks to hide them', async () => {
    expect((await post(terms(true))).json().cgu).toEqual({ accepted: true, hide: false });
    expect(await opens(false)).toBe(false);
    expect((await post(terms(true, true))).json()).toMatchObject({
      cgu: { accepted: true, hide: true },
      user: { terms_accepted: true },
    });
    expect((await post(terms(false))).json().cgu).toEqual({ accepted: true, hide: true });
  });

  it('are shown again when the account says so', async () => {
    const { call } = await test.signIn(mail);
    expect((await call(api.editAccount, { body: { show_terms: true } })).cgu).toEqual({ accepted: true, hide: false });
    expect(await opens(false)).toBe(false);
    expect((await call(api.editAccount, { body: { show_terms: false } })).cgu).toEqual({ accepted: true, hide: true });
    expect(await opens(false)).toBe(true);
  });

  it('are to be accepted again by everybody once they have changed', async () => {
    expect((await post(terms(true, true))).json().user.terms_accepted).toBe(true);
    await askForTermsAgain(test.db);
    expect(await opens(false)).toBe(false);
    expect((await post(terms(true, true))).json().cgu).toEqual({ accepted: true, hide: true });
  });

  it('leave programs alone, which read their state in the answer', async () => {
    await test.addPerson({ mail: 'program@club.fr' });
    expect((await test.signIn('program@club.fr')).session.cgu).toEqual({ accepted: false, hide: false });
    await test.accounts.ensureAdministrator({ mail: 'admin@club.fr', password, clientId: test.clientId });
    expect((await test.signIn('admin@club.fr')).session.cgu.accepted).toBe(false);
  });
});
