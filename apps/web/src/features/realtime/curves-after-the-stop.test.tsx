import type { RealtimeClient } from '@sillage/client';
import type { LiveData } from '@sillage/contract';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../base/query-client.ts';
import { useSession } from '../../base/session.ts';
import { followRecords, nothingRecorded } from '../../live/follow-records.ts';
import { useFollowedRecords } from '../../live/followed-records.ts';
import { LiveProvider } from '../../live/live.tsx';
import type { LiveDevice } from '../../live/merge-device.ts';
import { fakeLive } from '../../testing/fake-live.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { deviceFixture } from '../../testing/make-devices.ts';
import { makeUser } from '../../testing/make-user.ts';
import { renderForTest } from '../../testing/render-for-test.tsx';
import LastCurves from './last-curves.tsx';
import { LiveGraph } from './live-graph.tsx';
import { SamplesProvider } from './samples.tsx';

beforeEach(() => useSession.setState({ user: makeUser() }));
afterEach(() => {
  vi.restoreAllMocks();
  cleanup();
  queryClient.clear();
  useFollowedRecords.setState(nothingRecorded);
});

const recording = (number: number) =>
  deviceFixture({ number, state: 'record', recTime: 9, keys: [['gps.speed', 'Vitesse', 'Speed', 'm/s', 2]] });
const [low, high] = [recording(10200042), recording(10200217)];
const stopped = (device: LiveDevice) => ({ ...device, state: 'idle' as const, recTime: null, deviceRecId: null });

function see(...devices: LiveDevice[]): void {
  act(() => useFollowedRecords.setState((before) => followRecords(before, devices, performance.now())));
}

/** Devices whose speeds come when they are told to. */
async function show(screenOf: ReactNode) {
  const listeners = new Map<number, (data: LiveData) => void>();
  const live: RealtimeClient = {
    ...fakeLive().live,
    subscribe: (kind, number, listener) => {
      // The kind says the payload, which TypeScript does not see through its type parameter.
      if (kind === 'liveData') listeners.set(number, listener as (data: LiveData) => void);
      return () => undefined;
    },
  };
  await renderForTest(
    <LiveProvider live={live}>
      <SamplesProvider devices={[low, high]}>
        {screenOf}
        <p>there</p>
      </SamplesProvider>
    </LiveProvider>,
    fakeServer(),
  );
  await screen.findByText('there');
  return ({ number }: LiveDevice, speed: number, deviceRecId: number | null) =>
    listeners.get(number)?.({
      number,
      recTime: null,
      deviceRecId,
      data: { gps: { T: [1], speed: [speed] } },
      selections: [],
    });
}

test('the last curves stay those of a device when the end of another is heard', async () => {
  const tell = await show(<LastCurves />);
  see(low, high);
  tell(low, 4, 7);
  tell(high, 5, 7);
  tell(high, 5, null);
  see(low, stopped(high));
  see(stopped(low), stopped(high));
  const name = () => screen.getByText(/^Maxi /, { selector: '[aria-live="polite"]' }).textContent;
  expect(name()).toBe('Maxi 0217');
  tell(low, 4, null);
  act(() => useFollowedRecords.setState(({ ended }) => ({ ended: [...ended] })));
  expect(screen.getByRole('button', { name: 'Capteur précédent' }).hasAttribute('disabled')).toBe(false);
  expect(name()).toBe('Maxi 0217');
  await userEvent.click(screen.getByRole('button', { name: 'Capteur suivant' }));
  expect(name()).toBe('Maxi 0042');
  await userEvent.click(screen.getByRole('button', { name: 'Capteur précédent' }));
  expect(name()).toBe('Maxi 0217');
});

test('beside what was just recorded, a device that took no part shows what is live, and how old that is', async () => {
  const [variable] = low.realtime_data_keys;
  if (variable === undefined) throw new Error('no variable');
  const line = { device: low, variable, name: 'Vitesse', stroke: 'black', line: 'solid' } as const;
  const group = { id: 'low', title: 'low', unit: undefined, lines: [line], scale: '' };
  const tell = await show(<LiveGraph group={group} windowSeconds={30} />);
  const graph = screen.getByRole('figure');
  tell(low, 4, 7);
  tell(low, 9, null);
  see(high);
  see(stopped(high));
  await waitFor(() => expect(graph.textContent).toContain('9,00m/s'));
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + 20_000);
  await waitFor(() => expect(graph.textContent).toContain('il y a 20 s'));
  see(low, stopped(high));
  see(stopped(low), stopped(high));
  await waitFor(() => expect(graph.textContent).toContain('4,00m/s'));
  await waitFor(() => expect(graph.textContent).not.toContain('il y a'));
});
