import type { Selection } from '@sillage/contract';
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { makeRecord } from '../../testing/make-record.ts';
import { renderForTest } from '../../testing/render-for-test.tsx';
import { WithOpenRecord } from '../../testing/with-open-record.tsx';
import { labelledSelections } from './overview.tsx';
import { SelectionLanes } from './selection-lane.tsx';

beforeEach(() => {
  // A lane of 1000 px.
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(DOMRect.fromRect({ width: 1000 }));
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const record = makeRecord({ duration: 100 });

function select(num: number, t0: number, t1: number): Selection {
  const derived = { toffset: 0, d0: null, d1: null, doffset: 0, distance: null, chrono: '' };
  return { id: num, record_id: 1, num, t0, t1, exercise: '', comment: '', ...derived };
}

type Bounds = (selection: Selection, t0?: number, t1?: number) => void;

function Lanes(props: { selections: readonly Selection[]; active?: number; onBounds?: Bounds }) {
  return (
    <WithOpenRecord
      record={record}
      {...props}
      save={(selection, { t0, t1 }) => props.onBounds?.(selection, Number(t0), Number(t1))}
    >
      <SelectionLanes />
    </WithOpenRecord>
  );
}

it('the bounds of the active selection move by the arrow keys, and are kept when the key is let go', async () => {
  const onBounds = vi.fn();
  const selection = select(1, 20, 40);
  await renderForTest(<Lanes selections={[selection]} active={1} onBounds={onBounds} />);
  (await screen.findByRole('slider', { name: 'Début de S1' })).focus();
  await userEvent.keyboard('{ArrowRight}');
  expect(onBounds).toHaveBeenLastCalledWith(selection, 20.1, 40);
  screen.getByRole('slider', { name: 'Fin de S1' }).focus();
  await userEvent.keyboard('{Shift>}{ArrowLeft}{/Shift}');
  expect(onBounds).toHaveBeenLastCalledWith(selection, 20, 39);
});

it('a selection says its whole duration, and those without a lane are a press away', async () => {
  const nested = [1, 2, 3, 4].map((num) => select(num, num, 60 - num));
  await renderForTest(<Lanes selections={nested} />);
  expect(await screen.findByRole('button', { name: 'S1 00:58.000' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^S4/ })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: '1 sélection de plus' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'S4 00:52.000' }));
  expect(await screen.findByRole('button', { name: 'S4 00:52.000' })).toBeTruthy();
});

it('numbers in the overview stand beside each other, or not at all', () => {
  const extent = { from: 0, to: 100 };
  const given = [select(1, 10, 30), select(2, 11, 20), select(3, 40, 50), select(4, 98, 99)];
  expect(labelledSelections(given, extent, 700).map(({ num }) => num)).toEqual([1, 3]);
});
