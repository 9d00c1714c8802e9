import type { ApiClient } from '@sillage/client';
import { saySpeed } from '@sillage/domain';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { queryClient } from '../../base/query-client.ts';
import { makeCurvesReply } from '../../testing/make-curves-reply.ts';
import { renderForTest } from '../../testing/render-for-test.tsx';
import { useCurves, usePrefetchedCurves } from './fetch-curves.ts';
import { displayOf, RecordDisplayProvider } from './record-display.ts';

// Graphs whose timers end within 100 ms share a request: on a busy machine real ones may end later.
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.useRealTimers();
});

const reply = makeCurvesReply({ 'gps.speed': [[0, 10]] });

function Curve() {
  const [window, setWindow] = useState({ from: 0, to: 1 });
  const [x, setX] = useState<'time' | 'distance'>('time');
  const { data } = useCurves({ id: 1, signals_version: 1 }, ['gps.speed'], { ...window, maxData: 100 }, x, true);
  return (
    <>
      <output>{String(data?.curves.get('gps.speed')?.values[0])}</output>
      <button type="button" onClick={() => setWindow({ from: 5, to: 6 })}>
        elsewhere
      </button>
      <button type="button" onClick={() => setX('distance')}>
        distance
      </button>
    </>
  );
}

it('the old picture, as it is said, stays while another window is on its way, and goes with its axis', async () => {
  let asked = 0;
  const fetchBytes: ApiClient['fetchBytes'] = () => {
    asked += 1;
    return asked === 1 ? Promise.resolve(reply) : new Promise(() => undefined);
  };
  const say = saySpeed('gps.speed', 'm/s', 'km_h');
  if (say === undefined) throw new Error('no saying of a speed');
  await renderForTest(
    <RecordDisplayProvider value={displayOf({}, null, new Map([['gps.speed', say]]))}>
      <Curve />
    </RecordDisplayProvider>,
    { fetchBytes },
  );
  await screen.findByText('36');
  await userEvent.click(screen.getByRole('button', { name: 'elsewhere' }));
  expect(screen.getByRole('status').textContent).toBe('36');
  expect(asked).toBe(2);
  await userEvent.click(screen.getByRole('button', { name: 'distance' }));
  expect(screen.getByRole('status').textContent).toBe('undefined');
});

const two = makeCurvesReply({ 'gps.speed': [[0, 10]], 'imu.acc_x': [[0, 3]] });
const tiles = [0, 5, 9].map((from) => ({ from, to: from + 1, maxData: 100 }));

/** Two graphs on one window, with neighbours. */
function Graphs() {
  const [at, setAt] = useState(0);
  return (
    <>
      {['gps.speed', 'imu.acc_x'].map((name) => (
        <OneGraph key={name} name={name} at={at} />
      ))}
      <button type="button" onClick={() => setAt(1)}>
        elsewhere
      </button>
    </>
  );
}

function OneGraph({ name, at }: { name: string; at: number }) {
  const record = { id: 1, signals_version: 1 };
  const [wanted, ...others] = [tiles[at], ...tiles].filter((tile) => tile !== undefined);
  if (wanted === undefined) throw new Error('no tile');
  const { data, isPlaceholderData } = useCurves(record, [name], wanted, 'time', true);
  const ahead = others.filter((tile) => tile !== wanted);
  usePrefetchedCurves(record, [name], ahead, 'time', data !== undefined && !isPlaceholderData);
  return <output>{`${name} ${data?.curves.get(name)?.values[0]} of ${data?.curves.size}`}</output>;
}

interface Sent {
  readonly names: string;
  readonly from: string;
  readonly signal: AbortSignal | undefined;
}

/** A server that answers what begins at one of `answered`, and what was asked of it. */
function countingServer(answered: readonly string[]) {
  const sent: Sent[] = [];
  const fetchBytes: ApiClient['fetchBytes'] = (_, ...[given]) => {
    const { wanted_y: names, range } = z
      .object({ wanted_y: z.array(z.string()), range: z.array(z.string()) })
      .parse(given && 'query' in given ? given.query : undefined);
    const [from = ''] = range;
    sent.push({ names: names.join(' '), from, signal: given?.signal });
    return answered.includes(from) ? Promise.resolve(two) : new Promise(() => undefined);
  };
  return { sent, fetchBytes };
}

it('all graphs of a picture are one request, so are their neighbours, and each takes its own curves of it', async () => {
  const { sent, fetchBytes } = countingServer(['0']);
  await renderForTest(<Graphs />, { fetchBytes });
  await screen.findByText('gps.speed 10 of 1');
  await screen.findByText('imu.acc_x 3 of 1');
  const names = 'gps.speed imu.acc_x';
  expect(sent).toMatchObject([{ names, from: '0' }]);
  await waitFor(() => expect(sent).toMatchObject([{ from: '0' }, { names, from: '5' }]));
});

it('a neighbour on its way is given up for what is wanted, and is waited for when it is that', async () => {
  const { sent, fetchBytes } = countingServer(['0', '9']);
  const { unmount } = await renderForTest(<Graphs />, { fetchBytes });
  await waitFor(() => expect(sent.map(({ from }) => from)).toEqual(['0', '5']));
  // The neighbour that was asked for ahead is looked at.
  await userEvent.click(screen.getByRole('button', { name: 'elsewhere' }));
  expect([sent.length, sent[1]?.signal?.aborted]).toEqual([2, false]);
  unmount();
  await waitFor(() => expect(sent[1]?.signal?.aborted).toBe(true));
});
