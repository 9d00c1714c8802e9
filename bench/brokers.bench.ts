import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openTestDatabase } from '@sillage/server/platform/database/testing';
import { freePort } from '@sillage/testkit';
import { type Bench, type Figure, median } from './figure.ts';
import { load, preciseNowMs, type ViewersResult } from './ingest-load.ts';
import { answer, startIngestServer, startProcesses } from './start-ingest-load.ts';

const rounds = 3;
const warmUpMs = 8000;
const measuredMs = 10_000;
/** Of Debian's package; it is a peer of this bench and nothing else. */
const mosquitto = '/usr/sbin/mosquitto';
/** Ticks of `/proc/PID/stat` a second. */
const ticksPerSecond = 100;

/** The product beside a plain program that does the same work by the libraries as they come, on raw aedes and on Mosquitto. */
export const bench: Bench = {
  name: 'brokers',
  async run(): Promise<Figure[]> {
    const figures: Figure[] = [];
    const own: number[] = [];
    const byPeer = new Map<string, number[]>();
    const hasMosquitto = existsSync(mosquitto);
    if (!hasMosquitto) console.log('      Mosquitto is missing: apt-get install mosquitto');
    for (let round = 0; round < rounds; round++) {
      own.push(await measureProduct());
      for (const [name, open] of [['aedes', openAedes] as const, ['Mosquitto', openMosquitto] as const]) {
        if (name === 'Mosquitto' && !hasMosquitto) continue;
        byPeer.set(name, [...(byPeer.get(name) ?? []), await measurePeer(open)]);
      }
    }
    for (const [name, costs] of byPeer) {
      figures.push({
        name: `brokers: CPU a message ÷ that of ${name}`,
        measured: median(own) / median(costs),
        goal: { atMost: 1 / 1.5 },
        unit: '×',
        note: `${load.devices} devices × ${load.blocksPerSecond} blocks/s of 504 bytes, ${load.viewers} viewers of one device each; in turns, ${rounds} times: ${list(own)} µs against ${list(costs)} µs a message that came or went; the same work by \`plain-server.ts\` on ${name}, without rights, repair, syncs and a database`,
      });
    }
    return figures;
  },
};

const list = (costs: readonly number[]) => costs.map((cost) => cost.toFixed(1)).join(', ');

async function measureProduct(): Promise<number> {
  const test = await openTestDatabase();
  const processes = startProcesses();
  try {
    const { server, secrets, ports } = await startIngestServer(test, processes);
    return await microsecondsAMessage(processes, { measured: [server], ports, secrets });
  } finally {
    processes.end();
    await test.close();
  }
}

type Processes = ReturnType<typeof startProcesses>;
interface Ports {
  readonly mqtt: number;
  readonly http: number;
}

async function measurePeer(open: (processes: Processes, folder: string) => Promise<Measured>): Promise<number> {
  const processes = startProcesses();
  const folder = await mkdtemp(join(tmpdir(), 'sillage-bench-brokers-'));
  let opened: Measured | undefined;
  try {
    opened = await open(processes, folder);
    return await microsecondsAMessage(processes, opened);
  } finally {
    processes.end();
    for (const { pid } of opened?.measured ?? []) if (pid !== undefined) killAtLast(pid);
    await rm(folder, { recursive: true, force: true });
  }
}

function killAtLast(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {} // it has ended
}

/** Nobody looks at them. */
const secrets = Array.from({ length: load.devices }, (_, i) => ({ number: load.firstNumber + i, secret: 'none' }));

async function openAedes({ start }: Processes, folder: string): Promise<Measured> {
  const server = start('plain-server.ts', [folder]);
  const { ports } = await answer<{ ports: Ports }>(server);
  return { measured: [server], ports, secrets };
}

async function openMosquitto({ start }: Processes, folder: string): Promise<Measured> {
  const port = await freePort();
  const file = join(folder, 'mosquitto.conf');
  const lines = [
    ...[`listener ${port} 127.0.0.1`, 'allow_anonymous true', 'persistence false', 'max_connections -1'],
    ...['max_queued_messages 0', 'log_type error', 'user root'],
  ];
  await writeFile(file, `${lines.join('\n')}\n`);
  const broker = spawn(mosquitto, ['-c', file], { stdio: 'ignore' });
  await sleep(1000);
  const server = start('plain-server.ts', [folder, `mqtt://127.0.0.1:${port}`]);
  const { ports } = await answer<{ ports: Ports }>(server);
  return { measured: [broker, server], ports, secrets };
}

interface Measured {
  /** Processes whose work is counted. */
  readonly measured: readonly ChildProcess[];
  readonly ports: Ports;
  readonly secrets: readonly { number: number; secret: string }[];
}

/** µs of the processor, of all threads, for a message that came from a device or went to a viewer. */
async function microsecondsAMessage({ start }: Processes, { measured, ports, secrets }: Measured): Promise<number> {
  const startMs = Math.round(preciseNowMs());
  const viewers = start('ingest-viewers.ts');
  await answer(viewers, { port: ports.http, numbers: secrets.map(({ number }) => number), startMs });
  await answer(start('ingest-devices.ts'), { port: ports.mqtt, secrets, startMs });
  const used = async () => {
    const each = await Promise.all(measured.map(({ pid = 0 }) => cpuSeconds(pid)));
    return each.reduce((sum, one) => sum + one, 0);
  };
  await sleep(warmUpMs);
  viewers.send('measure');
  const before = await used();
  const fromMs = preciseNowMs();
  await sleep(measuredMs);
  const usedSeconds = (await used()) - before;
  const seconds = (preciseNowMs() - fromMs) / 1000;
  const { messages } = await answer<ViewersResult>(viewers, 'result');
  const expected = load.viewers * load.blocksPerSecond * seconds;
  if (messages < 0.9 * expected) {
    throw new Error(`viewers saw ${messages} of ${Math.round(expected)} messages: too slow a machine`);
  }
  return (usedSeconds * 1e6) / (messages + load.devices * load.blocksPerSecond * seconds);
}

async function cpuSeconds(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8');
  // After the name in parentheses: state is the third field, user and system time the fourteenth and fifteenth.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}
