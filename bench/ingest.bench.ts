import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { openTestDatabase } from '@sillage/server/platform/database/testing';
import type { Bench, Figure } from './figure.ts';
import { type FromServer, load, preciseNowMs, type ViewersResult } from './ingest-load.ts';
import { answer, startIngestServer, startProcesses } from './start-ingest-load.ts';

const warmUpMs = 3000;
/** Attempts of `warmUpMs` for all records to be open and all viewers to see them. */
const maxWarmUps = 20;
const measuredMs = 15_000;

/** Devices → broker → journal → browsers: what the one process in the middle costs, and how long a block is under way. */
export const bench: Bench = {
  name: 'ingest',
  async run(): Promise<Figure[]> {
    const test = await openTestDatabase();
    const processes = startProcesses();
    try {
      const { server, secrets, ports } = await startIngestServer(test, processes);
      const startMs = Math.round(preciseNowMs());
      const viewers = processes.start('ingest-viewers.ts');
      const numbers = secrets.map(({ number }) => number);
      await answer(viewers, { port: ports.http, numbers, startMs });
      const devices = processes.start('ingest-devices.ts');
      await answer(devices, { port: ports.mqtt, secrets, startMs });
      await waitForTraffic(viewers);
      return await measure(server, viewers);
    } finally {
      processes.end();
      await test.close();
    }
  },
};

/** Returns once nine tenths of the blocks arrive, or after the last attempt: the figures then tell. */
async function waitForTraffic(viewers: ChildProcess): Promise<void> {
  const expected = (load.viewers * load.blocksPerSecond * warmUpMs) / 1000;
  for (let i = 0; i < maxWarmUps; i++) {
    viewers.send('measure');
    await sleep(warmUpMs);
    const { latenciesMs } = await answer<ViewersResult>(viewers, 'result');
    if (latenciesMs.length > 0.9 * expected && latenciesMs.length < 1.1 * expected) return;
  }
}

async function measure(server: ChildProcess, viewers: ChildProcess): Promise<Figure[]> {
  const before = await cpu(server);
  viewers.send('measure');
  await sleep(measuredMs);
  const after = await cpu(server);
  const { latenciesMs, messages } = await answer<ViewersResult>(viewers, 'result');
  const sorted = latenciesMs.toSorted((a, b) => a - b);
  const perSecond = Math.round(messages / ((after.atMs - before.atMs) / 1000));
  const note = `${load.devices} devices × ${load.blocksPerSecond} blocks/s of 504 bytes, recorded; ${load.viewers} viewers, ${perSecond} messages/s seen; ${Math.round(after.residentMb)} MB resident`;
  return [
    {
      name: 'ingest: CPU of the server process, devices → journal → viewers',
      measured: (100 * (after.cpuMs - before.cpuMs)) / (after.atMs - before.atMs),
      goal: { atMost: 25 },
      unit: '% of a core',
      note,
    },
    {
      name: 'ingest: device to viewer p99',
      measured: sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN,
      goal: { atMost: 20 },
      unit: 'ms',
      note,
    },
    {
      name: 'ingest: blocks seen by viewers ÷ blocks sent',
      measured: sorted.length / ((load.viewers * load.blocksPerSecond * measuredMs) / 1000),
      goal: { atLeast: 0.98 },
      unit: '×',
      note,
    },
  ];
}

async function cpu(server: ChildProcess) {
  const answered = await answer<FromServer>(server, { ask: 'cpu' });
  if (!('cpuMs' in answered)) throw new Error('the server did not tell its CPU time');
  return answered;
}
