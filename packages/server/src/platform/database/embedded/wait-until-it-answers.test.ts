import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { waitUntilItAnswers } from './wait-until-it-answers.ts';

let folder: string;
let child: ChildProcess;
let server: Server | undefined;
const told: number[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sillage-answers-'));
  // Stands for the process of the server.
  child = spawn('sleep', ['600']);
  told.length = 0;
});
afterEach(async () => {
  child.kill('SIGKILL');
  server?.close();
  server = undefined;
  await rm(folder, { recursive: true, force: true });
});

const lengthOf = (size: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(size);
  return bytes;
};
/** ErrorResponse of PostgreSQL's protocol. */
function refusal(sqlState: string): Buffer {
  const fields = Buffer.from(`SFATAL\0C${sqlState}\0Mnot now\0\0`);
  return Buffer.concat([Buffer.from('E'), lengthOf(fields.length + 4), fields]);
}
/** AuthenticationOk and ReadyForQuery. */
const welcome = Buffer.concat([
  Buffer.from('R'),
  lengthOf(8),
  lengthOf(0),
  Buffer.from('Z'),
  lengthOf(5),
  Buffer.from('I'),
]);

/** Refuses so many connections with the state, then takes them. */
async function refuses(times: number, sqlState: string): Promise<void> {
  let left = times;
  server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      if (left-- > 0) socket.end(refusal(sqlState));
      else socket.write(welcome);
    });
  }).listen(join(folder, '.s.PGSQL.5432'));
  await once(server, 'listening');
}

/** Each look at the clock is ten seconds later. */
function wait() {
  let nowMs = 0;
  return waitUntilItAnswers(child, {
    url: `postgresql://sillage@localhost/postgres?host=${encodeURIComponent(folder)}`,
    silenceMs: 60_000,
    monotonicMs: () => (nowMs += 10_000),
    recovering: (seconds) => void told.push(seconds),
  });
}

it('waits for a recovery as long as it takes, and says so now and then', async () => {
  await refuses(60, '57P03');
  expect(await wait()).toBe('answers');
  expect(child.signalCode).toBeNull();
  expect(told).toHaveLength(30);
  expect(told.at(-1)).toBe(600);
});

it.each(['57P01', 'no socket'])('ends a server that only says %s for a minute', async (why) => {
  if (why !== 'no socket') await refuses(Number.POSITIVE_INFINITY, why);
  const exit = once(child, 'exit');
  expect(await wait()).toBe('silent');
  expect((await exit)[1]).toBe('SIGQUIT');
});

it('notices that the server ended', async () => {
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(await wait()).toBe('ended');
});
