import { expect, it, vi } from 'vitest';
import type { ChartColours } from './colours.ts';
import { drawPlane } from './draw-plane.ts';

/** A canvas that keeps the words written on it. */
function canvasOf(words: string[]): HTMLCanvasElement {
  const pen = new Proxy({} as CanvasRenderingContext2D, {
    get: (_, name) => (name === 'fillText' ? (text: string) => words.push(text) : () => undefined),
    set: () => true,
  });
  const canvas = document.createElement('canvas');
  vi.spyOn(canvas, 'getContext').mockReturnValue(pen);
  return canvas;
}

it('marks an axis of paces in min:s, the other one in numbers', () => {
  const words: string[] = [];
  const scale = { x: [100, 150], y: [-1, 1], stepX: 25, stepY: 1 } as const;
  const colours = { axis: '', grid: '', outline: '' } as ChartColours;
  const style = { width: 400, height: 300, colours, ink: '', font: '', language: 'fr', lineWidth: 1 } as const;
  drawPlane(canvasOf(words), { curves: [], scale, ellipse: undefined, isPace: { x: true, y: false } }, style);
  expect(words).toEqual(['1:40', '2:05', '2:30', '−1', '0', '1']);
});
