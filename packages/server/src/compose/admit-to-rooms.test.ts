import { parseRoom, type Role, rooms } from '@sillage/contract';
import { expect, test } from 'vitest';
import type { Db } from '../platform/database/index.ts';
import type { Principal } from '../platform/http/index.ts';
import { openRoomRights } from './admit-to-rooms.ts';

const number = 10_200_042;
const coach: Principal = { userId: 7, clientId: 1, roles: ['Coach'], groupIds: [3] };
const as = (role: Role, more: Partial<Principal> = {}): Principal => ({ ...coach, roles: [role], ...more });

function openRights() {
  const device = { clientId: 1, groupId: 3 as number | null, userIds: [9] };
  const seen = { asked: 0, nowMs: 0 };
  const devices = {
    async deviceOwner() {
      seen.asked += 1;
      return structuredClone(device);
    },
  };
  const clock = { monotonicMs: () => seen.nowMs, nowMs: () => seen.nowMs };
  const rights = openRoomRights({ db: {} as Db, devices, clock: clock as never });
  const room = parseRoom(rooms.liveData.room(number));
  if (room === undefined) throw new Error('no room');
  return { device, seen, rights, mayWatch: (principal: Principal) => rights.mayEnter(principal, room) };
}

test('a thousand who come within a second ask once whose the device is', async () => {
  const { seen, mayWatch } = openRights();
  for (let i = 0; i < 1000; i++) expect(await mayWatch(coach)).toBe(true);
  expect(seen.asked).toBe(1);
  seen.nowMs += 1001;
  expect(await mayWatch(coach)).toBe(true);
  expect(seen.asked).toBe(2);
});

test('a device that changed hands lets nobody in by what was so before', async () => {
  const { device, rights, mayWatch } = openRights();
  const athlete = as('Athlete', { userId: 9 });
  expect(await mayWatch(athlete)).toBe(true);
  device.userIds = [];
  rights.forget();
  expect(await mayWatch(athlete)).toBe(false);
});

test('whoever was let wear it a moment ago is not refused by what was so before', async () => {
  const { device, mayWatch } = openRights();
  const newcomer = as('Athlete', { userId: 10 });
  expect(await mayWatch(newcomer)).toBe(false);
  device.userIds = [9, 10];
  expect(await mayWatch(newcomer)).toBe(true);
});
