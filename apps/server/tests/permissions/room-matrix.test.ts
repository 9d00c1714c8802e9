import { createRealtimeClient } from '@sillage/client';
import { api, type Role, type RoomKind, rooms, scopeOf } from '@sillage/contract';
import { startTestHub, type TestHub } from '@sillage/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { absentId, type Population, populate, type Where } from './populate-clients.ts';

const roles: readonly Role[] = ['Admin', 'Manager', 'Coach', 'Athlete'];
const places: readonly Where[] = ['own', 'ownClient', 'foreign', 'absent'];

let hub: TestHub;
let people: Population;
beforeAll(async () => {
  hub = await startTestHub();
  people = await populate(hub);
});
afterAll(async () => {
  await hub?.stop();
});

/** Tries to enter a room; answers `entered`, or the code of the refusal. */
function enter(kind: RoomKind, id: number, token: string | undefined): Promise<string> {
  return new Promise((resolve) => {
    const end = (outcome: string) => {
      realtime.stop();
      resolve(outcome);
    };
    const realtime = createRealtimeClient({
      url: hub.url,
      token: () => token,
      onRefused: (_, { code }) => end(code),
      transports: ['websocket'],
    });
    realtime.onEntered(() => end('entered'));
    realtime.subscribe(kind, id, () => {});
    realtime.start();
  });
}

async function idOf(kind: RoomKind, where: Where): Promise<number> {
  if (rooms[kind].subject === 'device') return (await people.target('device', where)).number;
  return where === 'absent' ? absentId : people.sides[where].clientId;
}

/** What the permission table says. The list of all devices is not for those who see only what is theirs. */
function mayEnter(role: Role, kind: RoomKind, where: Where): boolean {
  const scope = scopeOf([role], rooms[kind].access);
  if (scope === undefined || where === 'absent') return false;
  if (scope === 'everything') return true;
  if (where === 'foreign') return false;
  if (rooms[kind].subject === 'client') return !(kind === 'connectedDevices' && scope === 'own');
  return where === 'own' || scope === 'client';
}

describe('each live room lets in whom the permission table says', () => {
  // The keys of a constant of the contract.
  for (const kind of Object.keys(rooms) as RoomKind[]) {
    test(kind, async () => {
      for (const where of places) {
        const id = await idOf(kind, where);
        for (const role of roles) {
          const outcome = await enter(kind, id, people.callers[role].replace('Bearer ', ''));
          const expected = mayEnter(role, kind, where) ? 'entered' : 'entity.notFound';
          expect.soft({ kind, role, where, outcome }).toEqual({ kind, role, where, outcome: expected });
        }
      }
      const own = await idOf(kind, 'own');
      expect(await enter(kind, own, undefined)).toBe('session.required');
      expect(await enter(kind, own, people.deviceSecret)).toBe('session.expired');
    });
  }
});

test('athletes hear that records of their client changed, not which', async () => {
  const { id } = await people.target('record', 'own');
  const { clientId } = people.sides.own;
  const listen = (role: Role) => {
    const realtime = createRealtimeClient({
      url: hub.url,
      token: () => people.callers[role].replace('Bearer ', ''),
      transports: ['websocket'],
    });
    const heard = new Promise<unknown>((resolve) => realtime.subscribe('recordUpdate', clientId, resolve));
    const entered = new Promise<void>((resolve) => realtime.onEntered(() => resolve()));
    realtime.start();
    return { heard, entered, stop: () => realtime.stop() };
  };
  const [coach, athlete] = [listen('Coach'), listen('Athlete')];
  await Promise.all([coach.entered, athlete.entered]);
  await hub.client.call(api.editRecord, { params: { id }, body: { comment: 'seen' } });
  expect(await coach.heard).toEqual({ record_ids: [id], reason: 'updated' });
  expect(await athlete.heard).toEqual({ record_ids: [], reason: 'updated' });
  coach.stop();
  athlete.stop();
});
