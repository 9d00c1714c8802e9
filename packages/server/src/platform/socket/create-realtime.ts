import type { Server as HttpServer } from 'node:http';
import {
  isRefusal,
  parseRoom,
  type Refusal,
  type RoomKind,
  type RoomPayload,
  refuse,
  roomHints,
  rooms,
  SubscribeMessage,
} from '@sillage/contract';
import { Server, type Socket } from 'socket.io';
import type { Clock } from '../clock/index.ts';
import { type Authenticate, accessCookie, corsOrigins, type Principal, readCookie } from '../http/index.ts';
import type { Log } from '../log/index.ts';
import { encodeEvent } from './encode-event.ts';
import { type Admission, type Concerned, keepMembers, type Members, type Room, type Whose } from './judge-members.ts';

/** Sends events to the browsers and programs that subscribed to a room (rooms.ts of the contract). */
export interface Realtime {
  /** `id` is the client's id or the device's number, by the room's kind. Costs nothing when nobody listens. */
  emit<K extends RoomKind>(kind: K, id: number, payload: RoomPayload<K>): void;
  /** Whether anybody is in the room, so that work for nobody can be skipped. */
  hasListeners(kind: RoomKind, id: number): boolean;
  /** Called when the first listener enters and when the last leaves. */
  onListeners(kind: RoomKind, changed: (id: number, listening: boolean) => void): void;
}

interface RunningRealtime extends Realtime {
  /** Cuts the connections that entered rooms in their names; those who still may come back by themselves. */
  disconnect(whose: Whose): void;
  /** Rights may have changed: members who may no longer enter are taken out of their rooms, and told. */
  judgeAgain(concerned?: Concerned): void;
  close(): Promise<void>;
}

export interface RealtimeOptions {
  readonly server: HttpServer;
  readonly authenticate: Authenticate;
  /** A caller who came earlier as of now; a refusal when their session or key has ended. */
  readonly renewed: (principal: Principal) => Promise<Principal | Refusal>;
  readonly mayEnter: (principal: Principal, room: Room) => Promise<boolean>;
  /** Whether a caller who may enter gets hints instead of payloads (`roomHints` of the contract). Nobody unless said. */
  readonly getsHints?: (principal: Principal, room: Room) => boolean;
  readonly log: Log;
  /** Origins whose pages may connect, with a token, asked at each request; `*` = any. Only the own one unless said. */
  readonly allowedOrigins?: () => readonly string[];
  readonly clock: Clock;
}

/** A socket with more packets waiting than this, for longer than this, misses live samples until it has caught up. */
const slowAfterPackets = 64;
const slowAfterMs = 500;
/** Packets that one burst may leave waiting: a healthy viewer of 200 devices gets 200 at once. */
const burstPackets = 4096;
/** Bytes; what a client may send at once: rooms and tokens are short. */
const maxMessageBytes = 64 * 1024;
const maxRoomsOfASocket = 1000;

/** Live rooms over Socket.IO at `/socket.io`, on the server that also serves HTTP. */
export function createRealtime(options: RealtimeOptions): RunningRealtime {
  let closing = false;
  const io = new Server(options.server, {
    path: '/socket.io',
    serveClient: false,
    // Its own way waits a second, in which a reset has no listener; `routeUpgrades` of the HTTP server answers at once.
    destroyUpgrade: false,
    // Compression costs 15 times the CPU for live samples (architecture.md).
    perMessageDeflate: false,
    httpCompression: false,
    maxHttpBufferSize: maxMessageBytes,
    cors: { origin: corsOrigins(options.allowedOrigins), credentials: false },
    allowRequest: (_, decide) => decide(closing ? 'the server is stopping' : null, !closing),
  });
  const { adapter } = io.sockets;
  const nowMs = () => options.clock.monotonicMs();
  const flushedAtMs = new Map<string, number>();
  const place = (socket: Socket, name: string, admission: Admission) => join(socket, name, admission, options);
  const members = keepMembers({ ...options, nowMs: () => options.clock.nowMs(), place, expel });
  io.on('connection', (socket) => {
    const flushed = () => flushedAtMs.set(socket.id, nowMs());
    flushed();
    socket.conn.on('drain', flushed);
    socket.on('disconnect', () => {
      socket.conn.off('drain', flushed);
      flushedAtMs.delete(socket.id);
    });
    listenTo(socket, options, members);
  });
  const isSlow = (member: string) => {
    const waiting = waitingPackets(io.sockets.sockets.get(member));
    if (waiting <= slowAfterPackets) return false;
    const stuckMs = nowMs() - (flushedAtMs.get(member) ?? 0);
    return waiting > burstPackets || stuckMs > slowAfterMs;
  };
  const send = <K extends RoomKind>(kind: K, name: string, payload: RoomPayload<K>) => {
    const members = adapter.rooms.get(name);
    if (members === undefined) return;
    const { text, options } = encodeEvent(rooms[kind].event, payload);
    for (const member of members) {
      if (kind === 'liveData' && isSlow(member)) continue;
      io.sockets.sockets.get(member)?.conn.write(text, options);
    }
  };

  return {
    emit: (kind, id, payload) => {
      const name = rooms[kind].room(id);
      send(kind, name, payload);
      const hint = roomHints[kind];
      if (hint !== undefined) send(kind, hintsOf(name), hint(payload));
    },
    hasListeners: (kind, id) => {
      const name = rooms[kind].room(id);
      return adapter.rooms.has(name) || adapter.rooms.has(hintsOf(name));
    },
    onListeners: (kind, changed) => {
      const tell = (listening: boolean) => (name: string) => {
        const room = parseRoom(name);
        if (room?.kind === kind) changed(room.id, listening);
      };
      adapter.on('create-room', tell(true));
      adapter.on('delete-room', tell(false));
    },
    disconnect: (whose) => {
      for (const socket of members.of(whose)) socket.disconnect(true);
    },
    judgeAgain: (concerned) => members.judgeAgain(concerned),
    close: async () => {
      closing = true;
      members.close();
      // `io.close()` would also close the HTTP server, which its own room does after draining.
      io.disconnectSockets(true);
      io.engine.close();
    },
  };
}

/** The room beside a room whose members get hints; nobody can ask for it by name. */
const hintsOf = (name: string) => `${name}#hints`;

function waitingPackets(socket: Socket | undefined): number {
  // Engine.IO keeps its queue private in the types only; it is documented as `writeBuffer`.
  const waiting: unknown = socket === undefined ? undefined : Reflect.get(socket.conn, 'writeBuffer');
  return Array.isArray(waiting) ? waiting.length : 0;
}

function listenTo(socket: Socket, options: RealtimeOptions, members: Members): void {
  // One after the other, so that an `unsubscribe` cannot overtake the `subscribe` before it.
  let previous = Promise.resolve();
  const inTurn = (work: () => Promise<void> | void) => {
    previous = previous.then(work).catch((problem: unknown) => {
      options.log.error({ stack: problem instanceof Error ? problem.stack : String(problem) }, 'a room request failed');
    });
  };
  socket.on('subscribe', (message: unknown) => inTurn(() => enter(socket, message, options, members)));
  socket.on('unsubscribe', (message: unknown) =>
    inTurn(async () => {
      const asked = SubscribeMessage.safeParse(message);
      if (!asked.success) return answerRefusal(socket, '', refuse('request.malformed'));
      members.left(socket, asked.data.room);
      await leave(socket, asked.data.room);
      socket.emit('message/info', { room: asked.data.room, msg: { fr: 'Salle quittée.', en: 'Room left.' } });
    }),
  );
}

async function enter(socket: Socket, message: unknown, options: RealtimeOptions, members: Members): Promise<void> {
  const asked = SubscribeMessage.safeParse(message);
  if (!asked.success) return answerRefusal(socket, '', refuse('request.malformed'));
  const { room: name, token, authorization } = asked.data;
  const given = authorization ?? (token ? `Bearer ${token}` : undefined);
  let admitted: Awaited<ReturnType<typeof admit>>;
  let changes: number;
  do {
    // Whose session or rights ended while they were let in is not among those who were cut or judged again.
    changes = members.changes;
    admitted = await admit(socket, name, given, options);
    if (isRefusal(admitted)) return answerRefusal(socket, name, admitted);
  } while (changes !== members.changes);
  if (!socket.connected) return;
  members.admitted(socket, name, admitted);
  await join(socket, name, admitted, options);
  if (!members.isIn(socket, name)) return leave(socket, name);
  socket.emit('message/info', { room: name, msg: { fr: 'Salle rejointe.', en: 'Room joined.' } });
}

async function join(socket: Socket, name: string, admission: Admission, options: RealtimeOptions): Promise<void> {
  await leave(socket, name);
  await socket.join(options.getsHints?.(admission.principal, admission.room) ? hintsOf(name) : name);
}

async function leave(socket: Socket, name: string): Promise<void> {
  await socket.leave(name);
  await socket.leave(hintsOf(name));
}

/** Out of a room whose member may no longer be in it. */
async function expel(socket: Socket, name: string, refusal: Refusal): Promise<void> {
  await leave(socket, name);
  answerRefusal(socket, name, refusal);
}

async function admit(
  socket: Socket,
  name: string,
  given: string | undefined,
  options: RealtimeOptions,
): Promise<Admission | Refusal> {
  const room = parseRoom(name);
  if (room === undefined) return refuse('route.notFound');
  if (socket.rooms.size > maxRoomsOfASocket) return refuse('request.tooMany', { seconds: 60 });
  const authorization = given ?? authorizationOfCookie(socket);
  if (authorization === undefined) return refuse('session.required');
  const principal = await options.authenticate(authorization);
  if (isRefusal(principal)) return principal;
  // 404, not 403: whether another client's device exists is not told.
  return (await options.mayEnter(principal, room)) ? { principal, room } : refuse('entity.notFound');
}

/** The session cookie of a page of this very origin; another site's page could make the browser send it too. */
function authorizationOfCookie(socket: Socket): string | undefined {
  const { origin, host, cookie } = socket.handshake.headers;
  if (origin !== undefined && (!URL.canParse(origin) || new URL(origin).host !== host)) return undefined;
  const token = readCookie(cookie, accessCookie);
  return token === undefined ? undefined : `Bearer ${token}`;
}

function answerRefusal(socket: Socket, room: string, refusal: Refusal): void {
  socket.emit('message/error', { ...refusal.body(), room });
}
