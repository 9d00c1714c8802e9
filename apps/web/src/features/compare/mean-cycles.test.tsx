import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { useAppearance } from '../../base/appearance.ts';
import { queryClient } from '../../base/query-client.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { makeRecord } from '../../testing/make-record.ts';
import { renderForTest } from '../../testing/render-for-test.tsx';
import type { OnAxis } from './compared-graphs.tsx';
import { MeanCycles } from './mean-cycles.tsx';
import type { ComparedVariable } from './shared-variables.ts';

beforeEach(() => useAppearance.getState().setLanguage('fr'));
afterEach(() => {
  cleanup();
  queryClient.clear();
});

const onAxis = [2, 10].map((id): OnAxis => {
  const record = makeRecord({ id, duration: 100 });
  const aligned = { fromSeconds: 0, isFound: true, isLooking: false, likeness: undefined, moved: 0 };
  return { ...aligned, record, shift: 0, way: undefined, extent: { from: 0, to: 100 } };
});
const about = { description: { fr: 'Vitesse', en: 'Speed' }, unit: 'm/s' };
const speed: ComparedVariable = {
  name: 'speed',
  of: new Map(onAxis.map(({ record }) => [record.id, 'gps.speed'])),
  about,
};

it('of a record beside the window it says so, and awaits nothing', async () => {
  const server = fakeServer();
  await renderForTest(
    <MeanCycles {...{ onAxis }} variable={speed} window={{ from: 200, to: 300 }} byDistance={false} />,
    server,
  );
  const panel = within(await screen.findByRole('region', { name: 'Cycles moyens' }));
  expect(panel.getAllByText('N’est pas dans la fenêtre.')).toHaveLength(2);
  expect(server.given('readRecordData')).toEqual([]);
});
