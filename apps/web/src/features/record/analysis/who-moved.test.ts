import { expect, it } from 'vitest';
import { whoMoved } from './who-moved.ts';

const kept = (
  analysis: string,
  user_name: string | null,
  minute: number,
  value: number,
  source: 'moved' | 'given',
) => ({
  ...{ analysis, user_name, date: `2026-05-16T09:${minute}:00.000Z` },
  parameters: { onsetAt: { value, unit: 's', source } },
});

it('an edge was moved by who first kept it there, not by who kept it elsewhere or did not move it', () => {
  const all = [
    kept('cmj', 'Inès', 40, 1.2, 'moved'),
    kept('cmj', 'Hélène', 31, 1.2, 'moved'),
    kept('cmj', 'Marc', 20, 1.1, 'moved'),
    kept('cmj', null, 10, 1.2, 'moved'),
    kept('sj', 'Sacha', 11, 1.2, 'moved'),
    kept('cmj', 'Camille', 12, 1.2, 'given'),
  ];
  const edge = { parameter: 'onsetAt', at: 1.2 };
  expect(whoMoved(all, 'cmj', edge)).toEqual({ name: 'Hélène', date: '2026-05-16T09:31:00.000Z' });
  expect(whoMoved(all, 'cmj', { ...edge, at: 1.3 })).toBeUndefined();
  expect(whoMoved(all, 'cmj', { ...edge, parameter: 'takeOffAt' })).toBeUndefined();
});
