import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { receiveInTurns } from './index.ts';

/** Holds the event loop for more than a turn's share, as reading a message may. */
function hold(): void {
  const untilMs = performance.now() + 6;
  while (performance.now() < untilMs);
}

function open(): PassThrough {
  const connection = new PassThrough();
  receiveInTurns(connection);
  return connection;
}

test('what many connections received at once is handed out in turns of the event loop, in the order of receiving', async () => {
  const read: number[] = [];
  const inTurn: number[] = [];
  const connections = Array.from({ length: 8 }, open);
  connections.forEach((connection, n) => {
    connection.on('data', () => {
      hold();
      read.push(n);
    });
  });
  for (const connection of connections) connection.push('a');
  for (let before = 0; read.length < 8; before = read.length) {
    await turn();
    inTurn.push(read.length - before);
  }
  expect(read).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  expect(Math.max(...inTurn)).toBeLessThanOrEqual(2);
});

test('a connection is told not to read on while what it received waits, and gets its end after that', async () => {
  const [busy, other] = [open(), open()];
  busy.on('data', hold);
  busy.push('a');
  const got: string[] = [];
  other.on('data', (bytes: Buffer) => void got.push(bytes.toString()));
  other.on('end', () => void got.push('end'));
  expect(other.push('b')).toBe(false);
  expect(other.push('c')).toBe(false);
  other.push(null);
  expect(got).toEqual([]);
  while (got.length < 3) await turn();
  expect(got).toEqual(['b', 'c', 'end']);
});

test('of a connection that was cut meanwhile nothing is handed out', async () => {
  const [busy, cut] = [open(), open()];
  busy.on('data', hold);
  busy.push('a');
  const got: unknown[] = [];
  cut.on('data', (bytes) => void got.push(bytes));
  cut.push('b');
  cut.destroy();
  for (let turns = 0; turns < 5; turns++) await turn();
  expect(got).toEqual([]);
});

test('connections of the system hand over what they receive where it can wait', async () => {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  const [senders, read, inTurn]: [Socket[], number[], number[]] = [[], [], []];
  for (let n = 0; n < 8; n++) {
    const come = once(server, 'connection');
    senders.push(connect(port, '127.0.0.1'));
    const [socket]: Socket[] = await come;
    if (socket === undefined) throw new Error('nobody came');
    receiveInTurns(socket);
    socket.on('data', () => {
      hold();
      read.push(n);
    });
  }
  // All of it lies there when the loop looks next.
  for (const sender of senders) sender.write('a');
  for (let before = 0; read.length < 8; before = read.length) {
    await turn();
    inTurn.push(read.length - before);
  }
  expect(read.toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  expect(Math.max(...inTurn)).toBeLessThanOrEqual(2);
  for (const sender of senders) sender.destroy();
  server.close();
});
