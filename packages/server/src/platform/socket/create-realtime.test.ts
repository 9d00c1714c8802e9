import { setImmediate as nextTurn } from 'node:timers/promises';
import { createRealtimeClient } from '@sillage/client';
import { type DeviceStatusPatch, type LiveData, limits, type RecordUpdate, rooms } from '@sillage/contract';
import { io } from 'socket.io-client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { live, mine, openTestRealtime, type TestRealtime, theirs } from './open-test-realtime.ts';

let realtime: TestRealtime['realtime'];
let url: string;
let close: TestRealtime['close'];
const stops: (() => void)[] = [];
let nowMs = 0;

beforeEach(async () => {
  const clock = { nowMs: () => nowMs, monotonicMs: () => nowMs };
  ({ realtime, url, close } = await openTestRealtime({ clock }));
});
afterEach(async () => {
  for (const stop of stops.splice(0)) stop();
  await close();
});

function connect() {
  const watcher = createRealtimeClient({ url, token: () => 'coach' });
  stops.push(() => watcher.stop());
  watcher.start();
  return watcher;
}

const until = (condition: () => unknown) =>
  vi.waitFor(() => expect(condition()).toBeTruthy(), { timeout: 15_000, interval: 5 });

it('delivers a room’s events to its listeners only', async () => {
  const watcher = connect();
  const heard: LiveData[] = [];
  const patches: DeviceStatusPatch[] = [];
  watcher.subscribe('liveData', mine, (data) => heard.push(data));
  watcher.subscribe('boardStatus', mine, (patch) => patches.push(patch));
  await until(() => realtime.hasListeners('liveData', mine) && realtime.hasListeners('boardStatus', mine));
  realtime.emit('liveData', theirs, live(theirs, 9));
  realtime.emit('liveData', mine, live(mine, 1));
  realtime.emit('boardStatus', mine, { number: mine, state: 'record' });
  await until(() => patches.length > 0);
  expect(heard).toEqual([live(mine, 1)]);
  expect(patches).toEqual([{ number: mine, state: 'record' }]);
});

it('delivers payloads of every frame size whole, also beyond ASCII', async () => {
  const watcher = connect();
  const heard: LiveData[] = [];
  watcher.subscribe('liveData', mine, (data) => heard.push(data));
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
  const watcher = connect();
  const leaveOne = watcher.subscribe('liveData', mine, () => {});
  const leaveTwo = watcher.subscribe('liveData', mine, () => {});
  await until(() => realtime.hasListeners('liveData', mine));
  leaveOne();
  leaveOne();
  let alive = false;
  watcher.subscribe('boardStatus', mine, () => {
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

it('lets who only listens hear each second that the link stands, and a browser say when it no longer does', async () => {
  const watcher = connect();
  await until(() => watcher.state === 'connected');
  const since = watcher.heardAtMs;
  await until(() => watcher.heardAtMs > since + limits.socketHeartbeatMilliseconds / 2);
  expect(watcher.state).toBe('connected');
  expect(limits.socketHeartbeatMilliseconds).toBeLessThan(limits.socketSilentOfflineMilliseconds);
  expect(limits.socketSilentMilliseconds).toBe(3000);
});

it('drops live samples, not status, for a socket that does not keep up', async () => {
  // One that polls and never polls again: everything queues on the server.
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
