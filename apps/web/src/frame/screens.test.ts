import { expect, test } from 'vitest';
import { makeUser } from '../testing/make-user.ts';
import { mayOpen, screens } from './screens.ts';

const opened = (fields: Parameters<typeof makeUser>[0]) =>
  screens.filter(({ to }) => mayOpen(makeUser(fields), to)).map(({ digit, name }) => `${digit} ${name}`);

test('the rail has every screen, by its digit; admin is for administrators', () => {
  expect(opened({ roles: ['Admin'] })).toEqual(['1 realtime', '2 data', '3 settings', '4 admin', '5 about']);
  expect(opened({ roles: ['Manager', 'Coach'] })).toEqual(['1 realtime', '2 data', '3 settings', '5 about']);
});

test.each([['Coach'], ['Admin']] as const)('the recovery account of a %s has its settings only', (role) => {
  expect(opened({ roles: [role], is_recovery: true })).toEqual(['3 settings', '5 about']);
});
