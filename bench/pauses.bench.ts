import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openTestDatabase, type TestDatabase } from '@sillage/server/platform/database/testing';
import { z } from 'zod';
import { serverEnvironment, serverFlags } from '../scripts/server-process.mjs';
import type { Bench, Figure } from './figure.ts';
import {
  addParameters,
  addWideRecords,
  FromPausesServer,
  openProgram,
  type Program,
  plugDevices,
  reportAll,
  watchBoard,
} from './pauses-load.ts';

const records = 1000;
const devices = 200;
const viewers = 200;
/** Of which each viewer watches so many, and the list of all. */
const watched = 50;

/** What holds the event loop longest: the largest answers, tasks and rooms, asked of a whole server in a process of its own. */
export const bench: Bench = {
  name: 'pauses',
  async *run() {
    const dataRoot = await mkdtemp(join(tmpdir(), 'sillage-pauses-'));
    const test = await openTestDatabase();
    const env = { ...process.env, ...serverEnvironment };
    const path = fileURLToPath(new URL('./pauses-server.ts', import.meta.url));
    const child = fork(path, [dataRoot, test.database.url], { env, execArgv: [...serverFlags] });
    try {
      const ready = await heard(child);
      if (!('url' in ready)) throw new Error('the server did not say where it is');
      yield* measureAll(child, ready, test, dataRoot);
    } finally {
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
      await test.close();
      await rm(dataRoot, { recursive: true, force: true });
    }
  },
};

async function* measureAll(
  child: ChildProcess,
  { url, mqttPort }: { readonly url: string; readonly mqttPort: number },
  test: TestDatabase,
  dataRoot: string,
): AsyncGenerator<Figure> {
  const program = await openProgram(url);
  const { ask, user } = program;
  const measure = async (name: string, work: () => Promise<unknown>): Promise<Figure> => {
    await report(child);
    await work();
    const { computedMs } = await report(child);
    const note = 'time of the processor in one stretch of the event loop, whatever else the machine does';
    return { name, measured: computedMs, goal: { atMost: 20 }, unit: 'ms', note };
  };
  await addWideRecords(test.database, records);
  yield await measure(`a list of ${records} wide records`, () => ask('POST', '/records/all', { pageSize: records }));
  yield await measure('a page of 500 of them', () => ask('POST', '/records/all', { pageSize: 500 }));
  yield await measure('parameters as many and as long as a person may add', () => addParameters(program));
  yield await measure('a list of them', () => ask('GET', `/cookies/User/${user.id}/all`));
  await writeLog(join(dataRoot, 'log', 'sillage.log'));
  yield await measure('the longest page of the log', () => ask('GET', '/logs?limit=2000'));
  yield await measure('a search of the log that finds nothing', () => ask('GET', '/logs?search=nowhere'));
  let backup: Uint8Array = new Uint8Array();
  yield await measure('a backup of all', async () => {
    backup = await backUp(program);
  });
  yield await measure('its restore', () => restore(program, backup));
  yield* measureBoard(program, measure, url, mqttPort);
}

async function* measureBoard(
  program: Program,
  measure: (name: string, work: () => Promise<unknown>) => Promise<Figure>,
  url: string,
  mqttPort: number,
): AsyncGenerator<Figure> {
  const clients = await plugDevices(program, mqttPort, devices);
  await reportAll(clients, 80);
  const numbers = clients.slice(0, watched).map((client) => Number(client.options.clientId?.split('-')[1]));
  let sockets: Awaited<ReturnType<typeof watchBoard>> = [];
  yield await measure(`${viewers} viewers enter the rooms of ${watched} devices`, async () => {
    sockets = await watchBoard(url, program, numbers, viewers);
  });
  yield await measure(`${devices} devices report at once to ${viewers} viewers`, async () => {
    for (let round = 0; round < 5; round++) {
      await reportAll(clients, round);
      await sleep(1000);
    }
  });
  yield await measure('all of them leave at once', async () => {
    for (const socket of sockets) socket.disconnect();
    for (const client of clients) client.end(true);
    await sleep(2000);
  });
}

/** 50 MB, as much as the log has before it is set aside. */
async function writeLog(path: string): Promise<void> {
  const line = (i: number) =>
    JSON.stringify({
      level: 30,
      time: 1_700_000_000_000 + i,
      room: 'http',
      msg: `request ${i}`,
      path: 'x'.repeat(300),
    });
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, `${Array.from({ length: 120_000 }, (_, i) => line(i)).join('\n')}\n`);
}

const Task = z.object({ id: z.number(), executing: z.number() });

async function ended({ ask }: Program, id: number): Promise<void> {
  for (;;) {
    const [task] = z.array(Task).parse(JSON.parse(await ask('GET', `/tasks/status?id=${id}`)));
    if (task?.executing === 3) return;
    if (task !== undefined && task.executing > 3) throw new Error(`task ${id} did not succeed`);
    await sleep(50);
  }
}

const Made = z.object({ task_id: z.number() });

async function backUp(program: Program): Promise<Uint8Array> {
  const { task_id: id } = Made.parse(
    JSON.parse(await program.ask('POST', '/tasks', { name: 'backup.export', args: {} })),
  );
  await ended(program, id);
  return program.download(`/tasks/${id}/download`);
}

async function restore(program: Program, backup: Uint8Array): Promise<void> {
  const form = new FormData();
  form.append('data', JSON.stringify({ name: 'backup.restore', args: {} }));
  form.append('file', new Blob([Uint8Array.from(backup)]), 'backup.zip');
  const { task_id: id } = Made.parse(JSON.parse(await program.ask('POST', '/tasks/with_file', form)));
  await ended(program, id);
}

async function report(child: ChildProcess) {
  child.send('report');
  const said = await heard(child);
  if (!('computedMs' in said)) throw new Error('the server did not say how long it was held');
  return said;
}

async function heard(child: ChildProcess): Promise<FromPausesServer> {
  const heardOne = new AbortController();
  const { signal } = heardOne;
  try {
    const [message] = await Promise.race([
      once(child, 'message', { signal }),
      once(child, 'exit', { signal }).then(([code]) => Promise.reject(new Error(`the server ended with ${code}`))),
    ]);
    return FromPausesServer.parse(message);
  } finally {
    heardOne.abort();
  }
}
