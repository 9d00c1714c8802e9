import { ErrorBody, limits, parseRoom, type RoomKind, type RoomPayload, rooms } from '@sillage/contract';
import { io, type Socket } from 'socket.io-client';
import { z } from 'zod';
import { watchSilence } from './watch-silence.ts';

/**
 * `off` before start and after stop; `silent` when nothing comes on a connection that seems to stand; `lost` when the
 * retries of a round failed: another round follows.
 */
export type ConnectionState = 'off' | 'connecting' | 'connected' | 'silent' | 'lost';

export interface RealtimeOptions {
  /** Origin of the server, e.g. `http://localhost:8080`; the page's own when absent. */
  readonly url?: string | undefined;
  /** A fresh access token, or undefined when the browser's cookies carry the session. */
  readonly token: () => string | undefined;
  /** Renews the session; called once when the server says that the token has expired. */
  readonly refreshSession?: (() => Promise<void>) | undefined;
  /** A room was refused. */
  readonly onRefused?: ((room: string, error: ErrorBody) => void) | undefined;
  /** ms between rounds of retries after `lost`, at most, and before a room that met an error is asked for again. */
  readonly roundDelayMilliseconds?: number | undefined;
  /** Polling first, then websocket, unless said. */
  readonly transports?: ('polling' | 'websocket')[] | undefined;
  /** Whether this machine has a network at all, as far as it knows. Always unless said. */
  readonly isOnline?: (() => boolean) | undefined;
}

export interface RealtimeClient {
  start(): void;
  /** Leaves every room and closes the connection; subscriptions are kept for the next `start`. */
  stop(): void;
  /** Tries to come back at once, after the retries of a round failed. */
  retry(): void;
  /** Listens to a room; the first listener subscribes, the last to leave unsubscribes. Answers how to leave. */
  subscribe<K extends RoomKind>(kind: K, id: number, listener: (payload: RoomPayload<K>) => void): () => void;
  readonly state: ConnectionState;
  /** Which try of the running round to come back this is, from 1; 0 while nothing is wrong. */
  readonly attempt: number;
  /** ms of `performance.now()`; when the next round of retries begins, after those of one failed. */
  readonly nextRoundAtMs: number | undefined;
  /** ms of `performance.now()`; when the server was last heard, by whatever it sent. */
  readonly heardAtMs: number;
  /** Called at each change of state or attempt. Answers how to stop. */
  onState(listener: (state: ConnectionState) => void): () => void;
  /** Called each time the server has let this client into a room, so also after a reconnection: fetch what was missed. */
  onEntered(listener: (room: string) => void): () => void;
}

interface Held {
  readonly kind: RoomKind;
  readonly id: number;
  readonly listeners: Set<(payload: unknown) => void>;
  retried: boolean;
  /** Asks again after an error that is not ours. */
  again: ReturnType<typeof setTimeout> | undefined;
}

/** The server could not say whether this client may enter: a database that is away, too many at once. */
const passing: readonly string[] = ['server.bug', 'server.unavailable', 'database.unavailable', 'request.tooMany'];

const Info = z.object({ room: z.string() });
const RefusedRoom = ErrorBody.extend({ room: z.string() });

/** A client of the live rooms: counts listeners, re-enters every room after a reconnection. */
export function createRealtimeClient(options: RealtimeOptions): RealtimeClient {
  const held = new Map<string, Held>();
  const stateListeners = new Set<(state: ConnectionState) => void>();
  const enteredListeners = new Set<(room: string) => void>();
  const socket = openSocket(options);
  const againMs = options.roundDelayMilliseconds ?? limits.socketRetryDelayMilliseconds;
  let state: ConnectionState = 'off';
  let attempt = 0;
  let nextRound: ReturnType<typeof setTimeout> | undefined;
  let nextRoundAtMs: number | undefined;

  function become(next: ConnectionState, nextAttempt = attempt): void {
    if (next === state && nextAttempt === attempt) return;
    state = next;
    attempt = nextAttempt;
    for (const listener of [...stateListeners]) listener(next);
  }

  function enter(room: string): void {
    if (socket.connected && held.has(room)) socket.emit('subscribe', { room, token: options.token() });
  }

  function connectAgain(): void {
    clearTimeout(nextRound);
    nextRoundAtMs = undefined;
    become('connecting');
    socket.connect();
  }

  const silence = watchSilence({
    limits: {
      silentAfterMs: limits.socketSilentMilliseconds,
      silentOfflineAfterMs: limits.socketSilentOfflineMilliseconds,
      givenUpAfterMs: limits.socketGivenUpMilliseconds,
    },
    nowMs: () => performance.now(),
    isOnline: options.isOnline ?? (() => true),
    onSilent: (silent) => {
      if (socket.connected) become(silent ? 'silent' : 'connected');
    },
    // As if the network had closed it: Socket.IO then tries to come back.
    onGivenUp: () => socket.io.engine.close(),
  });
  socket.io.on('ping', silence.heard);
  socket.io.on('packet', silence.heard);

  socket.on('connect', () => {
    silence.start();
    become('connected', 0);
    for (const [room, one] of held) {
      one.retried = false;
      clearTimeout(one.again);
      enter(room);
    }
  });
  socket.on('disconnect', (reason) => {
    silence.stop();
    if (reason === 'io client disconnect') return;
    become('connecting', 1);
    // Socket.IO leaves it to the client to come back when the server itself ended the connection.
    if (reason === 'io server disconnect') nextRound = setTimeout(connectAgain, limits.socketRetryDelayMilliseconds);
  });
  socket.io.on('reconnect_attempt', (count) => become('connecting', count));
  socket.io.on('reconnect_failed', () => {
    // A thousand that were lost at once do not all come back at once.
    const delayMs = againMs * (0.5 + Math.random() / 2);
    nextRoundAtMs = performance.now() + delayMs;
    nextRound = setTimeout(connectAgain, delayMs);
    become('lost');
  });
  socket.on('message/info', (message: unknown) => {
    const info = Info.safeParse(message);
    const one = info.success ? held.get(info.data.room) : undefined;
    if (!info.success || one === undefined) return;
    one.retried = false;
    for (const listener of [...enteredListeners]) listener(info.data.room);
  });
  socket.on('message/error', (message: unknown) => {
    const refused = RefusedRoom.safeParse(message);
    if (refused.success) void onRefused(refused.data);
  });

  async function onRefused(refused: z.infer<typeof RefusedRoom>): Promise<void> {
    const one = held.get(refused.room);
    if (one === undefined) return;
    if (passing.includes(refused.code)) {
      clearTimeout(one.again);
      one.again = setTimeout(enter, againMs, refused.room);
      return;
    }
    const stale = refused.code === 'session.expired' || refused.code === 'session.required';
    if (stale && !one.retried && options.refreshSession !== undefined) {
      one.retried = true;
      const renewed = await options.refreshSession().then(
        () => true,
        () => false,
      );
      if (renewed && held.has(refused.room)) return enter(refused.room);
    }
    options.onRefused?.(refused.room, refused);
  }

  for (const kind of roomKinds()) {
    socket.on(rooms[kind].event, (message: unknown) => {
      const payload = rooms[kind].payload.safeParse(message);
      if (payload.success) deliver(held, kind, payload.data);
    });
  }

  return {
    get state() {
      return state;
    },
    get attempt() {
      return attempt;
    },
    get nextRoundAtMs() {
      return nextRoundAtMs;
    },
    get heardAtMs() {
      return silence.heardAtMs;
    },
    start: () => {
      if (state === 'off') connectAgain();
    },
    retry: () => {
      if (state === 'lost') connectAgain();
    },
    stop: () => {
      clearTimeout(nextRound);
      nextRoundAtMs = undefined;
      silence.stop();
      for (const { again } of held.values()) clearTimeout(again);
      socket.disconnect();
      become('off', 0);
    },
    subscribe: (kind, id, listener) => {
      const room = rooms[kind].room(id);
      // Payloads reach a listener only through its own room's schema, see `deliver`.
      const hear = (payload: unknown): void => listener(payload as RoomPayload<typeof kind>);
      const present = held.get(room);
      if (present === undefined) {
        held.set(room, { kind, id, listeners: new Set([hear]), retried: false, again: undefined });
        enter(room);
      } else present.listeners.add(hear);
      return () => leave(held, { socket, room, token: options.token() }, hear);
    },
    onState: (listener) => listenIn(stateListeners, listener),
    onEntered: (listener) => listenIn(enteredListeners, listener),
  };
}

function openSocket(options: RealtimeOptions): Socket {
  const settings = {
    path: '/socket.io',
    transports: options.transports ?? ['polling', 'websocket'],
    autoConnect: false,
    // One connection a client, so that two clients in one program (tests, bench) do not share rooms.
    forceNew: true,
    reconnectionAttempts: limits.socketRetries,
    reconnectionDelay: limits.socketRetryDelayMilliseconds,
    // Less than may be (`socketBackoffMaxMilliseconds`): who waits for 5 s is not back within 5 s.
    reconnectionDelayMax: limits.socketRetryDelayMilliseconds,
    timeout: limits.socketTimeoutMilliseconds,
  };
  return options.url === undefined ? io(settings) : io(options.url, settings);
}

interface Leaving {
  readonly socket: Socket;
  readonly room: string;
  readonly token: string | undefined;
}

function leave(held: Map<string, Held>, { socket, room, token }: Leaving, listener: (payload: unknown) => void): void {
  const one = held.get(room);
  if (one === undefined || !one.listeners.delete(listener) || one.listeners.size > 0) return;
  clearTimeout(one.again);
  held.delete(room);
  if (socket.connected) socket.emit('unsubscribe', { room, token });
}

function listenIn<T>(listeners: Set<T>, listener: T): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function roomKinds(): RoomKind[] {
  const names = Object.values(rooms).map((room) => room.room(1));
  return names.map((name) => parseRoom(name)?.kind).filter((kind) => kind !== undefined);
}

/** Events do not name their room: it is told from the device's number, or from the client of the devices listed. */
function deliver(held: Map<string, Held>, kind: RoomKind, payload: unknown): void {
  const sameKind = [...held.values()].filter((one) => one.kind === kind);
  const subject = subjectOf(payload);
  for (const one of sameKind) {
    if (subject !== undefined ? subject !== one.id : false) continue;
    // An empty list of devices could be of any client held.
    if (Array.isArray(payload) && payload.length === 0 && sameKind.length > 1) continue;
    for (const listener of [...one.listeners]) listener(payload);
  }
}

const ByDevice = z.object({ number: z.number() });
const ByClient = z.tuple([z.object({ client_id: z.number() })], z.unknown());

function subjectOf(payload: unknown): number | undefined {
  const device = ByDevice.safeParse(payload);
  if (device.success) return device.data.number;
  const client = ByClient.safeParse(payload);
  return client.success ? client.data[0].client_id : undefined;
}
