import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useAppearance } from '../base/appearance.ts';
import { glideTo } from './glide-to.ts';

let frames: FrameRequestCallback[];
let nowMs: number;
let box: HTMLElement;
let element: HTMLElement;

/** The browser draws a frame so much later. */
function frame(afterMs: number): number {
  nowMs += afterMs;
  const due = frames;
  frames = [];
  for (const draw of due) draw(nowMs);
  return box.scrollTop;
}

beforeEach(() => {
  frames = [];
  nowMs = 1000;
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
  vi.stubGlobal('requestAnimationFrame', (draw: FrameRequestCallback) => frames.push(draw));
  box = document.createElement('div');
  element = document.createElement('p');
  box.append(element);
  document.body.append(box);
  // The test's page has no layout.
  element.scrollIntoView = () => {
    box.scrollTop = 600;
  };
  useAppearance.setState({ reducedMotion: false });
});
afterEach(() => {
  box.remove();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('takes 300 ms to the place', () => {
  glideTo(element, { block: 'start' });
  expect(box.scrollTop).toBe(0);
  expect(frame(150)).toBeCloseTo(300);
  expect(frame(149)).toBeLessThan(600);
  expect(frame(1)).toBe(600);
  expect(frames).toEqual([]);
});

it('is there at once for who wants no motion', () => {
  useAppearance.setState({ reducedMotion: true });
  glideTo(element, { block: 'start' });
  expect(box.scrollTop).toBe(600);
});

it('leaves the page to who scrolls meanwhile', () => {
  glideTo(element, { block: 'start' });
  const at = frame(100);
  window.dispatchEvent(new Event('wheel'));
  expect(frame(100)).toBe(at);
});
