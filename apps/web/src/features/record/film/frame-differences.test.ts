import { expect, it } from 'vitest';
import { createDifferences, motionHeight, motionWidth, stretchAround } from './frame-differences.ts';

const picture = (grey: (pixel: number) => number) => {
  const rgba = new Uint8ClampedArray(motionWidth * motionHeight * 4);
  for (let i = 0; i < rgba.length; i++) rgba[i] = i % 4 === 3 ? 255 : grey(i >> 2);
  return rgba;
};

it('says how much a picture differs from the one before, in grey values', () => {
  const difference = createDifferences();
  expect(difference(picture(() => 10))).toBeUndefined();
  expect(difference(picture(() => 10))).toBeCloseTo(0, 6);
  expect(difference(picture((pixel) => (pixel % 2 === 0 ? 30 : 10)))).toBeCloseTo(10, 4);
  expect(difference(picture(() => 10))).toBeCloseTo(10, 4);
});

it('looks at all of a short film, and at no more than a question holds of a long one, around the moment', () => {
  expect(stretchAround(3, 10, 1 / 30)).toEqual({ from: 0, to: 10 });
  expect(stretchAround(600, 3600, 1 / 30)).toEqual({ from: 570, to: 630 });
  expect(stretchAround(3599, 3600, 1 / 30)).toEqual({ from: 3540, to: 3600 });
  const fast = stretchAround(600, 3600, 1 / 120);
  expect((fast.to - fast.from) * 120).toBeLessThan(4000);
});
