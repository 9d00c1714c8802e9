import type { ApiClient } from '@sillage/client';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { queryClient } from '../../base/query-client.ts';
import { useSession } from '../../base/session.ts';
import { makeRecord } from '../../testing/make-record.ts';
import { makeUser } from '../../testing/make-user.ts';
import { renderForTest } from '../../testing/render-for-test.tsx';
import { WithOpenRecord } from '../../testing/with-open-record.tsx';
import { useOpenRecord } from './open-record.ts';
import { Plane } from './plane.tsx';
import type { RecordViewState } from './use-record-view.ts';

beforeEach(() => useSession.setState({ user: makeUser() }));
afterEach(() => {
  cleanup();
  queryClient.clear();
  useSession.setState({ user: undefined });
});

const series = (ys: readonly number[]) => ({
  id: 0,
  label: '',
  title: '',
  data: ys.map((y, x) => ({ x, y })),
  yRange: [],
  color: null,
  type: 'number',
});
const answer = {
  data: { 'plate.cop_x': series([1, 2, 3, 5]), 'plate.cop_y': series([4, 1, 3, 2]) },
  xrange: { T: [0, 3], D: [], x: [0, 3] },
  selectionNum: null,
  slot_id: null,
  label: null,
};

let view: RecordViewState;
function Held() {
  view = useOpenRecord().view;
  return null;
}

/** @param rate samples a second; the record lasts 100 s. */
async function show(rate: number) {
  const asked: unknown[] = [];
  const fetchBytes: ApiClient['fetchBytes'] = (...call) => {
    asked.push(call[1]);
    return Promise.resolve({
      status: 200,
      headers: new Headers(),
      epoch: undefined,
      contentType: 'application/json',
      filename: undefined,
      body: new TextEncoder().encode(JSON.stringify(answer)),
    });
  };
  const variable = { unit: 'mm', description: { fr: '', en: '' } };
  const record = makeRecord({ duration: 100, available_data: { 'plate.cop_x': variable, 'plate.cop_y': variable } });
  const [module] = Object.values(record.modules);
  if (module === undefined) throw new Error('a record without a module');
  await renderForTest(
    <WithOpenRecord record={{ ...record, modules: { plate: { ...module, rate } } }}>
      <Plane x="plate.cop_x" />
      <Held />
    </WithOpenRecord>,
    { fetchBytes },
  );
  await waitFor(() => expect(asked.length).toBe(1));
  return asked;
}

it('its points are asked for once the window rests, not at each step of a pan', async () => {
  const asked = await show(10);
  for (const from of [10, 20, 30]) act(() => view.look({ from, to: from + 10 }, 'a pan'));
  expect(asked.length).toBe(1);
  await waitFor(() => expect(asked.length).toBe(2));
  expect(JSON.stringify(asked[1])).toContain('30');
});

it('an ellipse is told of all points, and not of their extremes alone', async () => {
  await show(10);
  await screen.findByText(/Ellipse/);
  cleanup();
  queryClient.clear();
  await show(1000);
  await screen.findByText(/^Aperçu/);
  expect(screen.queryByText(/Ellipse/)).toBeNull();
});
