import type { LiveSelection } from '@sillage/contract';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useNotices } from '../../base/notify.ts';
import { queryClient } from '../../base/query-client.ts';
import { useSession } from '../../base/session.ts';
import { followRecords, nothingRecorded } from '../../live/follow-records.ts';
import { useFollowedRecords } from '../../live/followed-records.ts';
import { LiveProvider } from '../../live/live.tsx';
import { takeList } from '../../live/merge-device.ts';
import { fakeLive } from '../../testing/fake-live.ts';
import { type Answers, fakeServer } from '../../testing/fake-server.ts';
import { deviceFixture } from '../../testing/make-devices.ts';
import { makeUser } from '../../testing/make-user.ts';
import { renderForTest } from '../../testing/render-for-test.tsx';
import { holdMs } from './hold-button.tsx';
import { RainMode } from './rain-mode.tsx';
import { SelectionButtons } from './selection-buttons.tsx';
import { SessionRow } from './session-row.tsx';
import { useTiming } from './timed-record.ts';

/** Of the records that run. */
let selections: LiveSelection[] = [];
vi.mock('./samples.tsx', () => {
  const nothing = () => undefined;
  // One for all renders, as the page has it.
  const samples = {
    ...{ clock: nothing, heardAt: nothing, latest: nothing, kept: nothing, series: nothing },
    selections: () => selections,
  };
  return { useSamples: () => samples, useRealtimeRequest: nothing };
});

beforeEach(() => useSession.setState({ user: makeUser() }));
afterEach(() => {
  cleanup();
  queryClient.clear();
  selections = [];
  useFollowedRecords.setState(nothingRecorded);
  useNotices.setState({ waiting: [] });
  useTiming.setState({ countdownSeconds: 0, stopSeconds: 0 });
  vi.useRealTimers();
});

const recording = takeList(
  undefined,
  [
    deviceFixture({
      number: 10200217,
      state: 'record',
      recTime: 60,
      athlete: ['Camille', 'Le Goff'],
      keys: [['gps.speed', 'Vitesse', 'Speed', 'm/s', 2]],
    }),
  ],
  0,
);
const [device] = recording;
const { live, become } = fakeLive();

async function show(answers: Answers = {}, records = true) {
  const server = fakeServer(answers);
  if (records) useFollowedRecords.setState((before) => followRecords(before, recording, performance.now()));
  await renderForTest(
    <LiveProvider live={live}>
      <SessionRow devices={recording} />
      <SelectionButtons devices={recording} />
    </LiveProvider>,
    server,
  );
  await screen.findByRole('button', { name: /^Tour/ });
  return server;
}

const one = (num: number, t0: number, t1: number | null): LiveSelection => ({
  ...{ id: null, num, t0, t1 },
  ...{ exercise: '', comment: '' },
});

test('S begins a selection, and ends the open one; L marks a lap', async () => {
  const server = await show();
  await userEvent.keyboard('s');
  expect(server.given('startLiveSelections')).toEqual([{ params: { clientId: 1 }, body: {} }]);
  await userEvent.keyboard('l');
  expect(server.given('markLiveSelections')).toHaveLength(1);
  selections = [one(1, 10, 112), one(2, 112, null)];
  const button = await screen.findByRole('button', { name: /^Fin sélection 2/ });
  expect(button.getAttribute('aria-pressed')).toBe('true');
  await userEvent.click(button);
  expect(server.given('stopLiveSelections')).toHaveLength(1);
});

test('the row names the selections with their times, and when it stops by itself', async () => {
  useTiming.setState({ stopSeconds: 600 });
  await show();
  expect(screen.getByText('Aucune sélection')).toBeDefined();
  selections = [one(1, 10, 112), one(2, 112, null)];
  expect((await screen.findByText('S2 en cours')).parentElement?.textContent).toContain('S1 01:42.0');
  expect(screen.getByText(/s’arrête après/)).toBeDefined();
});

test('nothing is marked before a record, nor while the link is lost', async () => {
  const server = await show({}, false);
  const lap = screen.getByRole<HTMLButtonElement>('button', { name: /^Tour/ });
  expect([lap.disabled, lap.title]).toEqual([true, 'Possible pendant un enregistrement']);
  await userEvent.keyboard('sl');
  act(() => useFollowedRecords.setState((before) => followRecords(before, recording, performance.now())));
  act(() => become('lost'));
  await waitFor(() => expect(lap.title).toContain('Liaison perdue'));
  await userEvent.keyboard('sl');
  expect(server.names().filter((name) => name.endsWith('LiveSelections'))).toEqual([]);
  act(() => become('connected'));
});

test('a device that refuses is named', async () => {
  const message = { fr: 'Rien n’enregistre', en: 'Nothing records' };
  await show({ markLiveSelections: [{ number: device?.number ?? 0, code: 'record.none', message }] });
  await userEvent.keyboard('l');
  await waitFor(() =>
    expect(useNotices.getState().waiting.map(({ text }) => text)).toEqual(['Maxi 0217 – Rien n’enregistre']),
  );
});

test('in the rain nothing but what is held for a second answers', async () => {
  const server = fakeServer({ requestRpc: { result: {} } });
  const onLeave = vi.fn();
  useFollowedRecords.setState((before) => followRecords(before, recording, performance.now()));
  await renderForTest(
    <LiveProvider live={live}>
      <RainMode devices={recording} onLeave={onLeave} />
    </LiveProvider>,
    server,
  );
  const rain = await screen.findByRole('dialog', { name: 'Mode pluie' });
  vi.useFakeTimers();
  const stop = screen.getByRole('button', { name: /^Arrêter/ });
  fireEvent.pointerDown(stop);
  act(() => void vi.advanceTimersByTime(holdMs - 100));
  fireEvent.pointerUp(stop);
  for (const pointerId of [1, 2, 3]) fireEvent.pointerDown(rain, { pointerId });
  act(() => void vi.advanceTimersByTime(holdMs));
  for (const pointerId of [1, 2, 3]) fireEvent.pointerUp(rain, { pointerId });
  expect(server.names().filter((name) => !name.startsWith('read'))).toEqual([]);
  for (const pointerId of [4, 5]) fireEvent.pointerDown(rain, { pointerId });
  act(() => void vi.advanceTimersByTime(holdMs));
  vi.useRealTimers();
  await waitFor(() => expect(server.given('markLiveSelections')).toHaveLength(1));
  expect(await screen.findByText('Tour marqué')).toBeDefined();
  expect(onLeave).not.toHaveBeenCalled();
});
