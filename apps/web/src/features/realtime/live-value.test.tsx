import type { RealtimeClient } from '@sillage/client';
import type { DisplaySettings, LiveData } from '@sillage/contract';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { useAppearance } from '../../base/appearance.ts';
import { queryClient } from '../../base/query-client.ts';
import { useSession } from '../../base/session.ts';
import { LiveProvider } from '../../live/live.tsx';
import { takeList } from '../../live/merge-device.ts';
import { fakeLive } from '../../testing/fake-live.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { deviceFixture } from '../../testing/make-devices.ts';
import { makeUser } from '../../testing/make-user.ts';
import { renderForTest } from '../../testing/render-for-test.tsx';
import { DeviceCard } from './device-card.tsx';
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

/** The card of a device that moves at 4 m/s, in a club that says live speeds so. */
async function showAtFourMetresASecond(unit: DisplaySettings['live_speed_unit']) {
  let tell: ((data: LiveData) => void) | undefined;
  const live: RealtimeClient = {
    ...fakeLive().live,
    subscribe: (kind, _id, listener) => {
      // The kind says the payload, which TypeScript does not see through its type parameter.
      if (kind === 'liveData') tell = listener as (data: LiveData) => void;
      return () => undefined;
    },
  };
  const { client } = fakeServer({
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
      <SamplesProvider devices={devices}>
        {devices.map((one) => (
          <DeviceCard key={one.number} device={one} />
        ))}
      </SamplesProvider>
    </LiveProvider>,
    client,
  );
  const card = await screen.findByRole('article');
  tell?.({
    number: device.number,
    recTime: 1,
    deviceRecId: 7,
    data: { gps: { T: [0.9, 1], speed: [4, 4] } },
    selections: [],
  });
  return card;
}

test.each([
  ['km_h', '14,4km/h'],
  ['m_s', '4,00m/s'],
  ['min_500m', '2:05min/500\u00a0m'],
] as const)('a card says a speed in the unit that was chosen: %s', async (unit, said) => {
  const card = await showAtFourMetresASecond(unit);
  await waitFor(() => expect(card.textContent).toContain(said));
});
