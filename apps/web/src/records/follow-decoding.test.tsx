import type { BytesReply } from '@sillage/client';
import { cleanup, screen } from '@testing-library/react';
import { type ReactNode, useMemo } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { queryClient } from '../base/query-client.ts';
import { useSession } from '../base/session.ts';
import { useCurves } from '../features/record/fetch-curves.ts';
import { LiveProvider } from '../live/live.tsx';
import { fakeLive } from '../testing/fake-live.ts';
import { fakeServer } from '../testing/fake-server.ts';
import { makeUser } from '../testing/make-user.ts';
import { renderForTest } from '../testing/render-for-test.tsx';
import { useRecordUpdates } from './record-queries.ts';

/** What the server has decoded last: a constant. */
let decoded = 1;

/** Curves asked for. */
let asked = 0;

function answer(): BytesReply {
  asked += 1;
  const series = { id: 1, label: 'imu.a', title: 'imu.a', data: [{ x: 0, y: decoded }] };
  const data = { 'imu.a': { ...series, yRange: [], color: null, type: 'number' } };
  const entry = { data, xrange: { T: [0, 1], D: [], x: [0, 1] }, selectionNum: null, slot_id: null, label: null };
  const body = new TextEncoder().encode(JSON.stringify(entry));
  const about = { status: 200, headers: new Headers(), epoch: undefined, filename: undefined };
  return { ...about, body, contentType: 'application/json' };
}

function Graph({ id, version = 1 }: { id: number; version?: number }): ReactNode {
  useRecordUpdates();
  const tile = useMemo(() => ({ from: 0, to: 1, maxData: 100 }), []);
  const { data } = useCurves({ id, signals_version: version }, ['imu.a'], tile, 'time', true);
  return <p>{`curve of ${id}: ${data?.curves.get('imu.a')?.values[0]}`}</p>;
}

beforeEach(() => {
  [decoded, asked] = [1, 0];
  useSession.setState({ user: makeUser() });
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  useSession.setState({ user: undefined });
});

async function open(version = 1) {
  const { live, tell } = fakeLive();
  const client = { ...fakeServer(), fetchBytes: async () => answer() };
  await renderForTest(
    <LiveProvider live={live}>
      <Graph id={7} version={version} />
    </LiveProvider>,
    client,
  );
  expect(await screen.findByText(`curve of 7: ${decoded}`)).toBeTruthy();
  decoded = 2;
  return tell;
}

it('curves of an open record are those of the new decoding', async () => {
  const tell = await open();
  tell({ record_ids: [7], reason: 'decoded' });
  expect(await screen.findByText('curve of 7: 2')).toBeTruthy();
});

it('for athletes, too, who are not told of which record', async () => {
  const tell = await open();
  tell({ record_ids: [], reason: 'decoded' });
  expect(await screen.findByText('curve of 7: 2')).toBeTruthy();
});

it('another record’s decoding, or an edit of this one, fetches no curves', async () => {
  const tell = await open();
  tell({ record_ids: [8], reason: 'decoded' });
  tell({ record_ids: [7], reason: 'updated' });
  await queryClient.refetchQueries({ queryKey: ['nothing'] });
  expect(asked).toBe(1);
});

it('nor are curves of an earlier decoding shown whose end nobody heard', async () => {
  await open();
  cleanup();
  await open(2);
  expect(asked).toBe(2);
});
