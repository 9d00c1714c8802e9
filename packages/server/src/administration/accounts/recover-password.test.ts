import { api } from '@sillage/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tables } from '../../platform/database/index.ts';
import { openTestAccounts, refusalOf, type TestAccounts } from './open-test-accounts.ts';

const { clients } = tables;
const recovery_key = 'KQ7M-2ZPD-01XT-9A3C';
const changed = 'Kayak-2027?';
let test: TestAccounts;
let clientId: number;

async function addPeople(at: TestAccounts): Promise<void> {
  ({ clientId } = at);
  await at.db.update(clients).set({ recoveryKey: recovery_key }).where(eq(clients.id, clientId));
  await at.addPerson({ mail: 'coach@club.fr' });
  await at.addPerson({ mail: 'ines@club.fr', roles: ['Athlete'] });
  await at.addPerson({ mail: 'admin@club.fr', roles: ['Admin', 'Coach'] });
}
const recover = (email: string, key = recovery_key, at = test) =>
  at.connect().call(api.recoverPassword, { body: { email, recovery_key: key, password: changed } });

beforeAll(async () => {
  test = await openTestAccounts();
  await addPeople(test);
});
afterAll(() => test?.close());

describe('the recovery key of a client', () => {
  it('sets the password of one of its people on a hub, and ends their sessions', async () => {
    const { call } = await test.signIn('coach@club.fr');
    await recover('COACH@club.fr ');
    expect(await refusalOf(call(api.currentLogin))).toBe('session.expired');
    expect(await refusalOf(test.signIn('coach@club.fr'))).toBe('session.badCredentials');
    await test.signIn('coach@club.fr', changed);
  });

  it('is taken as people type it', async () => {
    await recover('coach@club.fr', ' kq7m2zpd ol xt-9a3c');
    expect(await refusalOf(recover('coach@club.fr', 'KQ7M-2ZPD-01XT-9A3'))).toBe('session.recoveryRefused');
  });

  it('is refused in the same words for a wrong key, an unknown mail, an administrator and a client without a key', async () => {
    const answers = await Promise.all(
      [recover('ines@club.fr', 'wrong'), recover('nobody@club.fr'), recover('admin@club.fr')].map(refusalOf),
    );
    await test.db.update(clients).set({ recoveryKey: null }).where(eq(clients.id, clientId));
    for (const key of ['---', 'null', 'undefined']) answers.push(await refusalOf(recover('ines@club.fr', key)));
    await test.db.update(clients).set({ recoveryKey: '' }).where(eq(clients.id, clientId));
    for (const key of ['x', '- -']) answers.push(await refusalOf(recover('ines@club.fr', key)));
    await test.db.update(clients).set({ recoveryKey: recovery_key }).where(eq(clients.id, clientId));
    expect(new Set(answers)).toEqual(new Set(['session.recoveryRefused']));
    await test.signIn('ines@club.fr');
    await test.signIn('admin@club.fr');
  });

  it('is guessed as slowly as a password, also when all guesses come at once', async () => {
    test.pass(301);
    const guesses = await Promise.all(
      Array.from({ length: 20 }, (_, n) => refusalOf(recover('ines@club.fr', `guess ${n}`))),
    );
    expect(guesses.filter((code) => code === 'session.recoveryRefused')).toHaveLength(10);
    expect(guesses.filter((code) => code === 'request.tooMany')).toHaveLength(10);
    await expect(recover('ines@club.fr')).rejects.toMatchObject({ status: 429 });
    test.pass(301);
    await recover('ines@club.fr');
  });

  it('does not exist in the cloud', async () => {
    const cloud = await openTestAccounts({ role: 'cloud' });
    try {
      await addPeople(cloud);
      await expect(recover('ines@club.fr', recovery_key, cloud)).rejects.toMatchObject({
        status: 406,
        body: { code: 'backend.wrongKind' },
      });
      await cloud.signIn('ines@club.fr');
    } finally {
      await cloud.close();
    }
  });
});
