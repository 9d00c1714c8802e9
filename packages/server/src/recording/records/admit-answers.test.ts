import { isRefusal, limits } from '@sillage/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createAnswerGate, largeAnswerPoints } from './admit-answers.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const large = largeAnswerPoints + 1;

/** Remembers who is in; answers how each leaves. */
function openGate() {
  const gate = createAnswerGate();
  const inside: string[] = [];
  const refused: string[] = [];
  const leave = new Map<string, () => void>();
  const enter = async (name: string, userId: number, points: number) => {
    const way = await gate.enter(userId, points);
    if (isRefusal(way)) return void refused.push(`${name} ${way.code}`);
    inside.push(name);
    leave.set(name, way);
  };
  const settled = () => vi.advanceTimersByTimeAsync(0);
  return { enter, inside, refused, leave: (name: string) => leave.get(name)?.(), settled };
}

test('one person gets one large answer at a time, others theirs, small ones pass', async () => {
  const gate = openGate();
  void gate.enter('first', 1, large);
  void gate.enter('second', 1, large);
  void gate.enter('third', 1, large);
  void gate.enter('small', 1, 4000);
  void gate.enter('other', 2, large);
  await gate.settled();
  expect(gate.inside).toEqual(['first', 'small', 'other']);
  gate.leave('first');
  gate.leave('first');
  await gate.settled();
  expect(gate.inside).toEqual(['first', 'small', 'other', 'second']);
  gate.leave('second');
  await gate.settled();
  expect(gate.inside.at(-1)).toBe('third');
});

test('all together stay within a budget, and whoever asked first is first', async () => {
  const gate = openGate();
  void gate.enter('whole', 1, limits.dataPointsARequest);
  void gate.enter('second', 2, limits.dataPointsARequest);
  // Would fit beside the first, but not be fair to the second.
  void gate.enter('third', 3, 500_000);
  await gate.settled();
  expect(gate.inside).toEqual(['whole']);
  gate.leave('whole');
  await gate.settled();
  expect(gate.inside).toEqual(['whole', 'second', 'third']);
});

test('nobody waits in a queue without bound, or without end', async () => {
  const gate = openGate();
  for (let n = 0; n < 70; n += 1) void gate.enter(`mine ${n}`, 1, large);
  await gate.settled();
  expect(gate.refused).toEqual(Array.from({ length: 5 }, (_, n) => `mine ${65 + n} request.tooMany`));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(gate.refused).toHaveLength(69);
  gate.leave('mine 0');
  void gate.enter('again', 1, large);
  await gate.settled();
  expect(gate.inside).toEqual(['mine 0', 'again']);
});

test('an answer that is larger than the budget of all is made alone', async () => {
  const gate = openGate();
  void gate.enter('alone', 1, 100 * limits.dataPointsARequest);
  void gate.enter('small', 2, 1);
  await gate.settled();
  expect(gate.inside).toEqual(['alone']);
  gate.leave('alone');
  await gate.settled();
  expect(gate.inside).toEqual(['alone', 'small']);
});
