import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isRefusal, parseRoom, type Refusal, refuse, SubscribeMessage } from '@sillage/contract';
import type { Socket } from 'socket.io';
import { refusalOfFullDisk } from '../disk/index.ts';
import { accessCookie, type Principal, readCookie } from '../http/index.ts';
import { limitTries, type Tries } from '../places/index.ts';
import type { Admission, Members, Room } from './judge-members.ts';
import { type KeptAnswers, keepAnswers } from './keep-answers.ts';
import { createRequestQueues, type RequestQueues } from './queue-requests.ts';
import type { RealtimeDependencies } from './realtime-dependencies.ts';

const maxRoomsOfASocket = 1000;
const isBearer = /^Bearer\s/i;
/** Keys that were none, of one host: each is looked up in the database. Sessions are not limited, their signature tells. */
const failedTries = { tries: 100, windowMs: 60_000 };
/** Refusals in a row after which a connection is cut: a board whose session has expired hears fewer. */
const maxRefusals = 2000;
/** Credentials of one connection that are remembered as none. */
const maxFailedOfASocket = 20;

/** What all connections share. */
interface Shared {
  readonly dependencies: RealtimeDependencies;
  readonly members: Members;
  readonly addressOf: (request: IncomingMessage) => string;
  /** Sends who entered a room what is so at present, where the room tells of changes. */
  readonly tellPresent: (socket: Socket, name: string, room: Room) => Promise<void>;
  /** Of all rooms together. */
  readonly mostMembers: number;
}

interface Doors extends Shared {
  readonly queues: RequestQueues;
  readonly tries: Tries;
  /** Who asks with the same credentials within a moment: tabs of one session, or its rooms. */
  readonly callers: KeptAnswers<Principal | Refusal>;
}

/** A connection that asks for rooms. */
interface Asking {
  readonly socket: Socket;
  readonly address: string;
  /** What is known to be no session and no key. */
  readonly failed: Map<string, Refusal>;
  refusals: number;
}

/** The room beside a room whose members get hints; nobody can ask for it by name. */
export const hintsOf = (name: string) => `${name}#hints`;

/** What the connections of one server share while they ask for rooms. */
export function openDoors(shared: Shared): Doors {
  const { members } = shared;
  const nowMs = () => shared.dependencies.clock.monotonicMs();
  const tries = limitTries(failedTries, nowMs);
  const callers = keepAnswers<Principal | Refusal>({
    nowMs,
    changes: () => members.changes,
    isKept: (answer) => !isRefusal(answer),
  });
  return { ...shared, queues: createRequestQueues(), tries, callers };
}

/** Answers a connection's requests to enter and leave rooms. */
export function listenTo(socket: Socket, doors: Doors): void {
  const { members } = doors;
  const asking: Asking = { socket, address: doors.addressOf(socket.request), failed: new Map(), refusals: 0 };
  const queue = doors.queues.open(() => cut(asking, doors, 'too many requests wait'));
  socket.on('disconnect', () => queue.close());
  const onMessage = (event: string, work: (asked: AskedRoom) => Promise<void>) => {
    socket.on(event, (message: unknown) => {
      const asked = SubscribeMessage.safeParse(message);
      // Read before it waits: of what is malformed nothing is kept.
      if (!asked.success) return queue.add(0, () => answerRefusal(asking, doors, '', refuse('request.malformed')));
      const { room, token, authorization } = asked.data;
      const characters = room.length + (token?.length ?? 0) + (authorization?.length ?? 0);
      queue.add(characters, () => work(asked.data).catch((problem) => answerBug(asking, doors, room, problem)));
    });
  };
  onMessage('subscribe', (asked) => enter(asking, asked, doors));
  onMessage('unsubscribe', async ({ room }) => {
    members.left(socket, room);
    await leave(socket, room);
    socket.emit('message/info', { room, msg: { fr: 'Salle quittée.', en: 'Room left.' } });
  });
}

type AskedRoom = ReturnType<typeof SubscribeMessage.parse>;

async function enter(asking: Asking, asked: AskedRoom, doors: Doors): Promise<void> {
  const { dependencies, members } = doors;
  const { socket } = asking;
  const { room: name, token, authorization } = asked;
  const given = authorization ?? (token ? `Bearer ${token}` : undefined);
  let admitted: Awaited<ReturnType<typeof admit>>;
  let since: number;
  do {
    // Whose session or rights ended while they were let in is not among those who were cut or judged again.
    since = members.changes;
    admitted = await admit(asking, name, given, doors);
    if (isRefusal(admitted)) return answerRefusal(asking, doors, name, admitted);
  } while (members.haveChanged(since, admitted));
  if (!socket.connected) return;
  asking.refusals = 0;
  members.admitted(socket, name, admitted);
  await join(socket, name, admitted, dependencies);
  if (!members.isIn(socket, name)) return leave(socket, name);
  socket.emit('message/info', { room: name, msg: { fr: 'Salle rejointe.', en: 'Room joined.' } });
  await doors.tellPresent(socket, name, admitted.room);
}

export async function join(
  socket: Socket,
  name: string,
  admission: Admission,
  dependencies: RealtimeDependencies,
): Promise<void> {
  await leave(socket, name);
  await socket.join(dependencies.getsHints?.(admission.principal, admission.room) ? hintsOf(name) : name);
}

async function leave(socket: Socket, name: string): Promise<void> {
  await socket.leave(name);
  await socket.leave(hintsOf(name));
}

/** Out of a room whose member may no longer be in it. */
export async function expel(socket: Socket, name: string, refusal: Refusal): Promise<void> {
  await leave(socket, name);
  tellRefusal(socket, name, refusal);
}

async function admit(
  asking: Asking,
  name: string,
  given: string | undefined,
  doors: Doors,
): Promise<Admission | Refusal> {
  const { socket } = asking;
  const { members } = doors;
  const room = parseRoom(name);
  if (room === undefined) return refuse('route.notFound');
  const isFull = members.size >= doors.mostMembers && !members.isIn(socket, name);
  if (isFull || socket.rooms.size > maxRoomsOfASocket) return refuse('request.tooMany', { seconds: 60 });
  const authorization = given ?? authorizationOfCookie(socket);
  if (authorization === undefined) return refuse('session.required');
  const known = await admitKnown(authorization, room, doors);
  if (known !== undefined) return known;
  const principal = await identify(asking, authorization, doors);
  if (isRefusal(principal)) return principal;
  // 404, not 403: whether another client's device exists is not told.
  return (await doors.dependencies.mayEnter(principal, room)) ? { principal, room } : refuse('entity.notFound');
}

/** Whom everything known lets in; who is not among them is looked up, and refused by what is so now. */
async function admitKnown(authorization: string, room: Room, doors: Doors): Promise<Admission | undefined> {
  const known = doors.callers.known(authorization);
  if (known === undefined || isRefusal(known.answer)) return undefined;
  const admission = { principal: known.answer, room };
  if (doors.members.haveChanged(known.since, admission)) return undefined;
  return (await doors.dependencies.mayEnter(admission.principal, room)) ? admission : undefined;
}

/**
 * Who it is; what was no session and no key once is not looked up again, and failed keys are limited. Sessions are not: a
 * school has one address, and all of them expire while its server is away.
 */
async function identify(asking: Asking, authorization: string, doors: Doors): Promise<Principal | Refusal> {
  const { failed, address } = asking;
  const known = failed.get(authorization);
  if (known !== undefined) return known;
  const isLimited = !isBearer.test(authorization);
  if (isLimited && doors.tries.isOver(address)) {
    return refuse('request.tooMany', { seconds: failedTries.windowMs / 1000 });
  }
  const principal = await doors.callers.ask(authorization, () => doors.dependencies.authenticate(authorization));
  if (isRefusal(principal)) {
    if (isLimited) doors.tries.failed(address);
    if (failed.size < maxFailedOfASocket) failed.set(authorization, principal);
  }
  return principal;
}

/** The session cookie of a page of this very origin; another site's page could make the browser send it too. */
function authorizationOfCookie(socket: Socket): string | undefined {
  const { origin, host, cookie } = socket.handshake.headers;
  if (origin !== undefined && (!URL.canParse(origin) || new URL(origin).host !== host)) return undefined;
  const token = readCookie(cookie, accessCookie);
  return token === undefined ? undefined : `Bearer ${token}`;
}

/** What went wrong here is told as such: whoever asked may ask again. */
function answerBug(asking: Asking, doors: Doors, room: string, problem: unknown): void {
  const full = refusalOfFullDisk(problem);
  if (full !== undefined) {
    tellRefusal(asking.socket, room, full);
    return;
  }
  if (doors.dependencies.isDatabaseAway?.(problem)) {
    doors.dependencies.log.debug({ error: String(problem) }, 'the database is away');
    tellRefusal(asking.socket, room, refuse('database.unavailable'));
    return;
  }
  const reference = randomUUID().slice(0, 8);
  const stack = problem instanceof Error ? problem.stack : String(problem);
  doors.dependencies.log.error({ reference, stack }, 'a room request failed');
  tellRefusal(asking.socket, room, refuse('server.bug', { reference }));
}

function answerRefusal(asking: Asking, doors: Doors, room: string, refusal: Refusal): void {
  doors.dependencies.tally?.count('socket.refused', { reason: refusal.code });
  tellRefusal(asking.socket, room, refusal);
  asking.refusals += 1;
  if (asking.refusals > maxRefusals) cut(asking, doors, 'nothing but refusals');
}

function tellRefusal(socket: Socket, room: string, refusal: Refusal): void {
  socket.emit('message/error', { ...refusal.body(), room });
}

function cut({ socket }: Asking, { dependencies }: Doors, reason: string): void {
  dependencies.tally?.count('socket.refused', { reason });
  cutWith(socket, refuse('request.tooMany', { seconds: failedTries.windowMs / 1000 }));
}

/** Ends a connection after it was told why; the message names no room. */
export function cutWith(socket: Socket, refusal: Refusal): void {
  tellRefusal(socket, '', refusal);
  socket.disconnect(true);
}
