import { api } from '@sillage/contract';
import { expect, it } from 'vitest';
import { makeUser } from '../testing/make-user.ts';
import { may, mayCall, reachOf } from './may.ts';

const coach = makeUser({ roles: ['Coach'] });
const athlete = makeUser({ roles: ['Athlete'] });

it('judges by the permission table: what a role has no line for is refused', () => {
  expect(may(coach, 'record.edit')).toBe(true);
  expect(may(coach, 'server.edit')).toBe(false);
  expect(reachOf(athlete, 'parameter.edit')).toBe('own');
});

it('an endpoint that asks for no right can be called by everybody', () => {
  expect(mayCall(athlete, api.logout)).toBe(true);
  expect(mayCall(athlete, api.editServerSettings)).toBe(false);
});
