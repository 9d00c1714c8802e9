import { expect, it } from 'vitest';
import { windowWith } from './use-film-beside.ts';

it('keeps the window as long as the film is in it, turns it over at its end, and looks around where the film jumps', () => {
  const window = { from: 10, to: 20 };
  const extent = { from: 0, to: 100 };
  expect(windowWith(20, window, extent)).toBe(window);
  expect(windowWith(20.1, window, extent)).toEqual({ from: 20, to: 30 });
  expect(windowWith(70, window, extent)).toEqual({ from: 65, to: 75 });
  expect(windowWith(2, window, extent)).toEqual({ from: 0, to: 10 });
});
