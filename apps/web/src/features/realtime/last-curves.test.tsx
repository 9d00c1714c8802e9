import { act, cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../base/query-client.ts';
import { useSession } from '../../base/session.ts';
import { followRecords, nothingRecorded } from '../../live/follow-records.ts';
import { useFollowedRecords } from '../../live/followed-records.ts';
import { LiveProvider } from '../../live/live.tsx';
import { fakeLive } from '../../testing/fake-live.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { deviceFixture } from '../../testing/make-devices.ts';
import { makeUser } from '../../testing/make-user.ts';
import { renderForTest } from '../../testing/render-for-test.tsx';
import type { CurveGroup } from './curve-groups.ts';
import LastCurves from './last-curves.tsx';

/** Numbers of the devices whose last samples this screen has. */
const seen = new Set<number>();
vi.mock('./samples.tsx', () => ({
  useSamples: () => ({ kept: (number: number) => (seen.has(number) ? { length: 3 } : undefined) }),
}));
vi.mock('./live-graph.tsx', () => ({
  LiveGraph: ({ group }: { group: CurveGroup }) => (
    <p>graph of {group.lines.map(({ variable }) => variable.name).join(', ')}</p>
  ),
}));

beforeEach(() => useSession.setState({ user: makeUser() }));
afterEach(() => {
  cleanup();
  queryClient.clear();
  seen.clear();
  useFollowedRecords.setState(nothingRecorded);
});

const device = (number: number, key: string, athlete?: [string, string]) =>
  deviceFixture({
    number,
    state: 'record',
    recTime: 28,
    keys: [[key, key, key, 'm/s', 2]],
    ...(athlete && { athlete }),
  });
const ines = device(10200042, 'gps.speed', ['Inès', 'Marchetti']);
const unpaired = device(10200217, 'imu.acc_x');
const unseen = device(10200300, 'hr.bpm');

/** These devices recorded and stopped before this screen. */
async function stop(...devices: (typeof ines)[]): Promise<void> {
  await renderForTest(
    <LiveProvider live={fakeLive().live}>
      <p>here</p>
      <LastCurves />
    </LiveProvider>,
    fakeServer(),
  );
  await screen.findByText('here');
  const idle = devices.map((one) => ({ ...one, state: 'idle' as const, recTime: null, deviceRecId: null }));
  act(() => {
    useFollowedRecords.setState((before) => followRecords(before, devices, performance.now()));
    useFollowedRecords.setState((before) => followRecords(before, idle, performance.now()));
  });
}

test('each device that was seen shows how its record ended, one after the other, round and round', async () => {
  for (const { number } of [unpaired, ines]) seen.add(number);
  await stop(unpaired, unseen, ines);
  expect(await screen.findByText('Inès Marchetti')).toBeDefined();
  expect(screen.getByText('graph of gps.speed')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: /suivant/i }));
  expect(screen.getByText('Maxi 0217')).toBeDefined();
  expect(screen.getByText('graph of imu.acc_x')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: /suivant/i }));
  expect(screen.getByText('Inès Marchetti')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: /précédent/i }));
  expect(screen.getByText('Maxi 0217')).toBeDefined();
});

test('of one device there is nothing to leaf through', async () => {
  seen.add(ines.number);
  await stop(ines, unseen);
  expect(await screen.findByText('graph of gps.speed')).toBeDefined();
  for (const name of [/suivant/i, /précédent/i]) {
    expect((screen.getByRole('button', { name }) as HTMLButtonElement).disabled).toBe(true);
  }
});

test('what ended before this screen was opened is not drawn', async () => {
  await stop(ines, unpaired);
  expect(screen.queryByRole('complementary')).toBeNull();
});
