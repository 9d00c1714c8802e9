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
import { type Authenticate, accessCookie, corsOrigins, type Principal, readCookie } from '../http/index.ts';
import type { Log } from '../log/index.ts';
import { encodeEvent } from './encode-event.ts';

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
  close(): Promise<void>;
}

/** All connections of people, or those of one session. */
type Whose = { readonly userIds: readonly number[] } | { readonly sessionId: string };

type Room = NonNullable<ReturnType<typeof parseRoom>>;

/** In whose names connections entered rooms. */
interface Entered {
  readonly by: WeakMap<Socket, readonly Principal[]>;
  /** How often connections were cut: who was admitted before that is asked again. */
  cuts: number;
}

export interface RealtimeOptions {
  readonly server: HttpServer;
  readonly authenticate: Authenticate;
  readonly mayEnter: (principal: Principal, room: Room) => Promise<boolean>;
  /** Whether a caller who may enter gets hints instead of payloads (`roomHints` of the contract). Nobody unless said. */
  readonly getsHints?: (principal: Principal, room: Room) => boolean;
  readonly log: Log;
  /** Origins whose pages may connect, with a token, asked at each request; `*` = any. Only the own one unless said. */
  readonly allowedOrigins?: () => readonly string[];
  /** ms of a clock that only goes forward. */
  readonly nowMs?: () => number;
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
  const nowMs = options.nowMs ?? (() => performance.now());
  const flushedAtMs = new Map<string, number>();
  const entered: Entered = { by: new WeakMap(), cuts: 0 };
  io.on('connection', (socket) => {
    const flushed = () => flushedAtMs.set(socket.id, nowMs());
    flushed();
    socket.conn.on('drain', flushed);
    socket.on('disconnect', () => {
      socket.conn.off('drain', flushed);
      flushedAtMs.delete(socket.id);
    });
    listenTo(socket, options, entered);
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
      entered.cuts += 1;
      const isTheirs = matcherOf(whose);
      for (const socket of io.sockets.sockets.values()) {
        if (entered.by.get(socket)?.some(isTheirs)) socket.disconnect(true);
      }
    },
    close: async () => {
      closing = true;
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

function matcherOf(whose: Whose): (principal: Principal) => boolean {
  if ('sessionId' in whose) return ({ sessionId }) => sessionId === whose.sessionId;
  const userIds = new Set(whose.userIds);
  return ({ userId }) => userIds.has(userId);
}

function listenTo(socket: Socket, options: RealtimeOptions, entered: Entered): void {
  // One after the other, so that an `unsubscribe` cannot overtake the `subscribe` before it.
  let previous = Promise.resolve();
  const inTurn = (work: () => Promise<void> | void) => {
    previous = previous.then(work).catch((problem: unknown) => {
      options.log.error({ stack: problem instanceof Error ? problem.stack : String(problem) }, 'a room request failed');
    });
  };
  socket.on('subscribe', (message: unknown) => inTurn(() => enter(socket, message, options, entered)));
  socket.on('unsubscribe', (message: unknown) =>
    inTurn(async () => {
      const asked = SubscribeMessage.safeParse(message);
      if (!asked.success) return answerRefusal(socket, '', refuse('request.malformed'));
      await leave(socket, asked.data.room);
      socket.emit('message/info', { room: asked.data.room, msg: { fr: 'Salle quittée.', en: 'Room left.' } });
    }),
  );
}

async function enter(socket: Socket, message: unknown, options: RealtimeOptions, entered: Entered): Promise<void> {
  const asked = SubscribeMessage.safeParse(message);
  if (!asked.success) return answerRefusal(socket, '', refuse('request.malformed'));
  const { room: name, token, authorization } = asked.data;
  const given = authorization ?? (token ? `Bearer ${token}` : undefined);
  let admitted: Awaited<ReturnType<typeof admit>>;
  let cuts: number;
  do {
    // Whose session ended while they were let in is not among those who were cut.
    cuts = entered.cuts;
    admitted = await admit(socket, name, given, options);
    if (isRefusal(admitted)) return answerRefusal(socket, name, admitted);
  } while (cuts !== entered.cuts);
  const { principal, room } = admitted;
  if (!socket.connected) return;
  remember(entered, socket, principal);
  await leave(socket, name);
  await socket.join(options.getsHints?.(principal, room) ? hintsOf(name) : name);
  socket.emit('message/info', { room: name, msg: { fr: 'Salle rejointe.', en: 'Room joined.' } });
}

function remember({ by }: Entered, socket: Socket, principal: Principal): void {
  const before = by.get(socket) ?? [];
  const isKnown = before.some(
    ({ userId, sessionId }) => userId === principal.userId && sessionId === principal.sessionId,
  );
  if (!isKnown) by.set(socket, [...before, principal]);
}

async function leave(socket: Socket, name: string): Promise<void> {
  await socket.leave(name);
  await socket.leave(hintsOf(name));
}

async function admit(
  socket: Socket,
  name: string,
  given: string | undefined,
  options: RealtimeOptions,
): Promise<{ readonly principal: Principal; readonly room: Room } | Refusal> {
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
