import { createRealtimeClient } from '@sillage/client';
import { rooms } from '@sillage/contract';
import { io, type Socket } from 'socket.io-client';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { mine, openTestRealtime, type TestRealtime } from './open-test-realtime.ts';

const room = rooms.boardStatus.room(mine);
const asked: string[] = [];
const counted: string[] = [];
const logged: string[] = [];
let realtime: TestRealtime['realtime'];
let url: string;
let close: TestRealtime['close'];
let nowMs = 0;
const sockets: { disconnect(): unknown }[] = [];

beforeEach(async () => {
  asked.length = 0;
  counted.length = 0;
  logged.length = 0;
  nowMs = 0;
  ({ realtime, url, close } = await openTestRealtime({
    clock: { nowMs: () => nowMs, monotonicMs: () => nowMs },
    asked: (value) => void asked.push(value),
    counted: (what) => void counted.push(what),
    logged: (sentence) => void logged.push(sentence),
    most: { aHost: 3, inAll: 5, members: 4 },
  }));
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.disconnect();
  await close();
});

function connect(from = '192.0.2.1', transports = ['websocket'], path = ''): Socket {
  const settings = { forceNew: true, reconnection: false, transports, extraHeaders: { 'x-from': from } };
  const socket = io(`${url}${path}`, settings);
  sockets.push(socket);
  return socket;
}

const outcome = (socket: Socket) =>
  new Promise<'open' | 'refused'>((resolve) => {
    socket.on('connect', () => resolve('open'));
    socket.on('connect_error', () => resolve('refused'));
  });

/** What the server answers to what is asked of it, in order. */
function hear(socket: Socket): string[] {
  const answers: string[] = [];
  socket.on('message/info', () => answers.push('entered'));
  socket.on('message/error', ({ code }: { code: string }) => answers.push(code));
  return answers;
}

describe('connections', () => {
  test.each(['websocket', 'polling'])('of one host are limited, over %s, and free again when they end', async (way) => {
    const first = connect('192.0.2.1', [way]);
    expect(await outcome(first)).toBe('open');
    for (let n = 0; n < 2; n += 1) expect(await outcome(connect('192.0.2.1', [way]))).toBe('open');
    expect(await outcome(connect('192.0.2.1', [way]))).toBe('refused');
    expect(await outcome(connect('192.0.2.2', [way]))).toBe('open');
    expect(counted).toEqual(['connection.atLimit']);
    first.disconnect();
    await vi.waitFor(async () => expect(await outcome(connect('192.0.2.1', [way]))).toBe('open'));
  });

  test('of all hosts are limited', async () => {
    for (let n = 0; n < 5; n += 1) expect(await outcome(connect(`192.0.2.${n}`))).toBe('open');
    expect(await outcome(connect('192.0.2.9'))).toBe('refused');
  });
});

describe('requests', () => {
  test('of a whole board are answered, more than may wait cut the connection', async () => {
    const board = connect();
    const answers = hear(board);
    for (let n = 0; n < 400; n += 1) board.emit('subscribe', { room, token: 'coach' });
    await vi.waitFor(() => expect(answers).toHaveLength(400), 10_000);
    const greedy = connect('192.0.2.2');
    const cut = new Promise<string>((resolve) => greedy.on('disconnect', resolve));
    for (let n = 0; n < 20_000; n += 1)
      greedy.emit('subscribe', { room, authorization: `ApiKey ${n}${'x'.repeat(2000)}` });
    expect(await cut).toMatch(/disconnect|transport/);
    expect(counted).toContain('socket.refused');
    // Neither what waited nor what came later was looked up.
    expect(asked.length).toBeLessThan(2000);
  });

  test('with what is no session are looked up once, and with keys not at all after many failures, until a while has passed', async () => {
    const lost = connect();
    const answers = hear(lost);
    for (let n = 0; n < 50; n += 1) lost.emit('subscribe', { room, token: 'lost' });
    await vi.waitFor(() => expect(answers).toHaveLength(50));
    expect(new Set(answers)).toEqual(new Set(['session.expired']));
    expect(asked).toEqual(['Bearer lost']);
    const guesser = connect();
    const refused = hear(guesser);
    for (let n = 0; n < 300; n += 1) guesser.emit('subscribe', { room, authorization: `ApiKey ${n}` });
    await vi.waitFor(() => expect(refused).toHaveLength(300), 10_000);
    expect(refused.at(-1)).toBe('request.tooMany');
    expect(asked).toHaveLength(1 + 100);
    const other = connect('192.0.2.2');
    const others = hear(other);
    other.emit('subscribe', { room, token: 'coach' });
    await vi.waitFor(() => expect(others).toEqual(['entered']));
    nowMs = 60_000;
    guesser.emit('subscribe', { room, authorization: 'ApiKey key' });
    await vi.waitFor(() => expect(refused.at(-1)).toBe('entered'));
  });

  test('of sessions are heard whatever others behind the same address did: a whole school comes back with expired ones', async () => {
    const guesser = connect();
    const refused = hear(guesser);
    for (let n = 0; n < 300; n += 1) guesser.emit('subscribe', { room, authorization: `ApiKey ${n}` });
    for (let n = 0; n < 300; n += 1) guesser.emit('subscribe', { room, token: `expired-${n}` });
    await vi.waitFor(() => expect(refused).toHaveLength(600), 10_000);
    const coach = connect();
    const answers = hear(coach);
    coach.emit('subscribe', { room, token: 'expired' });
    coach.emit('subscribe', { room, token: 'coach' });
    await vi.waitFor(() => expect(answers).toEqual(['session.expired', 'entered']));
  });

  test('for more rooms than all together may be in are refused until others leave; who is in stays', async () => {
    const subjects = [rooms.boardStatus, rooms.liveData, rooms.indicators].map((kind) => kind.room(mine));
    const [first, second] = [connect(), connect()];
    const [heard, others] = [hear(first), hear(second)];
    for (const each of subjects) first.emit('subscribe', { room: each, token: 'coach' });
    await vi.waitFor(() => expect(heard).toEqual(['entered', 'entered', 'entered']));
    for (const each of subjects) second.emit('subscribe', { room: each, token: 'coach' });
    await vi.waitFor(() => expect(others).toEqual(['entered', 'request.tooMany', 'request.tooMany']));
    second.emit('subscribe', { room: subjects[0], token: 'coach' });
    await vi.waitFor(() => expect(others.slice(3)).toEqual(['entered']));
    first.emit('unsubscribe', { room: subjects[0] });
    await vi.waitFor(() => expect(heard).toHaveLength(4));
    second.emit('subscribe', { room: subjects[1], token: 'coach' });
    await vi.waitFor(() => expect(others.slice(4)).toEqual(['entered']));
    first.disconnect();
    await vi.waitFor(() => {
      second.emit('subscribe', { room: subjects[2], token: 'coach' });
      expect(others.at(-1)).toBe('entered');
      expect(others.length).toBeGreaterThan(5);
    });
    expect(realtime.hasListeners('indicators', mine)).toBe(true);
  });

  test('while the database is away are told so, without a line of the log each', async () => {
    const board = connect();
    const answers = hear(board);
    for (let n = 0; n < 50; n += 1) board.emit('subscribe', { room, token: 'unlucky' });
    await vi.waitFor(() => expect(answers).toHaveLength(50));
    expect(new Set(answers)).toEqual(new Set(['database.unavailable']));
    expect(logged).toEqual([]);
    board.emit('subscribe', { room, token: 'stumble' });
    await vi.waitFor(() => expect(logged).toHaveLength(1));
  });

  test('that meet an error of the server are told so, and the browser asks again by itself', async () => {
    const plain = connect();
    const answers = hear(plain);
    plain.emit('subscribe', { room, token: 'stumble' });
    await vi.waitFor(() => expect(answers).toEqual(['server.bug']));
    let token = 'stumble';
    const watcher = createRealtimeClient({ url, token: () => token, roundDelayMilliseconds: 20 });
    sockets.push({ disconnect: () => watcher.stop() });
    watcher.start();
    watcher.subscribe('boardStatus', mine, () => {});
    await vi.waitFor(() => expect(asked.filter((value) => value === 'Bearer stumble').length).toBeGreaterThan(2));
    token = 'coach';
    await vi.waitFor(() => expect(realtime.hasListeners('boardStatus', mine)).toBe(true));
  });
});

test('the namespace /api is the same as /', async () => {
  const changes: [number, boolean][] = [];
  realtime.onListeners('boardStatus', (id, listening) => changes.push([id, listening]));
  const [plain, api] = [connect(), connect('192.0.2.1', ['polling', 'websocket'], '/api')];
  const heard: unknown[][] = [[], []];
  for (const [place, socket] of [plain, api].entries()) {
    socket.on(rooms.boardStatus.event, (patch: unknown) => heard[place]?.push(patch));
    const answers = hear(socket);
    socket.emit('subscribe', { room, token: 'coach' });
    await vi.waitFor(() => expect(answers).toEqual(['entered']));
  }
  expect(changes).toEqual([[mine, true]]);
  realtime.emit('boardStatus', mine, { number: mine, state: 'record' });
  await vi.waitFor(() => expect(heard).toEqual(Array(2).fill([{ number: mine, state: 'record' }])));
  plain.disconnect();
  realtime.disconnect({ userIds: [7] });
  await vi.waitFor(() => expect(api.connected).toBe(false));
  await vi.waitFor(() =>
    expect(changes).toEqual([
      [mine, true],
      [mine, false],
    ]),
  );
});
