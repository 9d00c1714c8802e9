import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { makeRecord } from '../../testing/make-record.ts';
import { renderForTest } from '../../testing/render-for-test.tsx';
import { usePlayedCursor } from './use-played-cursor.ts';
import { type RecordViewState, useRecordView } from './use-record-view.ts';

let view: RecordViewState;
function Played() {
  view = useRecordView(record);
  return <output>{usePlayedCursor(view).isPlaying ? 'plays' : 'rests'}</output>;
}
const record = makeRecord({ duration: 100 });
const frames: FrameRequestCallback[] = [];
/** Draws frames up to a moment. */
const draw = (...nowMs: number[]) => {
  for (const one of nowMs) act(() => frames.pop()?.(one));
};

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it('goes on in real time, turns the window over and stops at the end; Space starts and stops it', async () => {
  vi.spyOn(window, 'requestAnimationFrame').mockImplementation((call) => frames.push(call));
  vi.spyOn(window, 'cancelAnimationFrame').mockImplementation(() => {
    frames.length = 0;
  });
  await renderForTest(<Played />);
  await screen.findByText('rests');
  const space = () => fireEvent.keyDown(document.body, { key: ' ' });
  act(() => view.look({ from: 10, to: 20 }));
  act(() => view.cursor.move(19.8));
  space();
  expect(screen.getByText('plays')).toBeTruthy();
  draw(5000, 5100);
  expect(view.cursor.time).toBeCloseTo(19.9, 6);
  draw(5200, 5300);
  expect(view.cursor.time).toBeCloseTo(20.1, 6);
  expect(view.window).toEqual({ from: 20, to: 30 });
  space();
  expect(screen.getByText('rests')).toBeTruthy();
  expect(frames).toEqual([]);

  act(() => view.whole());
  act(() => view.cursor.move(99.95));
  space();
  draw(9000, 9100);
  expect(view.cursor.time).toBe(100);
  expect(screen.getByText('rests')).toBeTruthy();
});
