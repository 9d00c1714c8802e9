import { expect, test } from 'vitest';
import { keepAnswers } from './keep-answers.ts';

function openKept() {
  const now = { ms: 5000, changes: 0 };
  const answers = keepAnswers<string>({
    nowMs: () => now.ms,
    changes: () => now.changes,
    isKept: (answer) => answer !== 'refused',
  });
  return { now, answers };
}

test('what was answered is known for a second from when it was begun, with the changes that were known then', async () => {
  const { now, answers } = openKept();
  expect(answers.known('who')).toBeUndefined();
  now.changes = 3;
  const asked = answers.ask('who', async () => {
    now.changes = 4;
    now.ms += 400;
    return 'a coach';
  });
  expect(await asked).toBe('a coach');
  expect(answers.known('who')).toMatchObject({ answer: 'a coach', since: 3 });
  now.ms += 600;
  expect(answers.known('who')).toBeDefined();
  now.ms += 1;
  expect(answers.known('who')).toBeUndefined();
});

test('whoever asks gets a new answer, and a failure is not kept', async () => {
  const { answers } = openKept();
  expect(await answers.ask('who', async () => 'a coach')).toBe('a coach');
  expect(await answers.ask('who', async () => 'nobody')).toBe('nobody');
  expect(answers.known('who')?.answer).toBe('nobody');
  await expect(answers.ask('who', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(answers.known('who')?.answer).toBe('nobody');
  expect(await answers.ask('who', async () => 'refused')).toBe('refused');
  expect(answers.known('who')).toBeUndefined();
});
