import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { forgetAnswersOfOthers, keepAnswer, readAnswer } from './kept-answers.ts';

const keep = (name: string, body: string) => keepAnswer(name, { body, epoch: 7 });
const read = (name: string) => readAnswer(name, z.string())?.body;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  localStorage.clear();
});

it('keeps an answer with its epoch, and none that has no epoch to ask about', () => {
  keep('a 1 users', 'people');
  keepAnswer('a 1 sports', { body: 'sports', epoch: undefined });
  expect(readAnswer('a 1 users', z.string())).toEqual({ body: 'people', epoch: 7 });
  expect(read('a 1 sports')).toBeUndefined();
});

it('forgets what it cannot read', () => {
  keep('a 1 users', 'people');
  expect(readAnswer('a 1 users', z.number())).toBeUndefined();
  expect(read('a 1 users')).toBeUndefined();
});

it('bounds one answer, and all of them: the oldest go first', () => {
  keep('a 1 huge', 'x'.repeat(400_000));
  expect(read('a 1 huge')).toBeUndefined();
  for (let n = 0; n < 70; n++) {
    vi.advanceTimersByTime(1);
    keep(`a 1 ${n}`, 'x');
  }
  expect([read('a 1 9'), read('a 1 10')]).toEqual([undefined, 'x']);
  for (let n = 0; n < 8; n++) {
    vi.advanceTimersByTime(1);
    keep(`a 1 large ${n}`, 'x'.repeat(250_000));
  }
  const sizes = Object.keys(localStorage).map((key) => key.length + (localStorage.getItem(key)?.length ?? 0));
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(1_500_000);
  expect(read('a 1 large 7')).toHaveLength(250_000);
});

it('drops what other people and other servers were answered', () => {
  keep('https://a 1 users', 'mine');
  keep('https://a 12 users', 'of another');
  keep('https://b 1 users', 'of another server');
  localStorage.setItem('sillage.session', 'stays');
  forgetAnswersOfOthers('https://a 1');
  expect(Object.keys(localStorage).toSorted()).toEqual(['sillage.kept https://a 1 users', 'sillage.session']);
});
