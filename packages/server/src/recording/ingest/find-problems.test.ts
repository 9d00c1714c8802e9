import { expect, it } from 'vitest';
import type { DeviceRow } from '../../administration/devices/index.ts';
import { DeviceSession } from './device-session.ts';
import { problemsOf } from './find-problems.ts';

const row: DeviceRow = {
  ...{ id: 1, uid: '', number: 10_200_042, name: 'Skiff', enabled: true, clientId: 1, clientName: '', groupId: null },
  ...{
    groupName: null,
    serialNumber: '',
    comment: '',
    managerComment: '',
    adminComment: '',
    otherData: {},
    meta: null,
  },
  ...{ lastSeenAt: null, createdAt: new Date(0), users: [] },
};
const idle = { connected: true, state: 'idle' } as const;
const meta = { protocol: 1, number: 10_200_042, name: 'Skiff', version: '7', modules: {}, features: {} } as const;
const codesOf = (session: DeviceSession, ms: number) => problemsOf(session, ms).map(({ code }) => code);

function described(): DeviceSession {
  const session = new DeviceSession(row);
  session.described(meta);
  return session;
}

it('says nothing of a device that is as it should be, there or away', () => {
  const session = described();
  expect(codesOf(session, 0)).toEqual([]);
  session.reported(idle, 0);
  expect(codesOf(session, 1000)).toEqual([]);
});

it('says that a device does not describe itself, and which field is wrong', () => {
  const session = new DeviceSession(row);
  expect(codesOf(session, 0)).toEqual([]);
  session.reported(idle, 0);
  expect(codesOf(session, 0)).toEqual(['device.notDescribed']);
  session.describedWrongly('modules.imu.rateHz: too large');
  expect(problemsOf(session, 0)[0]?.message.en).toContain('modules.imu.rateHz');
});

it('says that a clock is days off, but not that it is minutes off', async () => {
  for (const [days, codes] of [
    [0.01, []],
    [3, ['clock.wrong']],
  ] as const) {
    const session = described();
    session.reported(idle, 0);
    const measured = { offsetUs: days * 86_400e6, deviceUs: 0, atMs: 0 };
    await session.clock.know(
      async () => measured,
      () => {},
      true,
    );
    expect(codesOf(session, 0)).toEqual(codes);
  }
});

it('says that a device comes and goes, as two with one number do, until it has been there for a while', () => {
  const session = described();
  for (let ms = 0; ms < 40_000; ms += 10_000) {
    session.reported(idle, ms);
    expect(codesOf(session, ms)).toEqual(ms < 30_000 ? [] : ['connection.unsteady']);
    if (ms < 30_000) session.left();
  }
  expect(codesOf(session, 95_000)).toEqual([]);
});
