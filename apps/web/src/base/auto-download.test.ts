import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeServer } from '../testing/fake-server.ts';
import { makeTask } from '../testing/make-task.ts';
import { downloadFinished } from './auto-download.ts';

/** Addresses that the browser was told to download. */
const saved: string[] = [];
const server = fakeServer({ listTaskStatus: ({ query }) => [makeTask({ id: Number(query?.id) })] });
const reach = { server, origin: '', apiUrl: '/api' };

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.getAttribute('href') ?? '');
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  saved.length = 0;
  localStorage.clear();
});

async function look(...tasks: Parameters<typeof downloadFinished>[1]): Promise<void> {
  const looked = downloadFinished(reach, tasks);
  await vi.runAllTimersAsync();
  await looked;
}

test('what this browser asked for and is done is downloaded, once, also after a reload', async () => {
  await look(makeTask({ id: 7, executing_str: 'Running', can_download: false }));
  expect(saved).toEqual([]);
  await look(makeTask({ id: 7 }));
  expect(saved).toEqual(['/api/tasks/7/download']);
  await look(makeTask({ id: 7 }));
  expect(saved).toHaveLength(1);
});

test('what was done before this browser first looked is left alone', async () => {
  await look(makeTask({ id: 3 }));
  await look(makeTask({ id: 3 }), makeTask({ id: 4 }));
  expect(saved).toEqual(['/api/tasks/4/download']);
});

test('of two tabs that see it at the same time, one downloads', async () => {
  await look();
  const both = [downloadFinished(reach, [makeTask({ id: 9 })]), downloadFinished(reach, [makeTask({ id: 9 })])];
  await vi.runAllTimersAsync();
  await Promise.all(both);
  expect(saved).toEqual(['/api/tasks/9/download']);
});

test('a task without a file, or one that failed, is not downloaded', async () => {
  await look();
  await look(
    makeTask({ id: 1, can_download: false }),
    makeTask({ id: 2, executing_str: 'Error', error: true }),
    makeTask({ id: 3, executing_str: 'Archived' }),
  );
  expect(saved).toEqual([]);
});
