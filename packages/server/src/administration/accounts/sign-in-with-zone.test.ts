import { api } from '@sillage/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestAccounts, password, type TestAccounts } from './open-test-accounts.ts';

const mail = 'admin@club.fr';
const heard: string[] = [];
let isAway = false;
let test: TestAccounts;

beforeAll(async () => {
  test = await openTestAccounts({
    administratorIn: async (timezone) => {
      heard.push(timezone);
      if (isAway) throw new Error('the row of this hub is locked');
    },
  });
  await test.accounts.ensureAdministrator({ mail, password, clientId: test.clientId });
});
afterAll(() => test?.close());

describe('the zone of the browser in which an administrator signs in', () => {
  it.each([false, true])(
    'is heard; whether it could be kept (failing: %s) does not keep the session from opening',
    async (away) => {
      isAway = away;
      heard.length = 0;
      const browser = test.connect();
      const session = await browser.call(api.login, { body: { mail, password, timezone: 'Pacific/Auckland' } });
      expect(heard).toEqual(['Pacific/Auckland']);
      expect(session).toMatchObject({ user: { mail } });
    },
  );
});
