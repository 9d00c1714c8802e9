import { createServer, type Server } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type ConnectionState, createRealtimeClient, type RealtimeOptions } from '@sillage/client';
import { type DeviceStatusPatch, type LiveData, limits, type RecordUpdate, rooms } from '@sillage/contract';
import { io } from 'socket.io-client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { createRealtime } from './index.ts';
import { coach, mine, openTestRealtime } from './open-test-realtime.ts';

const theirs = 10_200_099;
const live = (number: number, value: number): LiveData => ({
  number,
  recTime: 1,
  deviceRecId: 2,
  data: { imu: { T: [value], acc_x: [null] } },
  selections: [],
});

let server: Server;
let realtime: ReturnType<typeof createRealtime>;
let url: string;
let stops: (() => void)[] = [];
let asked: string[] = [];
let nowMs = 0;
let allowed: string[] = [];

const openRealtime = () =>
  openTestRealtime(server, { allowed: () => allowed, nowMs: () => nowMs, asked: (value) => void asked.push(value) });

async function listen(port: number): Promise<number> {
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

beforeEach(async () => {
  stops = [];
  asked = [];
  server = createServer();
  realtime = openRealtime();
  url = `http://127.0.0.1:${await listen(0)}`;
});
afterEach(async () => {
  for (const stop of stops) stop();
  await realtime.close();
  server.close();
});

function connect(options: Partial<RealtimeOptions> = {}) {
  const client = createRealtimeClient({ url, token: () => 'coach', ...options });
  stops.push(() => client.stop());
  client.start();
  return client;
}

const until = (condition: () => unknown) =>
  vi.waitFor(() => expect(condition()).toBeTruthy(), { timeout: 15_000, interval: 5 });

it('delivers a room’s events to its listeners only', async () => {
  const client = connect();
  const heard: LiveData[] = [];
  const patches: DeviceStatusPatch[] = [];
  client.subscribe('liveData', mine, (data) => heard.push(data));
  client.subscribe('boardStatus', mine, (patch) => patches.push(patch));
  await until(() => realtime.hasListeners('liveData', mine) && realtime.hasListeners('boardStatus', mine));
  realtime.emit('liveData', theirs, live(theirs, 9));
  realtime.emit('liveData', mine, live(mine, 1));
  realtime.emit('boardStatus', mine, { number: mine, state: 'record' });
  await until(() => patches.length > 0);
  expect(heard).toEqual([live(mine, 1)]);
  expect(patches).toEqual([{ number: mine, state: 'record' }]);
});

it('delivers payloads of every frame size whole, also beyond ASCII', async () => {
  const client = connect();
  const heard: LiveData[] = [];
  client.subscribe('liveData', mine, (data) => heard.push(data));
  await until(() => realtime.hasListeners('liveData', mine));
  const sent = [0, 1, 200, 40_000].map((count) => ({
    ...live(mine, 1),
    data: { [`plaque_${'é'.repeat(count % 100)}`]: { T: Array.from({ length: count }, (_, i) => i / 1000) } },
  }));
  for (const data of sent) realtime.emit('liveData', mine, data);
  await until(() => heard.length === sent.length);
  expect(heard).toEqual(sent);
});

it('counts listeners: the first subscribes, the last to leave unsubscribes', async () => {
  const changes: [number, boolean][] = [];
  realtime.onListeners('liveData', (id, listening) => changes.push([id, listening]));
  const client = connect();
  const leaveOne = client.subscribe('liveData', mine, () => {});
  const leaveTwo = client.subscribe('liveData', mine, () => {});
  await until(() => realtime.hasListeners('liveData', mine));
  leaveOne();
  leaveOne();
  let alive = false;
  client.subscribe('boardStatus', mine, () => {
    alive = true;
  });
  await until(() => realtime.hasListeners('boardStatus', mine));
  realtime.emit('boardStatus', mine, { number: mine });
  await until(() => alive);
  expect(realtime.hasListeners('liveData', mine)).toBe(true);
  leaveTwo();
  await until(() => !realtime.hasListeners('liveData', mine));
  expect(changes).toEqual([
    [mine, true],
    [mine, false],
  ]);
});

it('refuses rooms of others, unknown rooms and bad tokens with an error body', async () => {
  const refused: [string, string][] = [];
  const client = connect({ onRefused: (room, error) => refused.push([room, error.code]) });
  client.subscribe('liveData', theirs, () => {});
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
  const client = connect({
    token: () => token,
    refreshSession: async () => {
      token = 'coach';
    },
  });
  client.subscribe('liveData', mine, () => {});
  await until(() => realtime.hasListeners('liveData', mine));
  expect(asked).toEqual(['Bearer old', 'Bearer coach']);
});

it('comes back to every room after the server was away', async () => {
  const client = connect({ roundDelayMilliseconds: 10 });
  const states: ConnectionState[] = [];
  const entered: string[] = [];
  client.onState((state) => states.push(state));
  client.onEntered((room) => entered.push(room));
  const heard: LiveData[] = [];
  client.subscribe('liveData', mine, (data) => heard.push(data));
  client.subscribe('connectedDevices', 1, () => {});
  await until(() => entered.length === 2);

  await realtime.close();
  const { port } = new URL(url);
  await new Promise((done) => server.close(done));
  server = createServer();
  realtime = openRealtime();
  await listen(Number(port));

  await until(() => entered.length === 4);
  realtime.emit('liveData', mine, live(mine, 5));
  await until(() => heard.length > 0);
  expect(entered.toSorted()).toEqual([...new Set(entered)].flatMap((room) => [room, room]).toSorted());
  expect(states.at(-1)).toBe('connected');
  expect(limits.socketRetries).toBe(5);
});

it('lets who only listens hear each second that the link stands, and a client say when it no longer does', async () => {
  const client = connect();
  await until(() => client.state === 'connected');
  const since = client.heardAtMs;
  await until(() => client.heardAtMs > since + limits.socketHeartbeatMilliseconds / 2);
  expect(client.state).toBe('connected');
  expect(limits.socketHeartbeatMilliseconds).toBeLessThan(limits.socketSilentOfflineMilliseconds);
  expect(limits.socketSilentMilliseconds).toBe(3000);
});

it('drops live samples, not status, for a socket that does not keep up', async () => {
  // A polling client that never polls again: everything queues on the server.
  const handshake = await fetch(`${url}/socket.io/?EIO=4&transport=polling`).then((answer) => answer.text());
  const { sid } = JSON.parse(handshake.slice(1));
  const poll = `${url}/socket.io/?EIO=4&transport=polling&sid=${sid}`;
  const emit = (packet: string) =>
    fetch(poll, { method: 'POST', body: packet, headers: { 'content-type': 'text/plain' } });
  await emit('40');
  for (const kind of ['liveData', 'boardStatus'] as const) {
    await emit(`42${JSON.stringify(['subscribe', { room: rooms[kind].room(mine), token: 'coach' }])}`);
  }
  await until(() => realtime.hasListeners('liveData', mine) && realtime.hasListeners('boardStatus', mine));
  // A turn of the event loop each: those that would hold one long are sent in later ones.
  const burst = async () => {
    for (let n = 0; n < 300; n += 1) {
      realtime.emit('liveData', mine, live(mine, n));
      await nextTurn();
    }
  };
  await burst();
  nowMs += 501;
  for (let n = 0; n < 100; n += 1) await burst();
  realtime.emit('boardStatus', mine, { number: mine, battery: 3 });
  await nextTurn();
  const isPing = (packet: string) => packet === '2';
  const all = (await fetch(poll).then((answer) => answer.text())).split('\u001e');
  const packets = all.filter((packet) => !isPing(packet));
  // The handshake, two rooms joined, one burst that a healthy socket would have taken, and the status.
  expect(packets.length).toBe(304);
  expect(packets.at(-1)).toContain('"battery":3');
});

it('tells those who see only some that something changed, not of what; until they leave, or come as who sees all', async () => {
  const room = rooms.recordUpdate.room(1);
  const open = () => {
    const socket = io(url, { forceNew: true });
    stops.push(() => socket.disconnect());
    const heard: unknown[] = [];
    socket.on(rooms.recordUpdate.event, (update) => heard.push(update));
    const ask = (event: string, token?: string) =>
      new Promise((done) => {
        socket.once('message/info', done);
        socket.emit(event, { room, token });
      });
    return { heard, ask };
  };
  const [all, some] = [open(), open()];
  const update: RecordUpdate = { record_ids: [4, 5], reason: 'decoded' };
  const hint = { record_ids: [], reason: 'decoded' };
  /** What was heard of an event: an answer on the same connection comes after it. */
  const tell = async () => {
    realtime.emit('recordUpdate', 1, update);
    await all.ask('subscribe', 'coach');
    await some.ask('unsubscribe');
    return [all.heard.splice(0), some.heard.splice(0)];
  };
  await some.ask('subscribe', 'athlete');
  expect(realtime.hasListeners('recordUpdate', 1)).toBe(true);
  await all.ask('subscribe', 'coach');
  expect(await tell()).toEqual([[update], [hint]]);
  expect(await tell()).toEqual([[update], []]);
  await some.ask('subscribe', 'athlete');
  await some.ask('subscribe', 'coach');
  expect(await tell()).toEqual([[update], [update]]);
  await some.ask('subscribe', 'coach');
  await some.ask('subscribe', 'athlete');
  expect(await tell()).toEqual([[update], [hint]]);
});
