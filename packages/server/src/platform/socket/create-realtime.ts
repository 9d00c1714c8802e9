import { limits, parseRoom, type RoomKind, type RoomPayload, refuse, roomHints, rooms } from '@sillage/contract';
import { type Namespace, Server, type Socket } from 'socket.io';
import { corsOrigins } from '../http/index.ts';
import { limitPlaces } from '../places/index.ts';
import { cutWith, expel, hintsOf, join, listenTo, openDoors } from './answer-requests.ts';
import { encodeEvent } from './encode-event.ts';
import { createFanOut } from './fan-out.ts';
import { type Admission, type Concerned, keepMembers, type Room, type Whose } from './judge-members.ts';
import type { RealtimeDependencies, RealtimeOptions } from './realtime-dependencies.ts';
import { shareAnswers } from './share-answers.ts';
import { createSocketWriter, type SocketWriter } from './write-to-sockets.ts';

/** Sends events to the browsers and programs that subscribed to a room (rooms.ts of the contract). */
export interface Realtime {
  /** `id` is the client's id or the device's number, by the room's kind. Costs nothing when nobody listens. */
  emit<K extends RoomKind>(kind: K, id: number, payload: RoomPayload<K>): void;
  /** Whether anybody is in the room, so that work for nobody can be skipped. */
  hasListeners(kind: RoomKind, id: number): boolean;
  /** Called when the first listener enters and when the last leaves. */
  onListeners(kind: RoomKind, changed: (id: number, listening: boolean) => void): void;
  /** What those who enter a room of this kind are sent at once; undefined: nothing is known. */
  onEnter<K extends RoomKind>(kind: K, present: (id: number) => Promise<RoomPayload<K> | undefined>): void;
}

export interface RunningRealtime extends Realtime {
  /** Tells the connections that entered rooms in their names why, and cuts them; those who still may come back by themselves. */
  disconnect(whose: Whose): void;
  /** Rights may have changed: members who may no longer enter are taken out of their rooms, and told. */
  judgeAgain(concerned?: Concerned): void;
  close(): Promise<void>;
}

/** Bytes; what a caller may send at once: rooms and tokens are short. */
const maxMessageBytes = 64 * 1024;
/** Who is in several rooms counts as often: 600 boards of 200 devices ask for two rooms of each. */
const usualMost = { aHost: 2000, inAll: 6000, members: 250_000 };
/** Of a room, while people keep coming: a tenth of the processor where what is present costs 10 ms. */
const presentsRestMs = 100;
/** The default namespace, and the one that programs ask for whose address of the server ends in `/api`. */
const namespaces = ['/', '/api'];

/** Live rooms over Socket.IO at `/socket.io`, on the server that also serves HTTP. */
export function createRealtime(
  dependencies: RealtimeDependencies,
  { most = usualMost }: RealtimeOptions = {},
): RunningRealtime {
  let closing = false;
  const addressOf = dependencies.addressOf ?? ((request) => request.socket.remoteAddress ?? '');
  const places = limitPlaces(most);
  const io = new Server(dependencies.server, {
    path: '/socket.io',
    serveClient: false,
    // Its own way waits a second, in which a reset has no listener; `routeUpgrades` of the HTTP server answers at once.
    destroyUpgrade: false,
    // Compression costs 15 times the CPU for live samples (measured).
    perMessageDeflate: false,
    httpCompression: false,
    maxHttpBufferSize: maxMessageBytes,
    pingInterval: limits.socketHeartbeatMilliseconds,
    cors: { origin: corsOrigins(dependencies.allowedOrigins), credentials: false },
    allowRequest: (request, decide) => {
      if (closing) return decide('the server is stopping', false);
      if (places.hasRoom(addressOf(request))) return decide(null, true);
      dependencies.tally?.count('connection.atLimit', { reason: 'Socket.IO' });
      decide('too many connections', false);
    },
  });
  io.engine.on('connection', (connection: Socket['conn']) => {
    const release = places.take(addressOf(connection.request));
    if (release === undefined) return connection.close(true);
    connection.once('close', release);
  });
  const spaces = namespaces.map((name) => io.of(name));
  const nowMs = () => dependencies.clock.monotonicMs();
  const writers = new Map<string, SocketWriter>();
  const fanOut = createFanOut();
  const place = (socket: Socket, name: string, admission: Admission) => join(socket, name, admission, dependencies);
  const members = keepMembers({ ...dependencies, place, expel });
  const presents = new Map<RoomKind, (id: number) => Promise<unknown>>();
  const share = shareAnswers<ReturnType<typeof encodeEvent> | undefined>(presentsRestMs);
  const tellPresent = async (socket: Socket, name: string, { kind, id }: Room) => {
    const present = presents.get(kind);
    if (present === undefined) return;
    const space = socket.nsp.name;
    // Of a list of 200 devices the database, its presentation and its JSON take 10 ms; after a restart hundreds enter at once.
    const event = await share(`${space} ${name}`, async () => {
      const payload = await present(id);
      return payload === undefined ? undefined : encodeEvent(space, rooms[kind].event, payload);
    });
    if (event !== undefined && members.isIn(socket, name)) writers.get(socket.id)?.write(event);
  };
  const doors = openDoors({ dependencies, members, addressOf, tellPresent, mostMembers: most.members });
  for (const space of spaces) {
    space.on('connection', (socket) => {
      const writer = createSocketWriter(socket, nowMs);
      writers.set(socket.id, writer);
      socket.on('disconnect', () => {
        writer.close();
        writers.delete(socket.id);
      });
      listenTo(socket, doors);
    });
  }
  const sendIn = <K extends RoomKind>(space: Namespace, kind: K, name: string, payload: RoomPayload<K>) => {
    const members = space.adapter.rooms.get(name);
    if (members === undefined) return;
    const event = encodeEvent(space.name, rooms[kind].event, payload);
    fanOut.send(members, event.frame.length, (member) => {
      const writer = writers.get(member);
      // Who was taken out meanwhile hears nothing more.
      if (writer === undefined || !space.adapter.rooms.get(name)?.has(member)) return;
      if (kind !== 'liveData' || !writer.isSlow()) writer.write(event);
    });
  };
  const send = <K extends RoomKind>(kind: K, name: string, payload: RoomPayload<K>) => {
    for (const space of spaces) sendIn(space, kind, name, payload);
  };
  const isHeard = (name: string) => spaces.some(({ adapter }) => adapter.rooms.has(name));

  return {
    emit: (kind, id, payload) => {
      const name = rooms[kind].room(id);
      send(kind, name, payload);
      const hint = roomHints[kind];
      if (hint !== undefined) send(kind, hintsOf(name), hint(payload));
    },
    hasListeners: (kind, id) => {
      const name = rooms[kind].room(id);
      return isHeard(name) || isHeard(hintsOf(name));
    },
    onListeners: (kind, changed) => {
      for (const { adapter } of spaces) {
        const tell = (listening: boolean) => (name: string) => {
          const room = parseRoom(name);
          const elsewhere = spaces.some((other) => other.adapter !== adapter && other.adapter.rooms.has(name));
          if (room?.kind === kind && !elsewhere) changed(room.id, listening);
        };
        adapter.on('create-room', tell(true));
        adapter.on('delete-room', tell(false));
      }
    },
    onEnter: (kind, present) => void presents.set(kind, present),
    disconnect: (whose) => {
      for (const { socket, principal } of members.of(whose)) {
        cutWith(socket, refuse(principal.apiKeyId === undefined ? 'session.ended' : 'apiKey.ended'));
      }
    },
    judgeAgain: (concerned) => members.judgeAgain(concerned),
    close: async () => {
      closing = true;
      members.close();
      // `io.close()` would also close the HTTP server, which its own room does after draining.
      for (const space of spaces) {
        for (const socket of space.sockets.values()) cutWith(socket, refuse('server.unavailable'));
      }
      io.engine.close();
    },
  };
}
