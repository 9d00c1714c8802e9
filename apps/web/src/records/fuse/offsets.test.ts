import type { FusionProposal } from '@sillage/contract';
import { expect, test } from 'vitest';
import { offsetsOf, offsetText, readOffset, trustOf } from './offsets.ts';

test('offsets are read as they are written, in both languages', () => {
  for (const language of ['fr', 'en'] as const) {
    for (const seconds of [0, 0.942, -12.346, 3600.5]) {
      const text = offsetText(seconds, language);
      expect(readOffset(text)).toBe(seconds);
    }
  }
  for (const none of ['', 'soon', '1e9', '-', '90000']) expect(readOffset(none)).toBeUndefined();
});

test('what is typed is done, else what was found; nobody guesses the rest', () => {
  const part = { signals_version: 1, confidence: null, correlation: null, problem: null };
  const parts: FusionProposal['parts'] = [
    { record_id: 1, offset: 0, ...part },
    { record_id: 2, offset: 5, ...part },
    { record_id: 3, offset: null, ...part },
  ];
  expect(offsetsOf([1, 2, 3], new Map(), parts)).toEqual([0, 5, undefined]);
  expect(
    offsetsOf(
      [1, 2, 3],
      new Map([
        [3, '-1,5'],
        [2, 'x'],
      ]),
      parts,
    ),
  ).toEqual([0, undefined, -1.5]);
  expect([0.97, 0.8, 0.5].map(trustOf)).toEqual(['sure', 'check', 'doubtful']);
});
