import { api, limits } from '@sillage/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tables } from '../../platform/database/index.ts';
import { openTestSecrets } from '../../platform/secrets/testing.ts';
import { createGroup } from '../clients/index.ts';
import { createPasswordLink } from './index.ts';
import { fieldsOf, openTestAccounts, password, refusalOf, type TestAccounts } from './open-test-accounts.ts';

const { passwordLinks, users } = tables;
const changed = 'Kayak-2027?';
let test: TestAccounts;
let clientId: number;
let people = 0;

beforeAll(async () => {
  test = await openTestAccounts();
  ({ clientId } = test);
});
afterAll(() => test?.close());

/** A new person, signed in. */
async function enter(more: Partial<Parameters<typeof test.addPerson>[0]> = {}) {
  people += 1;
  const mail = `person${people}@club.fr`;
  const id = await test.addPerson({ mail, roles: ['Athlete'], ...more });
  return { id, mail, ...(await test.signIn(mail)) };
}

describe('changing the own password', () => {
  it('ends the other sessions and the links, but not this session', async () => {
    const one = await enter();
    const other = await test.signIn(one.mail);
    const link = await createPasswordLink(test.db, test.clock, one.id);
    await one.call(api.changePassword, { body: { current_password: password, password: changed } });
    expect((await one.call(api.currentLogin)).user.id).toBe(one.id);
    await one.refreshSession();
    expect(await refusalOf(other.call(api.currentLogin))).toBe('session.expired');
    expect(await refusalOf(test.signIn(one.mail))).toBe('session.badCredentials');
    expect((await test.signIn(one.mail, changed)).session.user.id).toBe(one.id);
    const params = { token: link.token };
    const late = test.connect().call(api.resetPassword, { params, body: { password } });
    expect(await refusalOf(late)).toBe('session.linkInvalid');
  });

  it('needs the current password, and slows down who guesses it', async () => {
    const { call } = await enter();
    const guess = () => call(api.changePassword, { body: { current_password: 'guess', password: changed } });
    for (let n = 0; n < 10; n += 1) expect(await fieldsOf(guess())).toEqual({ current_password: 'wrongPassword' });
    await expect(guess()).rejects.toMatchObject({ status: 429, retryAfterSeconds: 300 });
    const right = () => call(api.changePassword, { body: { current_password: password, password: changed } });
    expect(await refusalOf(right())).toBe('request.tooMany');
    test.pass(301);
    expect(await refusalOf(right())).toBe('none');
  });

  it('takes only a password that satisfies the rule', async () => {
    const { call } = await enter();
    const tries = ['Ab1!', 'aviron-2026!', 'AVIRON-2026!', 'Aviron-deux!', 'Aviron2026'];
    for (const weak of tries) {
      const body = { current_password: password, password: weak };
      expect(await fieldsOf(call(api.changePassword, { body })), weak).toEqual({ password: 'password' });
    }
  });
});

describe('the own account', () => {
  it('changes names, mail and language, and nothing that the body adds', async () => {
    const groupId = await createGroup(test.db, clientId, 'Elite');
    const { id, call } = await enter();
    const before = await test.db.select().from(users).where(eq(users.id, id));
    const raised = { roles: ['Admin'], client_id: 99, is_recovery: true, groups: [groupId], active: false };
    const body = {
      firstname: 'Inés',
      lastname: 'M.',
      language: 'en' as const,
      mail: ' NEW.Mail@club.fr ',
      current_password: password,
      ...raised,
    };
    const { user } = await call(api.editAccount, { body });
    expect(user).toMatchObject({ firstname: 'Inés', lastname: 'M.', language: 'en', mail: 'new.mail@club.fr' });
    expect(user).toMatchObject({
      roles: ['Athlete'],
      client_id: clientId,
      is_recovery: false,
      groups: [],
      active: true,
    });
    const [after] = await test.db.select().from(users).where(eq(users.id, id));
    expect(after).toEqual({
      ...before[0],
      firstname: 'Inés',
      lastname: 'M.',
      language: 'en',
      mail: 'new.mail@club.fr',
      searchText: ' m. ines new.mail@club.fr',
    });
    expect((await test.signIn('new.mail@club.fr')).session.user.id).toBe(id);
  });

  it('changes the mail with the password alone, and slows down who guesses it', async () => {
    const { mail, call } = await enter();
    const move = (current_password?: string) =>
      call(api.editAccount, { body: { mail: `x.${mail}`, current_password } });
    expect(await fieldsOf(move())).toEqual({ current_password: 'required' });
    expect(await fieldsOf(move(''))).toEqual({ current_password: 'required' });
    for (let n = 0; n < 10; n += 1)
      expect(await fieldsOf(move('guess'))).toEqual({ current_password: 'wrongPassword' });
    expect(await refusalOf(move(password))).toBe('request.tooMany');
    expect((await call(api.editAccount, { body: { mail: mail.toUpperCase(), firstname: 'Ana' } })).user).toMatchObject({
      mail,
      firstname: 'Ana',
    });
    test.pass(301);
    expect((await move(password)).user.mail).toBe(`x.${mail}`);
  });

  it('does not take the mail of somebody else, whatever its case', async () => {
    const other = await enter();
    const { call, mail } = await enter();
    const body = { mail: other.mail.toUpperCase(), firstname: 'Changed', current_password: password };
    expect(await refusalOf(call(api.editAccount, { body }))).toBe('entity.conflict');
    expect((await call(api.currentLogin)).user).toMatchObject({ mail, firstname: 'Inès' });
  });

  it('ends the links that lie in the mailbox of the old mail', async () => {
    const { id, call } = await enter();
    await createPasswordLink(test.db, test.clock, id);
    await call(api.editAccount, { body: { firstname: 'Other' } });
    expect(await test.db.$count(passwordLinks, eq(passwordLinks.userId, id))).toBe(1);
    await call(api.editAccount, { body: { mail: 'moved@club.fr', current_password: password } });
    expect(await test.db.$count(passwordLinks, eq(passwordLinks.userId, id))).toBe(0);
  });

  it('gains nothing by the last name of recovery users', async () => {
    const { id, call } = await enter();
    for (const lastname of [limits.recoveryLastName, ` ${limits.recoveryLastName.toUpperCase()} `]) {
      expect(await fieldsOf(call(api.editAccount, { body: { lastname } }))).toEqual({ lastname: 'forbidden' });
    }
    // However it came there: the name alone makes nobody a recovery user.
    await test.db.update(users).set({ lastname: limits.recoveryLastName }).where(eq(users.id, id));
    expect((await call(api.currentLogin)).user).toMatchObject({ is_recovery: false, roles: ['Athlete'] });
    await test.db.update(users).set({ isRecovery: true }).where(eq(users.id, id));
    const { user } = await call(api.editAccount, { body: { lastname: limits.recoveryLastName } });
    expect(user.is_recovery).toBe(true);
  });

  it('shows no comment about the person', async () => {
    const { id, call } = await enter();
    await test.db.update(users).set({ managerComment: 'secret 1', adminComment: 'secret 2' }).where(eq(users.id, id));
    const answers = [await call(api.currentLogin), await call(api.ping), await call(api.editAccount, { body: {} })];
    expect(JSON.stringify(answers)).not.toContain('secret');
  });
});

describe('an account at another service', () => {
  const params = { provider: 'nolio' as const };
  it('is set up by the person; its token is kept and never shown', async () => {
    const { id, call } = await enter();
    const token = 'nolio-token-1';
    const body = { enabled: true, user: 'ines', token };
    expect(await call(api.setExternalAccount, { params, body })).toEqual({
      enabled: true,
      user: 'ines',
      has_token: true,
    });
    const renamed = { enabled: true, user: 'ines.m' };
    await call(api.setExternalAccount, { params, body: renamed });
    const current = await call(api.currentLogin);
    expect(current.user.externalAPI).toEqual({ nolio: { enabled: true, user: 'ines.m', has_token: true } });
    expect(JSON.stringify(current)).not.toContain(token);
    const [row] = await test.db.select().from(users).where(eq(users.id, id));
    const kept = row?.externalApi.nolio?.token ?? '';
    expect(kept).not.toContain(token);
    expect(openTestSecrets().open(kept, 'users.external_api.nolio.token')).toBe(token);
  });

  it('forgets its token when all of it is taken away', async () => {
    const { call } = await enter();
    await call(api.setExternalAccount, { params, body: { enabled: true, user: 'a', token: 't' } });
    const off = await call(api.setExternalAccount, { params, body: { enabled: false, user: 'a' } });
    expect(off).toEqual({ enabled: false, user: 'a', has_token: true });
    const gone = await call(api.setExternalAccount, { params, body: { enabled: false, user: '' } });
    expect(gone).toEqual({ enabled: false, user: '', has_token: false });
  });
});
