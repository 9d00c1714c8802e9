import { refuse, rooms } from '@sillage/contract';
import { io, type Socket } from 'socket.io-client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Principal } from '../http/index.ts';
import { openTestRealtime, type TestRealtime } from './open-test-realtime.ts';

const coach: Principal = { userId: 7, clientId: 1, roles: ['Coach'], groupIds: [] };
const room = rooms.boardStatus.room(10_200_042);
/** Sessions that are open: `Bearer <session>` is the coach in it. */
const sessions = new Set<string>();
/** Awaited by whoever is let in, after the session was found. */
let admission: Promise<void>;
/** How many were found to have a session. */
let admitting = 0;

let realtime: TestRealtime['realtime'];
let url: string;
let close: TestRealtime['close'];
const sockets: Socket[] = [];

beforeEach(async () => {
  sessions.clear();
  admitting = 0;
  admission = Promise.resolve();
  ({ realtime, url, close } = await openTestRealtime({
    authenticate: async (value) => {
      if (value === 'ApiKey key') return { ...coach, apiKey: 'read', apiKeyId: 3 };
      const sessionId = value.replace('Bearer ', '');
      return sessions.has(sessionId) ? { ...coach, sessionId } : refuse('session.expired');
    },
    mayEnter: async () => {
      admitting += 1;
      await admission;
      return true;
    },
  }));
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.disconnect();
  await close();
});

/** A connection that asks to enter the room, and what it is answered. */
function ask(authorization: string, transports = ['polling', 'websocket']) {
  const socket = io(url, { forceNew: true, reconnection: false, transports });
  sockets.push(socket);
  const answer = new Promise<string>((done) => {
    socket.on('message/info', () => done('entered'));
    socket.on('message/error', ({ code }: { code: string }) => done(code));
    socket.on('disconnect', () => done('cut'));
  });
  socket.emit('subscribe', { room, authorization });
  return { socket, answer };
}

/** A connection in a session that is opened for it. */
async function enter(sessionId: string): Promise<Socket> {
  sessions.add(sessionId);
  const { socket, answer } = ask(`Bearer ${sessionId}`);
  expect(await answer).toBe('entered');
  return socket;
}

test('a session that ends cuts all of its connections, not those of other sessions or keys of the same person', async () => {
  const tabs = [await enter('hub-tablet'), await enter('hub-tablet')];
  const elsewhere = await enter('home-computer');
  const program = ask('ApiKey key');
  expect(await program.answer).toBe('entered');
  realtime.disconnect({ sessionId: 'hub-tablet' });
  await vi.waitFor(() => expect(tabs.map(({ connected }) => connected)).toEqual([false, false]));
  // Answered on the same connections: they were not cut.
  for (const socket of [elsewhere, program.socket]) {
    const answered = new Promise((done) => socket.once('message/info', done));
    socket.emit('unsubscribe', { room });
    await answered;
  }
});

test.each(['polling', 'websocket'])('who is cut off hears why before it (%s)', async (transport) => {
  sessions.add('short');
  const told: unknown[] = [];
  const follow = (authorization: string) => {
    const { socket, answer } = ask(authorization, [transport]);
    socket.on('message/error', ({ code, room, message }) => told.push([code, room, typeof message.fr]));
    socket.on('disconnect', (reason) => told.push(reason));
    return answer;
  };
  expect(await follow('Bearer short')).toBe('entered');
  realtime.disconnect({ sessionId: 'short' });
  await vi.waitFor(() => expect(told).toHaveLength(2));
  expect(told.splice(0)).toEqual([['session.ended', '', 'string'], 'io server disconnect']);
  expect(await follow('ApiKey key')).toBe('entered');
  realtime.disconnect({ userIds: [coach.userId] });
  await vi.waitFor(() => expect(told).toHaveLength(2));
  expect(told.splice(0)).toEqual([['apiKey.ended', '', 'string'], 'io server disconnect']);
});

test('a server that stops says so before it cuts', async () => {
  const { socket, answer } = ask('ApiKey key', ['websocket']);
  expect(await answer).toBe('entered');
  const told = new Promise((done) => socket.on('message/error', done));
  void realtime.close();
  expect(await told).toMatchObject({ code: 'server.unavailable', room: '' });
});

test('a session that ends while it is being let in is not let in', async () => {
  sessions.add('short');
  let letIn = () => {};
  admission = new Promise((resolve) => {
    letIn = resolve;
  });
  const { answer } = ask('Bearer short');
  await vi.waitFor(() => expect(admitting).toBe(1));
  sessions.delete('short');
  realtime.disconnect({ sessionId: 'short' });
  letIn();
  expect(await answer).toBe('session.expired');
  expect(realtime.hasListeners('boardStatus', 10_200_042)).toBe(false);
});
