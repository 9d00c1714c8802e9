import { isRefusal, type parseRoom, type Refusal, refuse } from '@sillage/contract';
import type { Socket } from 'socket.io';
import type { Clock } from '../clock/index.ts';
import type { Principal } from '../http/index.ts';
import type { Log } from '../log/index.ts';

export type Room = NonNullable<ReturnType<typeof parseRoom>>;

/** Who let a connection into a room. */
export interface Admission {
  readonly principal: Principal;
  readonly room: Room;
}

/** Whose connections: all of people, those of one session, those of one API key. */
export type Whose =
  | { readonly userIds: readonly number[] }
  | { readonly sessionId: string }
  | { readonly apiKeyId: number };

/** Whose rights may have changed: those who see a device. Everybody's when it is not said. */
export interface Concerned {
  readonly deviceNumber?: number;
}

export interface MemberDependencies {
  /** The caller as they are now; a refusal when the session or the key has ended. */
  readonly renewed: (principal: Principal) => Promise<Principal | Refusal>;
  readonly mayEnter: (principal: Principal, room: Room) => Promise<boolean>;
  /** Puts a connection in a room, as what its rights now are. */
  readonly place: (socket: Socket, name: string, admission: Admission) => Promise<void>;
  /** Takes a connection out of a room and tells it why. */
  readonly expel: (socket: Socket, name: string, refusal: Refusal) => Promise<void>;
  readonly getsHints?: ((principal: Principal, room: Room) => boolean) | undefined;
  readonly clock: Clock;
  readonly log: Log;
}

/** Who is in which room in whose name. Rights that change later are judged again. */
export interface Members {
  admitted(socket: Socket, name: string, admission: Admission): void;
  left(socket: Socket, name: string): void;
  isIn(socket: Socket, name: string): boolean;
  /** How many are in a room, those who are in several as often. */
  readonly size: number;
  /** Connections that are in a room in these names, and in whose. */
  of(whose: Whose): { readonly socket: Socket; readonly principal: Principal }[];
  judgeAgain(concerned?: Concerned): void;
  /** Grows whenever rights may have changed. */
  readonly changes: number;
  /** Whether rights of this caller, or in this room, may have changed since `changes` was so many: who was let in is asked again. */
  haveChanged(since: number, admission: Admission): boolean;
  close(): void;
}

/** Keys end at a time that they name; a judgement that the database could not answer is tried again as often. */
const lookAgainMs = 1000;
/** Lines of the log about a database that does not answer. */
const sayAgainMs = 60_000;
/** Changes that are remembered; of those before them everybody counts as concerned. */
const maxChanges = 1000;

export function keepMembers(dependencies: MemberDependencies): Members {
  const rooms = new Map<Socket, Map<string, Admission>>();
  let size = 0;
  const waiting = new Map<Socket, Set<string>>();
  const judged = new Map<string, Promise<Admission | Refusal>>();
  const getsHints = ({ principal, room }: Admission) => dependencies.getsHints?.(principal, room) ?? false;
  const recent: ((admission: Admission) => boolean)[] = [];
  let forgotten = 0;
  let running: Promise<void> | undefined;
  let saidMs = Number.NEGATIVE_INFINITY;
  let failures = 0;

  function remember(isConcerned: (admission: Admission) => boolean): void {
    recent.push(isConcerned);
    if (recent.length <= maxChanges) return;
    recent.shift();
    forgotten += 1;
  }

  function forget(socket: Socket, name: string): void {
    if (rooms.get(socket)?.delete(name)) size -= 1;
  }

  function forgetAll(socket: Socket): void {
    size -= rooms.get(socket)?.size ?? 0;
    rooms.delete(socket);
  }

  function sayFailure(problem: unknown): void {
    failures += 1;
    const nowMs = dependencies.clock.monotonicMs();
    if (nowMs - saidMs < sayAgainMs) return;
    dependencies.log.warn(
      { error: String(problem), times: failures },
      'rights could not be judged, tried again each second',
    );
    saidMs = nowMs;
    failures = 0;
  }

  function judgeThose(isConcerned: (admission: Admission) => boolean): void {
    judged.clear();
    for (const [socket, admissions] of rooms) {
      for (const [name, admission] of admissions) {
        if (!isConcerned(admission)) continue;
        const names = waiting.get(socket) ?? new Set();
        waiting.set(socket, names.add(name));
      }
    }
    run();
  }

  function run(): void {
    if (waiting.size === 0 || running !== undefined) return;
    running = judgeWaiting()
      .catch(sayFailure)
      .finally(() => {
        running = undefined;
      });
  }

  async function judgeWaiting(): Promise<void> {
    for (let next = firstOf(waiting); next !== undefined; next = firstOf(waiting)) {
      const [socket, name] = next;
      const admission = rooms.get(socket)?.get(name);
      // Away from the list before it is asked: what changes meanwhile puts it there again.
      takeFrom(waiting, socket, name);
      if (admission === undefined) continue;
      try {
        await judge(socket, name, admission);
      } catch (problem) {
        const names = waiting.get(socket) ?? new Set();
        waiting.set(socket, names.add(name));
        judged.clear();
        throw problem;
      }
    }
    judged.clear();
  }

  async function judge(socket: Socket, name: string, admission: Admission): Promise<void> {
    // One question for all tabs of a session that are in the room.
    const key = JSON.stringify([name, idOf(admission.principal)]);
    const verdict = judged.get(key) ?? verdictOn(admission);
    judged.set(key, verdict);
    const now = await verdict;
    const admissions = rooms.get(socket);
    // They left meanwhile, or came in another's name.
    if (admissions?.get(name) !== admission) return;
    if (isRefusal(now)) {
      forget(socket, name);
      await dependencies.expel(socket, name, now);
      return;
    }
    admissions.set(name, now);
    if (getsHints(now) !== getsHints(admission)) await dependencies.place(socket, name, now);
  }

  async function verdictOn({ principal, room }: Admission): Promise<Admission | Refusal> {
    const now = await dependencies.renewed(principal);
    if (isRefusal(now)) return now;
    return (await dependencies.mayEnter(now, room)) ? { principal: now, room } : refuse('entity.notFound');
  }

  const timer = setInterval(() => {
    const nowMs = dependencies.clock.nowMs();
    const isOver = ({ principal: { endsAtMs } }: Admission) => endsAtMs !== undefined && endsAtMs <= nowMs;
    if (any(rooms, isOver)) judgeThose(isOver);
    else run();
  }, lookAgainMs).unref();

  return {
    admitted(socket, name, admission) {
      const admissions = rooms.get(socket) ?? new Map<string, Admission>();
      if (!rooms.has(socket)) socket.once('disconnect', () => forgetAll(socket));
      if (!admissions.has(name)) size += 1;
      rooms.set(socket, admissions.set(name, admission));
    },
    get size() {
      return size;
    },
    isIn: (socket, name) => rooms.get(socket)?.has(name) === true,
    left: forget,
    of(whose) {
      const isTheirs = matcherOf(whose);
      remember(isTheirs);
      return [...rooms].flatMap(([socket, admissions]) => {
        const theirs = [...admissions.values()].find(isTheirs);
        return theirs === undefined ? [] : [{ socket, principal: theirs.principal }];
      });
    },
    judgeAgain({ deviceNumber } = {}) {
      const isConcerned = ({ room }: Admission) =>
        deviceNumber === undefined || (room.subject === 'device' && room.id === deviceNumber);
      remember(isConcerned);
      judgeThose(isConcerned);
    },
    get changes() {
      return forgotten + recent.length;
    },
    haveChanged: (since, admission) =>
      since < forgotten || recent.slice(since - forgotten).some((isConcerned) => isConcerned(admission)),
    close: () => clearInterval(timer),
  };
}

function matcherOf(whose: Whose): (admission: Admission) => boolean {
  if ('sessionId' in whose) return ({ principal }) => principal.sessionId === whose.sessionId;
  if ('apiKeyId' in whose) return ({ principal }) => principal.apiKeyId === whose.apiKeyId;
  const userIds = new Set(whose.userIds);
  return ({ principal }) => userIds.has(principal.userId);
}

const idOf = ({ userId, sessionId, apiKeyId }: Principal) => [userId, sessionId, apiKeyId];

function any(rooms: ReadonlyMap<Socket, ReadonlyMap<string, Admission>>, is: (admission: Admission) => boolean) {
  for (const admissions of rooms.values()) for (const admission of admissions.values()) if (is(admission)) return true;
  return false;
}

function firstOf(waiting: ReadonlyMap<Socket, ReadonlySet<string>>): readonly [Socket, string] | undefined {
  for (const [socket, names] of waiting) for (const name of names) return [socket, name];
  return undefined;
}

function takeFrom(waiting: Map<Socket, Set<string>>, socket: Socket, name: string): void {
  const names = waiting.get(socket);
  names?.delete(name);
  if (names?.size === 0) waiting.delete(socket);
}
