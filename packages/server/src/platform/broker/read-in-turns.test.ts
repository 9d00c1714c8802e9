import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { readInTurns } from './read-in-turns.ts';

/** Holds the event loop for more than a turn's share, as reading a message may. */
function hold(): void {
  const untilMs = performance.now() + 6;
  while (performance.now() < untilMs);
}

/** Calls `got` with each chunk that is read, as MQTT's consumer reads: one at each `readable`. */
function consume(stream: PassThrough | Socket, got: (bytes: Buffer) => void): void {
  readInTurns(stream);
  stream.on('readable', () => {
    const bytes: unknown = stream.read();
    if (bytes instanceof Buffer) got(bytes);
  });
}

test('what many streams received at once is read in turns of the event loop, in the order of asking', async () => {
  const read: number[] = [];
  const inTurn: number[] = [];
  const streams = Array.from({ length: 8 }, () => new PassThrough());
  streams.forEach((stream, n) => {
    consume(stream, () => {
      hold();
      read.push(n);
    });
  });
  for (const stream of streams) stream.push('a');
  for (let before = 0; read.length < 8; before = read.length) {
    await turn();
    inTurn.push(read.length - before);
  }
  expect(read).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  expect(Math.max(...inTurn)).toBeLessThanOrEqual(2);
});

test('of a stream that was cut meanwhile nothing is read', async () => {
  const [busy, cut] = [new PassThrough(), new PassThrough()];
  const got: string[] = [];
  consume(busy, hold);
  consume(cut, (bytes) => void got.push(bytes.toString()));
  busy.push('a');
  cut.push('b');
  cut.destroy();
  for (let turns = 0; turns < 5; turns++) await turn();
  expect(got).toEqual([]);
});

test('everything that connections send comes whole, in order and before their end, however busy the loop is', async () => {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  const count = 12;
  const size = 300_000;
  const received: Buffer[] = [];
  const ended: Promise<void>[] = [];
  const allCame = new Promise<void>((resolve) => {
    server.on('connection', (socket) => {
      const chunks: Buffer[] = [];
      consume(socket, (bytes) => {
        if (chunks.length % 3 === 0) hold();
        chunks.push(bytes);
      });
      ended.push(once(socket, 'end').then(() => void received.push(Buffer.concat(chunks))));
      if (ended.length === count) resolve();
    });
  });
  const sent = Array.from({ length: count }, (_, n) => Buffer.alloc(size).map((_b, i) => (i * 7 + n) & 0xff));
  for (const bytes of sent) connect(port, '127.0.0.1').end(bytes);
  await allCame;
  await Promise.all(ended);
  const inOrder = received.toSorted((a, b) => (a[0] ?? 0) - (b[0] ?? 0));
  expect(inOrder.map((bytes, n) => bytes.equals(sent[n] ?? Buffer.alloc(0)))).toEqual(sent.map(() => true));
  server.close();
});
