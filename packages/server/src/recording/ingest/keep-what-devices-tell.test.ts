import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createLog } from '../../platform/log/index.ts';
import { keepWhatDevicesTell } from './keep-what-devices-tell.ts';

/** A database that answers when it is told to. */
function openWriter() {
  const written: { number: number; atMs: number | undefined }[] = [];
  const answers: (() => void)[] = [];
  let atOnce = 0;
  let mostAtOnce = 0;
  const keep = keepWhatDevicesTell({
    log: createLog('silent'),
    write: async (number, { lastSeenAt }) => {
      written.push({ number, atMs: lastSeenAt?.getTime() });
      atOnce += 1;
      mostAtOnce = Math.max(mostAtOnce, atOnce);
      await new Promise<void>((answer) => void answers.push(answer));
      atOnce -= 1;
    },
  });
  return {
    written,
    tell: (number: number, atMs: number) => keep({ number }, { lastSeenAt: new Date(atMs) }),
    mostAtOnce: () => mostAtOnce,
    async answerAll() {
      for (let answer = answers.shift(); answer !== undefined; answer = answers.shift()) {
        answer();
        await turn();
      }
    },
  };
}

test('of hundreds of devices that leave together a few rows are written at once, and all of them', async () => {
  const writer = openWriter();
  for (let number = 1; number <= 200; number++) writer.tell(number, number);
  await writer.answerAll();
  expect(writer.written.map(({ number }) => number)).toEqual(Array.from({ length: 200 }, (_, i) => i + 1));
  expect(writer.mostAtOnce()).toBeLessThanOrEqual(4);
});

test('what a device tells while its row waits is written once, the last of it', async () => {
  const writer = openWriter();
  for (let number = 1; number <= 5; number++) writer.tell(number, 1);
  for (let atMs = 2; atMs <= 9; atMs++) writer.tell(5, atMs);
  await writer.answerAll();
  expect(writer.written.filter(({ number }) => number === 5)).toEqual([{ number: 5, atMs: 9 }]);
});
