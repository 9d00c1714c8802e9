import { expect, test } from 'vitest';
import { readAnswers } from './read-answers.ts';

const text = { fr: '', en: '' };
const load = { prompt: 'load', text, unit: 'kg', choices: [], answer: 0 };
const leg = { prompt: 'leg', text, unit: null, choices: [{ value: '1', text }], answer: '1' };

test('answers are numbers, several in their order, but of choices what they are called; nothing typed is no answer', () => {
  expect(readAnswers([load, leg], { load: '20 ; 40,5;', leg: '1' })).toEqual({ load: [20, 40.5], leg: ['1'] });
  expect(readAnswers([load, leg], { load: ' ', other: '3' })).toEqual({});
});
