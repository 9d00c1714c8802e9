import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeTask } from '../make-task.ts';
import { downloadFinished } from './auto-download.ts';

const saved: string[] = [];
vi.mock('../../records/download.ts', () => ({ saveFile: (_reply: unknown, name: string) => saved.push(name) }));

const fetchBytes = vi.fn(async (_endpoint: unknown, given: { params: { id: number } }) => ({
  filename: `sauvegarde-${given.params.id}.zip`,
}));
const client = { fetchBytes } as never;

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  saved.length = 0;
  fetchBytes.mockClear();
  localStorage.clear();
});

async function look(...tasks: Parameters<typeof downloadFinished>[1]): Promise<void> {
  const looked = downloadFinished(client, tasks);
  await vi.runAllTimersAsync();
  await looked;
}

test('what this browser asked for and is done is downloaded, once, also after a reload', async () => {
  await look(makeTask({ id: 7, executing_str: 'Running', can_download: false }));
  expect(saved).toEqual([]);
  await look(makeTask({ id: 7 }));
  expect(saved).toEqual(['sauvegarde-7.zip']);
  await look(makeTask({ id: 7 }));
  expect(saved).toHaveLength(1);
});

test('what was done before this browser first looked is left alone', async () => {
  await look(makeTask({ id: 3 }));
  await look(makeTask({ id: 3 }), makeTask({ id: 4 }));
  expect(saved).toEqual(['sauvegarde-4.zip']);
});

test('of two tabs that see it at the same time, one downloads', async () => {
  await look();
  const both = [downloadFinished(client, [makeTask({ id: 9 })]), downloadFinished(client, [makeTask({ id: 9 })])];
  await vi.runAllTimersAsync();
  await Promise.all(both);
  expect(saved).toEqual(['sauvegarde-9.zip']);
});

test('a task without a file, or one that failed, is not downloaded', async () => {
  await look();
  await look(
    makeTask({ id: 1, can_download: false }),
    makeTask({ id: 2, executing_str: 'Error', error: true }),
    makeTask({ id: 3, executing_str: 'Archived' }),
  );
  expect(fetchBytes).not.toHaveBeenCalled();
});
