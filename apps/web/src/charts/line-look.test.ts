import { expect, it } from 'vitest';
import { lookOfLines } from './line-look.ts';

const line = (more: object = {}) => ({ kind: 'line', side: null, shade: null, ...more }) as const;

it('tells lines without a scale apart by their order, and leaves one that is alone as it is', () => {
  const [raw, between, filtered] = [line(), line(), line()];
  expect(lookOfLines([raw]).size).toBe(0);
  const looks = [...lookOfLines([raw, between, filtered]).values()];
  expect(new Set(looks.map(({ colour }) => colour)).size).toBe(3);
  expect(looks.map(({ width }) => width)).toEqual([1, 1.5, 2]);
  expect(looks.map(({ isDashed }) => isDashed)).toEqual([false, true, false]);
});

it('follows a scale where there is one; sides and bands keep their own', () => {
  const [slow, fast] = [line({ shade: 0 }), line({ shade: 1 })];
  const looks = lookOfLines([slow, fast, line(), line({ side: 'left' }), { ...line(), kind: 'band' as const }]);
  expect([...looks.keys()]).toEqual([slow, fast]);
  expect(looks.get(fast)).toMatchObject({ width: 3.5, isDashed: false });
  expect(looks.get(slow)?.colour).not.toBe(looks.get(fast)?.colour);
});
