import { refuse, rooms } from '@sillage/contract';
import { io, type Socket } from 'socket.io-client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Principal } from '../http/index.ts';
import { createLog } from '../log/index.ts';
import { openTestRealtime, type TestRealtime } from './open-test-realtime.ts';

const [mine, theirs] = [10_200_042, 10_200_043];
const boat = rooms.boardStatus.room(mine);
const other = rooms.boardStatus.room(theirs);

/** Whom the devices are paired with: by user id. */
let paired: Map<number, number>;
/** Roles that people have now. */
let roles: Principal['roles'];
let sessions: Set<string>;
let nowMs = 0;
let databaseIsAway = false;
let monotonicMs: number;
let warnings: object[];
/** What happens while somebody is being let in. */
let meanwhile: () => void;
/** Callers who were looked up to be let in. */
let entries: number;
/** Callers who were looked up again. */
let renewals: number;

let realtime: TestRealtime['realtime'];
let url: string;
let close: TestRealtime['close'];
const sockets: Socket[] = [];

/** `Bearer 7 phone` is the session `phone` of person 7, `ApiKey 8` a key of person 8 that ends at 60 s. */
function principalOf(authorization: string): Principal {
  const [scheme, user = '', sessionId] = authorization.split(' ');
  const person = { userId: Number(user), clientId: 1, roles, groupIds: [] };
  return scheme === 'ApiKey'
    ? { ...person, apiKey: 'read', apiKeyId: 1, endsAtMs: 60_000 }
    : { ...person, sessionId: sessionId ?? '' };
}

beforeEach(async () => {
  [paired, roles, sessions] = [
    new Map([
      [mine, 7],
      [theirs, 8],
    ]),
    ['Athlete'],
    new Set(['phone', 'tablet']),
  ];
  [nowMs, databaseIsAway, renewals] = [0, false, 0];
  [monotonicMs, warnings, meanwhile, entries] = [0, [], () => {}, 0];
  ({ realtime, url, close } = await openTestRealtime({
    log: { ...createLog('silent'), warn: (fields) => void warnings.push(fields) },
    clock: { nowMs: () => nowMs, monotonicMs: () => monotonicMs },
    authenticate: async (value) => {
      entries += 1;
      meanwhile();
      return principalOf(value);
    },
    renewed: async (caller) => {
      renewals += 1;
      if (databaseIsAway) throw new Error('the database is away');
      const isOver = caller.apiKeyId === undefined ? !sessions.has(caller.sessionId ?? '') : nowMs >= 60_000;
      return isOver ? refuse('session.expired') : { ...caller, roles };
    },
    mayEnter: async (caller, room) => room.subject === 'client' || paired.get(room.id) === caller.userId,
    getsHints: (caller) => caller.roles.includes('Athlete'),
  }));
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.disconnect();
  await close();
});

/** A connection in a room; `refusals` grows when it is taken out. */
async function enter(room: string, authorization: string) {
  const socket = io(url, { forceNew: true, reconnection: false });
  sockets.push(socket);
  const refusals: unknown[] = [];
  socket.on('message/error', ({ room, code }: { room: string; code: string }) => refusals.push([room, code]));
  const entered = new Promise((done) => socket.once('message/info', done));
  socket.emit('subscribe', { room, authorization });
  await entered;
  return { socket, refusals };
}

const soon = (check: () => void) => vi.waitFor(check, { timeout: 10_000, interval: 5 });
/** Everything that was asked before on this connection was answered. */
async function answered({ socket }: { socket: Socket }) {
  const answer = new Promise((done) => socket.once('message/info', done));
  socket.emit('unsubscribe', { room: 'nowhere' });
  await answer;
}

test('an athlete who is no longer paired leaves the rooms of the device and is told; who wears another one stays', async () => {
  const [before, neighbour] = [await enter(boat, 'Bearer 7 phone'), await enter(other, 'Bearer 8 tablet')];
  paired.set(mine, 9);
  realtime.judgeAgain({ deviceNumber: mine });
  await soon(() => expect(before.refusals).toEqual([[boat, 'entity.notFound']]));
  expect(before.socket.connected).toBe(true);
  expect(realtime.hasListeners('boardStatus', mine)).toBe(false);
  expect(realtime.hasListeners('boardStatus', theirs)).toBe(true);
  expect(neighbour.refusals).toEqual([]);
});

test('a change of one device asks nothing about the others, and once for all tabs of a session', async () => {
  const tabs = await Promise.all(Array.from({ length: 5 }, () => enter(boat, 'Bearer 7 phone')));
  const neighbour = await enter(other, 'Bearer 8 tablet');
  paired.set(mine, 9);
  realtime.judgeAgain({ deviceNumber: mine });
  for (const tab of tabs) await soon(() => expect(tab.refusals).toHaveLength(1));
  expect(renewals).toBe(1);
  expect(neighbour.refusals).toEqual([]);
});

test('after a restore everybody is judged: sessions that are gone, and people whose roles changed see as what they are now', async () => {
  const gone = await enter(boat, 'Bearer 7 phone');
  const stays = await enter(rooms.recordUpdate.room(1), 'Bearer 8 tablet');
  sessions.delete('phone');
  roles = ['Coach'];
  realtime.judgeAgain();
  await soon(() => expect(gone.refusals).toEqual([[boat, 'session.expired']]));
  const heard = new Promise((done) => stays.socket.once(rooms.recordUpdate.event, done));
  await soon(() => expect(renewals).toBe(2));
  await answered(stays);
  realtime.emit('recordUpdate', 1, { record_ids: [4], reason: 'decoded' });
  expect(await heard).toEqual({ record_ids: [4], reason: 'decoded' });
});

test('a key that ends while its program listens is taken out within a second or so', async () => {
  const program = await enter(other, 'ApiKey 8');
  nowMs = 59_999;
  await answered(program);
  expect(program.refusals).toEqual([]);
  nowMs = 60_000;
  await soon(() => expect(program.refusals).toEqual([[other, 'session.expired']]));
  expect(realtime.hasListeners('boardStatus', theirs)).toBe(false);
});

test('what the database could not answer is asked again', async () => {
  const member = await enter(boat, 'Bearer 7 phone');
  paired.set(mine, 9);
  databaseIsAway = true;
  realtime.judgeAgain({ deviceNumber: mine });
  await soon(() => expect(renewals).toBeGreaterThan(0));
  expect(member.refusals).toEqual([]);
  databaseIsAway = false;
  await soon(() => expect(member.refusals).toEqual([[boat, 'entity.notFound']]));
});

test('a database that is away for hours is one line a minute', async () => {
  await enter(boat, 'Bearer 7 phone');
  databaseIsAway = true;
  realtime.judgeAgain();
  await soon(() => expect(renewals).toBeGreaterThanOrEqual(3));
  expect(warnings).toHaveLength(1);
  monotonicMs = 60_000;
  await soon(() => expect(warnings).toHaveLength(2));
  expect(warnings[1]).toMatchObject({ error: expect.stringContaining('away'), times: expect.any(Number) });
});

test('who enters is not kept waiting by strangers who sign out all the time, only asked again about the own end', async () => {
  meanwhile = () => realtime.disconnect({ userIds: [99] });
  await enter(boat, 'Bearer 7 phone');
  expect(entries).toBe(1);
  monotonicMs += 2000;
  meanwhile = () => {
    if (entries === 2) realtime.disconnect({ sessionId: 'phone' });
  };
  await enter(boat, 'Bearer 7 phone');
  expect(entries).toBe(3);
  monotonicMs += 2000;
  meanwhile = () => {
    if (entries < 6) realtime.judgeAgain({ deviceNumber: entries === 4 ? theirs : mine });
  };
  await enter(boat, 'Bearer 7 phone');
  expect(entries).toBe(4);
});

test('who came a moment ago is not looked up again, unless their session ended or they may not enter', async () => {
  await enter(boat, 'Bearer 7 phone');
  await enter(boat, 'Bearer 7 phone');
  expect(entries).toBe(1);
  realtime.disconnect({ userIds: [99] });
  await enter(boat, 'Bearer 7 phone');
  expect(entries).toBe(1);
  realtime.disconnect({ sessionId: 'phone' });
  await enter(boat, 'Bearer 7 phone');
  expect(entries).toBe(2);
});

test('of more changes than are remembered everybody counts as concerned', async () => {
  meanwhile = () => {
    for (let n = 0; n < 1001 && entries === 1; n += 1) realtime.disconnect({ userIds: [99] });
  };
  await enter(boat, 'Bearer 7 phone');
  expect(entries).toBe(2);
});
