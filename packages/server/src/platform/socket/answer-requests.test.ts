import { setImmediate } from 'node:timers/promises';
import { type ConnectionState, createRealtimeClient, type RealtimeOptions } from '@sillage/client';
import { type LiveData, limits, rooms } from '@sillage/contract';
import { io } from 'socket.io-client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { coach, live, mine, openTestRealtime, type TestRealtime, theirs } from './open-test-realtime.ts';

let realtime: TestRealtime['realtime'];
let url: string;
let close: TestRealtime['close'];
const stops: (() => void)[] = [];
const asked: string[] = [];
let allowed: string[] = [];

beforeEach(async () => {
  asked.length = 0;
  ({ realtime, url, close } = await openTestRealtime({
    allowedOrigins: () => allowed,
    async asked(value) {
      asked.push(value);
      await setImmediate();
    },
  }));
});
afterEach(async () => {
  for (const stop of stops.splice(0)) stop();
  await close();
});

function connect(options: Partial<RealtimeOptions> = {}) {
  const watcher = createRealtimeClient({ url, token: () => 'coach', ...options });
  stops.push(() => watcher.stop());
  watcher.start();
  return watcher;
}

const until = (condition: () => unknown) =>
  vi.waitFor(() => expect(condition()).toBeTruthy(), { timeout: 15_000, interval: 5 });

it('refuses rooms of others, unknown rooms and bad tokens with an error body', async () => {
  const refused: [string, string][] = [];
  const watcher = connect({ onRefused: (room, error) => refused.push([room, error.code]) });
  watcher.subscribe('liveData', theirs, () => {});
  await until(() => refused.length > 0);
  expect(refused).toEqual([[rooms.liveData.room(theirs), 'entity.notFound']]);

  const socket = io(url, { forceNew: true });
  stops.push(() => socket.disconnect());
  const errors: unknown[] = [];
  socket.on('message/error', (error) => errors.push([error.room, error.code]));
  const room = rooms.boardStatus.room(mine);
  socket.emit('subscribe', { room: 'nothing' });
  socket.emit('subscribe', 'x');
  socket.emit('subscribe', { room });
  socket.emit('subscribe', { room, token: 'old' });
  await until(() => errors.length === 4);
  expect(errors).toEqual([
    ['nothing', 'route.notFound'],
    ['', 'request.malformed'],
    [room, 'session.required'],
    [room, 'session.expired'],
  ]);
  expect(realtime.hasListeners('boardStatus', mine)).toBe(false);
});

it('takes an API key, and a browser’s cookie from the own origin only', async () => {
  const room = rooms.boardStatus.room(mine);
  const tryWith = async (headers: Record<string, string>, authorization?: string) => {
    const socket = io(url, { forceNew: true, extraHeaders: headers });
    stops.push(() => socket.disconnect());
    const answer = await new Promise<string>((done) => {
      socket.on('message/info', (info) => done(info.room));
      socket.on('message/error', (error) => done(error.code));
      socket.emit('subscribe', { room, authorization });
    });
    socket.disconnect();
    return answer;
  };
  const cookie = 'a=b; sillage_access=coach';
  expect(await tryWith({}, 'ApiKey key')).toBe(room);
  expect(await tryWith({ cookie })).toBe(room);
  expect(await tryWith({ cookie, origin: url })).toBe(room);
  expect(await tryWith({ cookie, origin: 'https://evil.example' })).toBe('session.required');
});

it('asks who a token is once for all who come with it meanwhile', async () => {
  const sockets = Array.from({ length: 40 }, () => io(url, { forceNew: true, transports: ['websocket'] }));
  for (const socket of sockets) stops.push(() => socket.disconnect());
  await until(() => sockets.every(({ connected }) => connected));
  let entered = 0;
  for (const socket of sockets) socket.on('message/info', () => entered++);
  for (const socket of sockets) socket.emit('subscribe', { room: rooms.boardStatus.room(mine), token: 'coach' });
  await until(() => entered === sockets.length);
  expect(asked.length).toBeLessThan(sockets.length);
});

it('cuts the connections of a person whose sessions ended, and of nobody else', async () => {
  const room = rooms.boardStatus.room(mine);
  const enter = async () => {
    const socket = io(url, { forceNew: true });
    stops.push(() => socket.disconnect());
    const entered = new Promise((done) => socket.on('message/info', done));
    socket.emit('subscribe', { room, token: 'coach' });
    await entered;
    return socket;
  };
  const socket = await enter();
  realtime.disconnect({ userIds: [coach.userId + 1] });
  // Answered on the same connection: it was not cut.
  const answered = new Promise((done) => socket.on('message/info', done));
  socket.emit('subscribe', { room, token: 'coach' });
  await answered;
  const cut = new Promise((done) => socket.on('disconnect', done));
  realtime.disconnect({ userIds: [coach.userId] });
  expect(await cut).toBe('io server disconnect');
  expect(realtime.hasListeners('boardStatus', mine)).toBe(false);
});

it('lets pages of listed origins connect from the moment they are listed', async () => {
  const origin = 'https://dash.example';
  const allowedOrigin = async () => {
    const answer = await fetch(`${url}/socket.io/?EIO=4&transport=polling`, { headers: { origin } });
    return answer.headers.get('access-control-allow-origin');
  };
  expect(await allowedOrigin()).toBeNull();
  allowed = [origin];
  expect(await allowedOrigin()).toBe(origin);
  allowed = [];
  expect(await allowedOrigin()).toBeNull();
});

it('renews the session once when the token has expired, then enters', async () => {
  let token = 'old';
  const watcher = connect({
    token: () => token,
    refreshSession: async () => {
      token = 'coach';
    },
  });
  watcher.subscribe('liveData', mine, () => {});
  await until(() => realtime.hasListeners('liveData', mine));
  expect(asked).toEqual(['Bearer old', 'Bearer coach']);
});

it('comes back to every room after the server was away', async () => {
  const watcher = connect({ roundDelayMilliseconds: 10 });
  const states: ConnectionState[] = [];
  const entered: string[] = [];
  watcher.onState((state) => states.push(state));
  watcher.onEntered((room) => entered.push(room));
  const heard: LiveData[] = [];
  watcher.subscribe('liveData', mine, (data) => heard.push(data));
  watcher.subscribe('connectedDevices', 1, () => {});
  await until(() => entered.length === 2);

  await close();
  ({ realtime, close } = await openTestRealtime({ port: Number(new URL(url).port) }));

  await until(() => entered.length === 4);
  realtime.emit('liveData', mine, live(mine, 5));
  await until(() => heard.length > 0);
  expect(entered.toSorted()).toEqual([...new Set(entered)].flatMap((room) => [room, room]).toSorted());
  expect(states.at(-1)).toBe('connected');
  expect(limits.socketRetries).toBe(5);
});
