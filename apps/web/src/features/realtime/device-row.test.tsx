import type { RealtimeClient } from '@sillage/client';
import type { Indicators } from '@sillage/contract';
import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { queryClient } from '../../base/query-client.ts';
import { useSession } from '../../base/session.ts';
import { LiveProvider } from '../../live/live.tsx';
import { takeList } from '../../live/merge-device.ts';
import { fakeLive } from '../../testing/fake-live.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { devicesFixture } from '../../testing/make-devices.ts';
import { makeUser } from '../../testing/make-user.ts';
import { renderForTest } from '../../testing/render-for-test.tsx';
import { DeviceRow } from './device-row.tsx';
import { SamplesProvider } from './samples.tsx';
import { setTargets, targetKey } from './targets/targets.ts';

const idle = takeList(undefined, devicesFixture, 0).find(({ state, is_connected }) => is_connected && state === 'idle');
const { live } = fakeLive();

beforeEach(() => useSession.setState({ user: makeUser() }));
afterEach(() => {
  cleanup();
  queryClient.clear();
});

async function show(journal: 'ok' | 'full', disk: 'ok' | 'full', problem: string | null = null): Promise<void> {
  if (idle === undefined) throw new Error('no device is ready');
  const readDisk = { state: disk, total_bytes: 64e9, free_bytes: 1e8, kept_bytes: 2e9 };
  await renderForTest(
    <LiveProvider live={live}>
      <SamplesProvider devices={[idle]}>
        <DeviceRow device={{ ...idle, journal, meta_problem: problem }} />
      </SamplesProvider>
    </LiveProvider>,
    fakeServer({ readDisk }),
  );
}

test('on a phone, too, a device says when what it sends does not reach the disk', async () => {
  await show('full', 'ok');
  expect((await screen.findByRole('status')).textContent).toBe('Disque plein');
});

test('on a phone, too, nothing is started while the disk is full', async () => {
  await show('ok', 'full');
  const button = await screen.findByRole('button', { name: /^Disque plein/ });
  expect(button.hasAttribute('disabled')).toBe(true);
});

test('on a phone, too, a device whose description is refused says why it cannot record, and is not started', async () => {
  await show('ok', 'ok', 'modules.imu.rateHz: too small');
  expect((await screen.findByRole('status')).textContent).toContain('modules.imu.rateHz: too small');
  expect(screen.getByText('Refusé')).toBeTruthy();
  expect(screen.getByRole('button', { name: /ne peut pas enregistrer/ }).hasAttribute('disabled')).toBe(true);
});

test('on a phone, too, a device that was away before says when it was seen last', async () => {
  if (idle === undefined) throw new Error('no device is ready');
  const away = { ...idle, is_connected: false, disconnectedAt: undefined, last_seen: '2026-05-13T10:31:00.000Z' };
  await renderForTest(
    <LiveProvider live={live}>
      <SamplesProvider devices={[away]}>
        <DeviceRow device={away} />
      </SamplesProvider>
    </LiveProvider>,
    fakeServer(),
  );
  expect((await screen.findByText(/^vu le 13 mai 2026/)).textContent).not.toContain('bord');
});

test('on a phone, too, a value is said with its name', async () => {
  await show('ok', 'ok');
  expect((await screen.findByText('Accél. x')).previousElementSibling?.textContent).toContain('m/s²');
  expect(screen.getByText('Roulis').previousElementSibling?.textContent).toContain('°');
});

test('on a phone, too, an indicator with a target is there, with where it lies', async () => {
  if (idle === undefined) throw new Error('no device is ready');
  setTargets(new Map([[targetKey('cadence', 'cpm'), { from: 31, to: 33 }]]));
  const title = { fr: 'Cadence', en: 'Stroke rate' };
  const listeners: ((data: Indicators) => void)[] = [];
  const told: RealtimeClient = {
    ...live,
    subscribe: (kind, _id, listener) => {
      // The kind says the payload, which TypeScript does not see through its type parameter.
      if (kind === 'indicators') listeners.push(listener as (data: Indicators) => void);
      return () => undefined;
    },
  };
  await renderForTest(
    <LiveProvider live={told}>
      <SamplesProvider devices={[idle]}>
        <DeviceRow device={idle} />
      </SamplesProvider>
    </LiveProvider>,
    fakeServer({
      readDeviceIndicators: {
        sport: null,
        indicators: [{ name: 'cadence', type: 'number', unit: 'cpm', precision: 1, title }],
      },
    }),
  );
  await screen.findByTitle('Cadence');
  const indicators = { cadence: { type: 'number' as const, value: 34, unit: 'cpm', precision: 1, at: 1 } };
  act(() => {
    for (const listen of listeners) listen({ number: idle.number, recTime: null, indicators });
  });
  expect(await screen.findByText('+1,0')).toBeTruthy();
  expect(await screen.findByText('34,0')).toBeTruthy();
  setTargets(new Map([[targetKey('cadence', 'cpm'), undefined]]));
});
