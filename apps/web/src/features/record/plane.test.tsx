import type { ApiClient } from '@sillage/client';
import { type Saying, saySpeed } from '@sillage/domain';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { queryClient } from '../../base/query-client.ts';
import { useSession } from '../../base/session.ts';
import { makeCurvesReply } from '../../testing/make-curves-reply.ts';
import { makeRecord } from '../../testing/make-record.ts';
import { makeUser } from '../../testing/make-user.ts';
import { renderForTest } from '../../testing/render-for-test.tsx';
import { WithOpenRecord } from '../../testing/with-open-record.tsx';
import { useOpenRecord } from './open-record.ts';
import { Plane } from './plane.tsx';
import { displayOf, RecordDisplayProvider } from './record-display.ts';
import type { RecordViewState } from './use-record-view.ts';

beforeEach(() => useSession.setState({ user: makeUser() }));
afterEach(() => {
  cleanup();
  queryClient.clear();
  useSession.setState({ user: undefined });
});

const each = (ys: readonly number[]) => ys.map((y, x) => [x, y] as const);

interface Shown {
  readonly x?: string;
  readonly y?: string;
  readonly unit?: string;
  readonly say?: Saying | undefined;
}

let view: RecordViewState;
function Held() {
  view = useOpenRecord().view;
  return null;
}

/**
 * One variable of `plate` over another.
 * @param rate samples a second; the record lasts 100 s.
 */
async function show(rate: number, { x = 'plate.cop_x', y = 'plate.cop_y', unit = 'mm', say }: Shown = {}) {
  const asked: unknown[] = [];
  const fetchBytes: ApiClient['fetchBytes'] = (...call) => {
    asked.push(call[1]);
    return Promise.resolve(makeCurvesReply({ [x]: each([1, 2, 3, 5]), [y]: each([4, 1, 3, 2]) }));
  };
  const variable = { unit: say?.unit ?? unit, description: { fr: '', en: '' } };
  const record = makeRecord({ duration: 100, available_data: { [x]: variable, [y]: variable } });
  const [module] = Object.values(record.modules);
  if (module === undefined) throw new Error('a record without a module');
  const sayings = new Map(say ? [x, y].map((name) => [name, say] as const) : []);
  await renderForTest(
    <RecordDisplayProvider value={displayOf({}, null, sayings)}>
      <WithOpenRecord record={{ ...record, modules: { plate: { ...module, rate } } }}>
        <Plane x={x} />
        <Held />
      </WithOpenRecord>
    </RecordDisplayProvider>,
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

it('the axes of an ellipse of paces are min:s, and it has no area', async () => {
  const say = saySpeed('plate.speed', 'm/s', 'min_500m');
  await show(10, { x: 'plate.speed', y: 'plate.speed_2', say });
  const figures = (await screen.findByText(/^axes/)).textContent;
  expect(figures).toMatch(/axes \d+:\d\d,\d et \d+:\d\d,\d/);
  expect(screen.queryByText(/²/)).toBeNull();
});
