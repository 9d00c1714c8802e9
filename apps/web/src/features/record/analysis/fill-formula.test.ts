import type { AnalysisAbout, AnalysisOutcome } from '@sillage/contract';
import { expect, it } from 'vitest';
import { fillFormula } from './fill-formula.ts';

const both = (text: string) => ({ fr: text, en: text });
const about = (formula: string | null) =>
  ({ outputs: { h: { formula: formula === null ? null : both(formula) } } }) as unknown as AnalysisAbout;
const outcome = {
  values: { h: { value: 0.347 }, v: { value: 2.6091 }, depth: { value: -0.348 }, gone: { value: null } },
  parameters: { g: { value: 9.81 } },
  samples: { h: 1234 },
} as unknown as AnalysisOutcome;
const filled = (formula: string | null, language: 'fr' | 'en' = 'fr') =>
  fillFormula(about(formula), outcome, 'h', language);

it('puts the trial’s own figures where the formula has holes', () => {
  expect(filled('h = {v:v}² ÷ (2·{g:g})')).toEqual({ symbols: 'h = v² ÷ (2·g)', figures: '2,609² ÷ (2·9,81)' });
  expect(filled('h = {v:v}² ÷ (2·{g:g})', 'en')?.figures).toBe('2.609² ÷ (2·9.81)');
  expect(filled('k = −{depth:z} ÷ 0.02')).toEqual({ symbols: 'k = −z ÷ 0,02', figures: '−(−0,348) ÷ 0,02' });
});

it('says a formula of samples alone by its symbols, with how many there are', () => {
  expect(filled('P = Σ P ÷ n, n = {n}')).toEqual({ symbols: 'P = Σ P ÷ n, n = 1\u202f234', figures: undefined });
});

it('says no figures where one is missing, and nothing without a formula', () => {
  expect(filled('h = {gone:x} ÷ {g:g}')?.figures).toBe(undefined);
  expect(filled(null)).toBe(undefined);
});
