import { once } from 'node:events';
import { connect } from 'node:net';
import { api } from '@sillage/contract';
import { signIn, startTestHub, type TestHub, waitUntil } from '@sillage/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Population, populate } from '../permissions/populate-clients.ts';
import { ask, refused } from './ask-past-the-client.ts';
import { openSocket } from './open-socket.ts';

let hub: TestHub;
let people: Population;
beforeAll(async () => {
  hub = await startTestHub();
  people = await populate(hub);
});
afterAll(async () => {
  await hub?.stop();
});

describe('the socket', () => {
  test('answers malformed messages and goes on', async () => {
    const socket = await openSocket(hub);
    const bad: unknown[] = [
      null,
      1,
      'x',
      [],
      {},
      { room: 1 },
      { room: 'x'.repeat(300) },
      { room: '__proto__' },
      { room: 'app/client/1/device/list_connected', token: {} },
    ];
    for (const message of bad) socket.send('subscribe', message);
    expect((await socket.answers(bad.length)).every(({ code }) => code !== undefined)).toBe(true);
    socket.close();
    expect((await ask(hub, '/health')).status).toBe(200);
  });

  test('lets nobody in by another client, a device secret or nothing', async () => {
    const manager = await signIn(hub.url, { mail: 'manager@own.test' });
    expect(await refused(manager.call(api.currentLogin))).toBe('done');
    const socket = await openSocket(hub);
    const room = `app/client/${people.sides.foreign.clientId}/record/update`;
    socket.send('subscribe', { room });
    socket.send('subscribe', { room, token: people.deviceSecret });
    socket.send('subscribe', { room, authorization: people.callers.Manager });
    expect((await socket.answers(3)).map(({ code }) => code)).toEqual([
      'session.required',
      'session.expired',
      'entity.notFound',
    ]);
    socket.close();
  });

  test('bounds the rooms of one connection', async () => {
    const socket = await openSocket(hub);
    let codes: (string | undefined)[] = [];
    for (let from = 1; from <= 1200; from += 400) {
      for (let n = from; n < from + 400; n += 1) {
        socket.send('subscribe', { room: `app/client/${n}/record/update`, authorization: people.callers.Admin });
      }
      codes = [...codes, ...(await socket.answers(400)).map(({ code }) => code)];
    }
    expect(codes.length).toBe(1200);
    socket.close();
    expect((await ask(hub, '/health')).status).toBe(200);
  });

  test('cuts who asks faster than can be answered', async () => {
    const socket = await openSocket(hub);
    for (let n = 0; n < 20_000; n += 1) {
      socket.send('subscribe', { room: 'app/client/1/record/update', authorization: `ApiKey ${n}${'x'.repeat(900)}` });
    }
    await waitUntil('the connection to be cut', () => socket.isClosed);
    expect((await ask(hub, '/health')).status).toBe(200);
  });

  test('cuts who sends more than a message may hold', async () => {
    const socket = await openSocket(hub);
    socket.send('subscribe', { room: 'x'.repeat(1_000_000) });
    await waitUntil('the connection to be cut', () => socket.isClosed);
    expect((await ask(hub, '/health')).status).toBe(200);
  });
});

describe('upgrades', () => {
  const targets = ['//', '///', '//[', '//:80', 'http://[', '/\\', '/', '/mqtt/', '/socket.io', '/api/health'];
  test.each(targets)('of %s are refused, reset or not, and the hub lives', async (target) => {
    const port = Number(new URL(hub.url).port);
    const text = `GET ${target} HTTP/1.1\r\nHost: hub\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`;
    for (const isReset of [true, false]) {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => {});
      await once(socket, 'connect');
      socket.write(text);
      if (isReset) socket.resetAndDestroy();
      else expect(String(Buffer.concat(await socket.toArray()))).toMatch(/^HTTP\/1\.1 404 /);
    }
    expect((await ask(hub, '/health')).status).toBe(200);
  });
});
