import { once } from 'node:events';
import { createServer } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { Server, type Socket } from 'socket.io';
import { io } from 'socket.io-client';
import { afterAll, expect, it, vi } from 'vitest';
import { encodeEvent } from './encode-event.ts';
import { createSocketWriter } from './write-to-sockets.ts';

const http = createServer();
const server = new Server(http, { perMessageDeflate: false });
await once(http.listen(0, '127.0.0.1'), 'listening');
const address = http.address();
const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
afterAll(() => server.close());

async function open(transports: string[]) {
  const come = once(server, 'connection');
  const receiver = io(url, { transports, forceNew: true });
  const got: number[] = [];
  receiver.on('n', (n: number) => void got.push(n));
  const [socket]: Socket[] = await come;
  if (socket === undefined) throw new Error('nobody came');
  return { receiver, got, socket, writer: createSocketWriter(socket, () => performance.now()) };
}

async function upgraded({ conn }: Socket): Promise<void> {
  if (conn.transport.name === 'polling') await once(conn, 'upgrade');
}

/** What happens on a connection: an event by the writer, one by Socket.IO, its heartbeat, time, or its becoming a WebSocket. */
const step = fc.constantFrom('writer', 'writer', 'large', 'socket.io', 'ping', 'tick', 'turn', 'upgrade' as const);

it.each([
  ['a WebSocket', ['websocket']],
  ['polling that becomes a WebSocket meanwhile', ['polling', 'websocket']],
])('what is written comes in the order of writing, among what Socket.IO sends itself: %s', async (_, transports) => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 120 }), async (steps) => {
      const { receiver, got, socket, writer } = await open(transports);
      let sent = 0;
      for (const one of steps) {
        if (one === 'tick') await null;
        else if (one === 'turn') await turn();
        else if (one === 'upgrade') await upgraded(socket);
        else if (one === 'ping') Reflect.get(socket.conn, 'sendPacket').call(socket.conn, 'ping');
        else if (one === 'socket.io') socket.emit('n', sent++);
        else writer.write(encodeEvent('/', 'n', one === 'large' ? [sent++, 'x'.repeat(300_000)] : sent++));
      }
      await vi.waitFor(() => expect(got).toHaveLength(sent), { timeout: 10_000, interval: 2 });
      receiver.disconnect();
      writer.close();
      expect(got.map((n) => (Array.isArray(n) ? n[0] : n))).toEqual(Array.from({ length: sent }, (_n, i) => i));
    }),
    { numRuns: 60 },
  );
});

it('what waits for a connection leaves in few writes to the system', async () => {
  const { receiver, got, socket, writer } = await open(['websocket']);
  const wire = socket.conn.request.socket;
  const writes = vi.spyOn(wire, '_write' as 'write');
  const together = vi.spyOn(wire, '_writev' as 'write');
  for (let n = 0; n < 200; n++) writer.write(encodeEvent('/', 'n', n));
  await vi.waitFor(() => expect(got).toHaveLength(200));
  expect(writes.mock.calls.length + together.mock.calls.length).toBeLessThan(10);
  receiver.disconnect();
});

it('who gets messages is not asked each second whether the link stands, yet still now and then', async () => {
  const { receiver, got, socket } = await open(['websocket']);
  let nowMs = 0;
  const writer = createSocketWriter(socket, () => nowMs);
  const refresh = vi.spyOn(Reflect.get(socket.conn, 'pingIntervalTimer'), 'refresh');
  let sent = 0;
  const putOffAt = async (atMs: number) => {
    nowMs = atMs;
    refresh.mockClear();
    writer.write(encodeEvent('/', 'n', sent++));
    await vi.waitFor(() => expect(got).toHaveLength(sent));
    return refresh.mock.calls.length;
  };
  expect([await putOffAt(1000), await putOffAt(1010), await putOffAt(1300)]).toEqual([1, 0, 1]);
  expect([await putOffAt(5000), await putOffAt(5400)]).toEqual([1, 0]); // the next ping comes
  Reflect.get(socket.conn, 'onPacket').call(socket.conn, { type: 'pong' });
  expect(await putOffAt(5800)).toBe(1);
  receiver.disconnect();
  writer.close();
});
