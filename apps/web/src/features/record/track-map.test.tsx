import type { ApiClient } from '@sillage/client';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { queryClient } from '../../base/query-client.ts';
import { useSession } from '../../base/session.ts';
import { makeCurvesReply } from '../../testing/make-curves-reply.ts';
import { makeRecord } from '../../testing/make-record.ts';
import { makeUser } from '../../testing/make-user.ts';
import { renderForTest } from '../../testing/render-for-test.tsx';
import { WithOpenRecord } from '../../testing/with-open-record.tsx';
import { TrackMap } from './track-map.tsx';

beforeEach(() => useSession.setState({ user: makeUser() }));
afterEach(() => {
  cleanup();
  queryClient.clear();
  useSession.setState({ user: undefined });
});

const description = { fr: '', en: '' };
const available = {
  'gps.latitude': { unit: '°', description },
  'gps.longitude': { unit: '°', description },
  'gps.speed': { unit: 'm/s', description },
  'gps.altitude': { unit: 'm', description },
};

async function show(
  latitudes: readonly (readonly [number, number])[],
  variables: object = available,
): Promise<string[]> {
  const asked: string[] = [];
  const fetchBytes: ApiClient['fetchBytes'] = (...call) => {
    asked.push(JSON.stringify(call[1]));
    return Promise.resolve(
      makeCurvesReply({
        'gps.latitude': latitudes,
        'gps.longitude': [
          [0, 6],
          [1, 6.001],
          [2, 6.002],
        ],
        'gps.speed': [
          [0, 3],
          [1, 4],
          [2, 5.4],
        ],
        'gps.altitude': [
          [0, 200],
          [1, 201],
          [2, 203],
        ],
      }),
    );
  };
  const record = makeRecord({ duration: 2, available_data: { ...variables } });
  await renderForTest(
    <WithOpenRecord record={record}>
      <TrackMap />
    </WithOpenRecord>,
    { fetchBytes },
  );
  return asked;
}

it('a way is coloured by its speed, or by what is chosen, and says what the colours mean', async () => {
  const asked = await show([
    [0, 45],
    [1, 45.001],
    [2, 45.002],
  ]);
  await waitFor(() => expect(screen.getByRole('figure', { name: 'Trace GPS' }).textContent).toMatch(/3,00.*5,40 m\/s/));
  expect(asked).toEqual([expect.stringMatching(/gps\.latitude.*gps\.longitude.*gps\.speed/)]);
  await userEvent.click(screen.getByRole('combobox'));
  await userEvent.click(await screen.findByRole('option', { name: 'Altitude' }));
  await waitFor(() => expect(screen.getByRole('figure', { name: 'Trace GPS' }).textContent).toMatch(/200.*203 m/));
  expect(asked[1]).toContain('gps.altitude');
});

it('one without a fix says so, and a record without positions has no map and asks for nothing', async () => {
  await show([
    [0, Number.NaN],
    [2, Number.NaN],
  ]);
  expect(await screen.findByText('Aucune position dans cet enregistrement.')).toBeDefined();
  cleanup();
  const asked = await show([], { 'gps.speed': available['gps.speed'] });
  expect(screen.queryByRole('figure')).toBeNull();
  expect(asked).toEqual([]);
});
