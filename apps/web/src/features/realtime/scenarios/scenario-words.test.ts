import { expect, test } from 'vitest';
import { countdownText } from './scenario-words.ts';

test('a countdown says the second that runs', () => {
  expect(['3', '1', '0']).toEqual([countdownText(2.4), countdownText(0.01), countdownText(-1)]);
});
