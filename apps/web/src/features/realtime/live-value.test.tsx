import type { RealtimeClient } from '@sillage/client';
import type { DisplaySettings, LiveData } from '@sillage/contract';
import { cleanup, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { useAppearance } from '../../base/appearance.ts';
import { queryClient } from '../../base/query-client.ts';
import { useSession } from '../../base/session.ts';
import { LiveProvider } from '../../live/live.tsx';
import { type LiveDevice, takeList } from '../../live/merge-device.ts';
import { fakeLive } from '../../testing/fake-live.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { deviceFixture } from '../../testing/make-devices.ts';
import { makeUser } from '../../testing/make-user.ts';
import { renderForTest } from '../../testing/render-for-test.tsx';
import { DeviceCard } from './device-card.tsx';
import { LiveValue } from './live-value.tsx';
import { SamplesProvider } from './samples.tsx';

beforeEach(() => {
  useSession.setState({ user: makeUser() });
  useAppearance.getState().setLanguage('fr');
});
afterEach(() => {
  cleanup();
  queryClient.clear();
});

const device = deviceFixture({
  number: 10200217,
  state: 'record',
  recTime: 1,
  keys: [['gps.speed', 'Vitesse', 'Speed', 'm/s', 2]],
});

/** A device that tells what it is told to, in a club that says live speeds so. */
async function watch(screenOf: (one: LiveDevice) => ReactNode, unit: DisplaySettings['live_speed_unit'] = 'm_s') {
  let tell: ((data: LiveData) => void) | undefined;
  const live: RealtimeClient = {
    ...fakeLive().live,
    subscribe: (kind, _id, listener) => {
      // The kind says the payload, which TypeScript does not see through its type parameter.
      if (kind === 'liveData') tell = listener as (data: LiveData) => void;
      return () => undefined;
    },
  };
  const server = fakeServer({
    readDisplaySettings: {
      shortest_record: 2,
      decimals: null,
      speed_unit: 'm_s',
      sports: [],
      live_speed_unit: unit,
    },
  });
  const devices = takeList(undefined, [device], 0);
  await renderForTest(
    <LiveProvider live={live}>
      <SamplesProvider devices={devices}>{devices.map(screenOf)}</SamplesProvider>
    </LiveProvider>,
    server,
  );
  const move = (speed: number, deviceRecId: number | null) =>
    tell?.({
      number: device.number,
      recTime: null,
      deviceRecId,
      data: { gps: { T: [1], speed: [speed] } },
      selections: [],
    });
  return { move };
}

test.each([
  ['km_h', '14,4km/h'],
  ['m_s', '4,00m/s'],
  ['min_500m', '2:05min/500\u00a0m'],
] as const)('a card says a speed in the unit that was chosen: %s', async (unit, said) => {
  const { move } = await watch((one) => <DeviceCard key={one.number} device={one} />, unit);
  const card = await screen.findByRole('article');
  move(4, 7);
  await waitFor(() => expect(card.textContent).toContain(said));
});

test('beside the curves of a record that ended stands its own last value, not what is live', async () => {
  const [speed] = device.realtime_data_keys;
  if (speed === undefined) throw new Error('no variable');
  const { move } = await watch((one) => (
    <p key={one.number} role="note">
      <LiveValue deviceNumber={one.number} variable={speed} ofRecord />
      <LiveValue deviceNumber={one.number} variable={speed} />
    </p>
  ));
  const both = await screen.findByRole('note');
  move(4, 7);
  await waitFor(() => expect(both.textContent).toBe('4,00m/s4,00m/s'));
  move(9, null);
  await waitFor(() => expect(both.textContent).toBe('4,00m/s9,00m/s'));
  move(5, 8);
  await waitFor(() => expect(both.textContent).toBe('5,00m/s5,00m/s'));
});
