import { ApiError } from '@sillage/client';
import { refuse } from '@sillage/contract';
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { queryClient } from '../../base/query-client.ts';
import { type Answers, fakeServer } from '../../testing/fake-server.ts';
import { makeRecord } from '../../testing/make-record.ts';
import { renderForTest } from '../../testing/render-for-test.tsx';
import type { OnAxis } from './compared-graphs.tsx';
import { ComparedTable } from './compared-table.tsx';

afterEach(() => {
  cleanup();
  queryClient.clear();
});

const onAxis = [2, 10].map((id): OnAxis => {
  const placed = { fromSeconds: 0, moved: 0, shift: 0, extent: { from: 0, to: 100 }, way: undefined };
  return { record: makeRecord({ id, duration: 100 }), likeness: undefined, isFound: true, isLooking: false, ...placed };
});
const about = { unit: 'm/s', description: { fr: '', en: '' } };
const speed = { name: 'speed', about, of: new Map([2, 10].map((id) => [id, 'gps.speed'] as const)) };

function Table() {
  const [window, setWindow] = useState({ from: 0, to: 100 });
  return (
    <>
      <button type="button" onClick={() => setWindow({ from: 10, to: 20 })}>
        elsewhere
      </button>
      <ComparedTable onAxis={onAxis} variables={[speed]} window={window} byDistance={false} isWanted />
    </>
  );
}

/** Means of 4.2 and 5 of the whole, 6.2 and 7 elsewhere. */
const meanOf = (id: number, t1: unknown) => (t1 === 100 ? 4 : 6) + id / 10;

it('shows no figures of another window: says that others are read, or could not be, and reads them again', async () => {
  const { promise: told, resolve: tell } = Promise.withResolvers<void>();
  let isBroken = true;
  const readRecordStatistics: NonNullable<Answers['readRecordStatistics']> = async ({ params, query }) => {
    const id = Number(params.id);
    const isElsewhere = query?.t1 === 20;
    if (isElsewhere && id === 10 && isBroken) throw new ApiError(503, refuse('server.unavailable').body());
    if (isElsewhere && id === 2) await told;
    const data = [{ variable: 'gps.speed', num: 9, mean: meanOf(id, query?.t1), std: 0.5, min: 0, max: 5 }];
    return { default: { data }, specific: { headers: [], data: [] } };
  };
  await renderForTest(<Table />, fakeServer({ readRecordStatistics }));
  const region = await screen.findByRole('region', { name: 'Statistiques côte à côte' });
  const table = within(region);
  expect(await table.findByText('+0,80')).toBeTruthy();
  expect(region.getAttribute('aria-busy')).toBe('false');
  await userEvent.click(screen.getByRole('button', { name: 'elsewhere' }));
  // At once, before anything is asked for.
  expect(table.queryByText(/4,20|5,00|0,80/)).toBeNull();
  expect(region.getAttribute('aria-busy')).toBe('true');
  expect(table.getByText('Mise à jour…')).toBeTruthy();
  const problem = await table.findByRole('alert');
  expect(problem.textContent).toContain('Les chiffres d’un enregistrement');
  tell();
  expect(await table.findByText('6,20')).toBeTruthy();
  expect(table.queryByText(/0,80|5,00/)).toBeNull();
  isBroken = false;
  await userEvent.click(within(problem).getByRole('button', { name: 'Réessayer' }));
  expect(await table.findByText('+0,80')).toBeTruthy();
  expect(table.queryByRole('alert')).toBeNull();
});
