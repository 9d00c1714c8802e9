import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { refuse } from '@sillage/contract';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { systemClock } from '../platform/clock/index.ts';
import { openTestDisk } from '../platform/disk/testing.ts';
import { createHttp, type Http } from '../platform/http/index.ts';
import { createLog } from '../platform/log/index.ts';
import { createRealtime } from '../platform/socket/index.ts';
import { serveMqttOverWebSocket } from './serve-mqtt-over-websocket.ts';

/** What would have ended the program. */
const uncaught: unknown[] = [];
const remember = (problem: unknown) => void uncaught.push(problem);
const attached: Duplex[] = [];
const counted: string[] = [];
const log = createLog('silent');
const authenticate = async () => refuse('session.expired');
let webRoot: string;
let http: Http;
let realtime: ReturnType<typeof createRealtime>;
let port = 0;

beforeAll(async () => {
  process.on('uncaughtException', remember);
  webRoot = await mkdtemp(join(tmpdir(), 'sillage-upgrades-'));
  await writeFile(join(webRoot, 'index.html'), '');
  const about = { log, clock: systemClock, version: '1', authenticate, webRoot, temporaryFolder: webRoot };
  http = await createHttp({ ...about, disk: (await openTestDisk()).disk });
  realtime = createRealtime({
    server: http.app.server,
    authenticate,
    renewed: authenticate,
    mayEnter: async () => false,
    clock: systemClock,
    log,
  });
  serveMqttOverWebSocket(http, (stream) => void attached.push(stream), {
    tally: { count: (what) => void counted.push(what) },
    most: { aHost: 3, inAll: 4 },
  });
  await http.listen('127.0.0.1', 0);
  const address = http.app.server.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
});
afterAll(async () => {
  await realtime.close();
  await http.close();
  await rm(webRoot, { recursive: true });
  process.off('uncaughtException', remember);
});
beforeEach(() => {
  uncaught.length = 0;
  attached.length = 0;
});

const upgrade = (target: string, more = '') =>
  `GET ${target} HTTP/1.1\r\nHost: hub\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${more}\r\n`;
const webSocket = 'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';

async function open(text: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

/** All that is answered until the server closes the connection. */
async function answerTo(text: string): Promise<string> {
  const socket = await open(text);
  return String(Buffer.concat(await socket.toArray()));
}

/** The server still answers a plain request, and nothing was thrown where nobody catches. */
async function expectWell(): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}/api/nothing`);
  expect(response.status).toBe(404);
  expect(uncaught).toEqual([]);
}

it.each(['//', '///', '//%', '//:80', '//[', 'http://', 'http://[', '/\\', '/%', '/', '*', '/mqtt/', '/mqttx', '/api'])(
  'answers 404 to an upgrade of %s and cuts it',
  async (target) => {
    for (const more of ['', webSocket]) {
      expect(await answerTo(upgrade(target, more))).toMatch(/^HTTP\/1\.1 404 /);
    }
    await expectWell();
  },
);

it('outlives a reset at any moment of an upgrade, on every path', async () => {
  const broken = '\x81\xff\xff\xff\xff\xff\xff\xff\xff\xff';
  const live = '/socket.io/?EIO=4&transport=websocket';
  for (const target of ['/', '/mqtt', '/mqtt?a=1', live, `${live}&sid=none`, '/socket.io/?transport=x', '/socket.io']) {
    for (const text of [upgrade(target), upgrade(target, webSocket), upgrade(target, webSocket) + broken]) {
      const atOnce = await open(text);
      atOnce.resetAndDestroy();
      const answered = await open(text);
      await Promise.race([once(answered, 'data'), once(answered, 'close')]);
      answered.resetAndDestroy();
    }
  }
  await expectWell();
});

it('takes MQTT at /mqtt, with a query too, and leaves Socket.IO its own', async () => {
  for (const path of ['/mqtt', '/mqtt?token=1']) {
    const device = new WebSocket(`ws://127.0.0.1:${port}${path}`, 'mqtt');
    await once(device, 'open');
    expect(device.protocol).toBe('mqtt');
    device.terminate();
  }
  expect(attached).toHaveLength(2);
  const viewer = io(`http://127.0.0.1:${port}`, { transports: ['websocket'] });
  await new Promise<void>((resolve) => viewer.on('connect', () => resolve()));
  viewer.close();
  await expectWell();
});

it('bounds the connections of a host and in all, by the address that our proxy tells', async () => {
  const open = async (from: string): Promise<WebSocket | number> => {
    const device = new WebSocket(`ws://127.0.0.1:${port}/mqtt`, 'mqtt', { headers: { 'x-forwarded-for': from } });
    return new Promise((resolve) => {
      device.on('open', () => resolve(device));
      device.on('error', () => {});
      device.on('unexpected-response', (_, { statusCode }) => resolve(statusCode ?? 0));
    });
  };
  const devices = [await open('192.0.2.1'), await open('192.0.2.1'), await open('192.0.2.1')];
  expect(await open('192.0.2.1')).toBe(429);
  devices.push(await open('192.0.2.2'));
  expect(await open('192.0.2.3')).toBe(429);
  expect(counted).toEqual(['connection.atLimit', 'connection.atLimit']);
  for (const device of devices) if (device instanceof WebSocket) device.terminate();
  await vi.waitFor(async () => {
    const again = await open('192.0.2.1');
    expect(again).toBeInstanceOf(WebSocket);
    if (again instanceof WebSocket) again.terminate();
  });
  await expectWell();
});
