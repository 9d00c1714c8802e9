import { once } from 'node:events';
import { connect, Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { openTestHttp } from './open-test-http.ts';

const counted: string[] = [];
let room: Awaited<ReturnType<typeof openTestHttp>>;
let http: Awaited<ReturnType<typeof room.start>>;
let port = 0;
beforeAll(async () => {
  room = await openTestHttp();
  http = await room.start({
    idleWindowMs: 100,
    tally: { count: (what) => void counted.push(what) },
    mostConnections: { aHost: 2, inAll: 3 },
  });
  await http.listen('127.0.0.1', 0);
  const address = http.app.server.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
});
afterAll(async () => {
  await http.close();
  await room.close();
});
beforeEach(() => void counted.splice(0));

const head = (type: string, more = '') =>
  `POST /api/boats HTTP/1.1\r\nHost: hub\r\nContent-Type: ${type}\r\nContent-Length: 1000000\r\n${more}\r\n`;
const coach = 'Authorization: Bearer coach\r\n';
const form = 'multipart/form-data; boundary=B';

/** Sends a piece again and again until the server closes; answers what it said: nothing, if a piece crossed its end. */
async function drip(start: string, piece: string, everyMs: number): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(start);
  const timer = setInterval(() => socket.writable && socket.write(piece), everyMs);
  let said = '';
  socket.on('data', (text) => (said += text));
  // Not by once(), which rejects with the error of a piece that was sent after the server had closed.
  await new Promise((resolve) => socket.once('close', resolve));
  clearInterval(timer);
  return said;
}

test.each([
  ['JSON', head('application/json', coach)],
  ['an upload', `${head(form, coach)}--B\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n`],
])('a body that comes byte by byte ends: %s', async (_, start) => {
  expect(await drip(start, 'x', 20)).toMatch(/^HTTP\/1\.1 40[08] |^$/);
  expect(counted).toContain('request.refused');
});

test('so does one that was refused already, and one that never starts', async () => {
  expect(await drip(head('application/json'), 'x', 20)).toMatch(/^HTTP\/1\.1 401 /);
  expect(await drip(head(form, coach), '', 1000)).toMatch(/^HTTP\/1\.1 40[08] |^$/);
});

test('JSON that comes steadily but never ends is ended, an upload goes on', async () => {
  expect(await drip(head('application/json', coach), 'x'.repeat(5000), 20)).toMatch(/^HTTP\/1\.1 40[08] |^$/);
  const socket = connect(port, '127.0.0.1');
  const part = '--B\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n';
  const data = '\r\n--B\r\nContent-Disposition: form-data; name="data"\r\n\r\n{"name":"n"}\r\n--B--\r\n';
  const pieces = 100;
  const length = part.length + pieces * 5000 + data.length;
  socket.write(
    `POST /api/boats HTTP/1.1\r\nHost: hub\r\n${coach}Content-Type: ${form}\r\nContent-Length: ${length}\r\n\r\n${part}`,
  );
  for (let n = 0; n < pieces; n += 1) {
    socket.write('x'.repeat(5000));
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  socket.write(data);
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1\.1 201 /);
  socket.destroy();
});

/** A server whose windows pass when the test says so, and a reader of an answer without end, which has begun. */
async function openEndlessAnswer() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const server = await room.start({ tally: { count: (what) => void counted.push(what) } });
  const body = new Readable({ read: () => void body.push(Buffer.alloc(65_536)) });
  server.app.get('/endless', async (_, reply) => reply.send(body));
  await server.listen('127.0.0.1', 0);
  const address = server.app.server.address();
  const arrived = once(server.app.server, 'connection');
  const reader = connect(typeof address === 'object' && address !== null ? address.port : 0, '127.0.0.1');
  reader.on('error', () => {});
  reader.pause();
  reader.write('GET /endless HTTP/1.1\r\nHost: hub\r\n\r\n');
  const [connection]: Socket[] = await arrived;
  if (connection === undefined) throw new Error('nobody came');
  /** Until the system takes nothing more of the answer. */
  const isStuck = async () => {
    let sent = -1;
    while (connection.writableLength === 0 || connection.bytesWritten - connection.writableLength !== sent) {
      sent = connection.bytesWritten - connection.writableLength;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  return {
    body,
    reader,
    connection,
    isStuck,
    pass: (windows: number) => vi.advanceTimersByTime(windows * 30_000),
    async close() {
      reader.destroy();
      vi.useRealTimers();
      await server.close();
    },
  };
}

test('whoever takes nothing of an answer for ten windows is cut, and what makes the answer ends', async () => {
  const { body, connection, isStuck, pass, close } = await openEndlessAnswer();
  await isStuck();
  // In the first one it was seen to move.
  pass(10);
  expect([connection.destroyed, counted]).toEqual([false, []]);
  pass(1);
  await vi.waitFor(() => expect([connection.destroyed, body.destroyed]).toEqual([true, true]));
  pass(20);
  expect(counted).toEqual(['request.refused']);
  await close();
});

test('whoever takes a little of it in each is not', async () => {
  const { reader, connection, isStuck, pass, close } = await openEndlessAnswer();
  for (let window = 0; window < 25; window += 1) {
    await isStuck();
    pass(1);
    const before = connection.bytesWritten - connection.writableLength;
    while (connection.bytesWritten - connection.writableLength === before) {
      reader.read();
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  }
  expect([connection.destroyed, counted]).toEqual([false, []]);
  await close();
});

test('requests that are over are not kept', async () => {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  const busy = await room.start();
  const requests: WeakRef<object>[] = [];
  busy.app.server.on('request', (request) => requests.push(new WeakRef(request)));
  await busy.listen('127.0.0.1', 0);
  const address = busy.app.server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/api/nothing`;
  for (let n = 0; n < 50; n += 1) await (await fetch(url, { headers: { connection: 'close' } })).text();
  await vi.waitFor(() => {
    if (typeof collect === 'function') collect();
    expect(requests.filter((one) => one.deref() !== undefined).length).toBeLessThan(10);
  });
  expect(requests).toHaveLength(50);
  await busy.close();
});

test('connections of a host are limited, those through this machine are not', async () => {
  const ends: boolean[] = [];
  const arrive = (remoteAddress: string) => {
    const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: remoteAddress });
    http.app.server.emit('connection', socket);
    ends.push(socket.destroyed);
    return socket;
  };
  const [first] = [arrive('192.0.2.1'), arrive('192.0.2.1'), arrive('192.0.2.1')];
  arrive('192.0.2.2');
  arrive('192.0.2.3');
  expect(ends).toEqual([false, false, true, false, true]);
  expect(counted).toEqual(['connection.atLimit', 'connection.atLimit']);
  first.destroy();
  await once(first, 'close');
  arrive('192.0.2.3');
  for (let n = 0; n < 4; n += 1) arrive('127.0.0.1');
  expect(ends.slice(5)).toEqual(Array(5).fill(false));
});
