import type { Selection } from '@sillage/contract';
import { act, cleanup, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { queryClient } from '../../base/query-client.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { makeRecord } from '../../testing/make-record.ts';
import { renderForTest } from '../../testing/render-for-test.tsx';
import { useRecordView } from './use-record-view.ts';
import { type SelectionActions, useSelectionActions } from './use-selection-actions.ts';

afterEach(() => {
  cleanup();
  queryClient.clear();
});

const record = makeRecord({ duration: 100 });
const made: Selection = {
  id: 5,
  record_id: 1,
  num: 1,
  t0: 10,
  t1: 20,
  toffset: 0,
  exercise: 'Départ',
  comment: 'vent',
  d0: null,
  d1: null,
  doffset: 0,
  distance: null,
  chrono: '00:10.000',
};

let actions: SelectionActions;
function Held() {
  actions = useSelectionActions(record, useRecordView(record));
  return null;
}

it('a selection is named while it is made, the next has a name of its own; a copy says the same', async () => {
  const server = fakeServer({ createSelection: made, listSelections: [] });
  await renderForTest(<Held />, server);
  await waitFor(() => expect(actions).toBeDefined());
  const bodies = () => server.given('createSelection').map(({ body }) => body);
  act(() => actions.setNewName(' Départ '));
  act(() => actions.create(10, 20));
  await waitFor(() => expect(actions.newName).toBe(''));
  act(() => actions.create(30, 40));
  await waitFor(() => expect(bodies()).toHaveLength(2));
  act(() => actions.duplicate(made));
  await waitFor(() => expect(bodies()).toHaveLength(3));
  // The server refuses times of other samples.
  const seen = { signals_version: record.signals_version };
  expect(bodies()).toEqual([
    { t0: 10, t1: 20, exercise: 'Départ', ...seen },
    { t0: 30, t1: 40, ...seen },
    { t0: 10, t1: 20, exercise: 'Départ', comment: 'vent', ...seen },
  ]);
});
