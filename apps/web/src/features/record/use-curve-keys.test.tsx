import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeRecord } from '../../testing/make-record.ts';
import { renderForTest } from '../../testing/render-for-test.tsx';
import { useCurveKeys } from './use-curve-keys.ts';
import { type RecordViewState, useRecordView } from './use-record-view.ts';

let view: RecordViewState;
const record = makeRecord({ duration: 100 });

/** 1000 px wide: 0.1 s a pixel. */
function Curves() {
  view = useRecordView(record);
  useCurveKeys(view, 1000);
  return <button type="button">elsewhere</button>;
}

beforeEach(async () => {
  await renderForTest(<Curves />);
  await screen.findByText('elsewhere');
});
afterEach(cleanup);

const press = (key: string, given: { shiftKey?: boolean } = {}) => fireEvent.keyDown(document.body, { key, ...given });

it('the cursor goes to the ends of the window and along it, by a pixel or by ten', () => {
  press('Home');
  expect(view.cursor.time).toBe(0);
  press('ArrowRight');
  press('ArrowRight', { shiftKey: true });
  expect(view.cursor.time).toBeCloseTo(1.1);
  press('End');
  press('ArrowRight');
  expect(view.cursor.time).toBe(100);
});

it('what lies between the mark and the cursor is zoomed to, and undone in one step', () => {
  act(() => view.cursor.move(20));
  press('c');
  expect(view.mark).toBeUndefined();
  press('C', { shiftKey: true });
  expect(view.mark).toBe(20);
  act(() => view.cursor.move(60));
  press('Enter');
  expect(view.window).toEqual({ from: 20, to: 60 });
  act(() => view.undo());
  expect(view.window).toEqual({ from: 0, to: 100 });
  press('Escape');
  expect(view.mark).toBeUndefined();
  press('Enter');
  expect(view.window).toEqual({ from: 0, to: 100 });
});

it('the button that has the focus keeps its Enter', () => {
  act(() => view.setMark(20));
  act(() => view.cursor.move(60));
  fireEvent.keyDown(document.querySelector('button') ?? document.body, { key: 'Enter' });
  expect(view.window).toEqual({ from: 0, to: 100 });
});
