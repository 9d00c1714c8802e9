import { Socket as Wire } from 'node:net';
import type { Socket } from 'socket.io';
import type { encodeEvent } from './encode-event.ts';

/** How events reach one connection. */
export interface SocketWriter {
  /** In the order of writing, also among what Socket.IO itself sends. */
  write(event: ReturnType<typeof encodeEvent>): void;
  /** It has more waiting than it reads in time: it misses live samples until it has caught up. */
  isSlow(): boolean;
  close(): void;
}

/** A socket with more packets waiting than this, for longer than this, is slow. */
const slowAfterPackets = 64;
const slowAfterMs = 500;
/** Packets that one burst may leave waiting: a healthy viewer of 200 devices gets 200 at once. */
const burstPackets = 4096;
/** ms between two times that a heartbeat is put off, and after the last answered one in which it may be. */
const putOffEveryMs = 250;
const putOffForMs = 5000;

export function createSocketWriter({ conn }: Pick<Socket, 'conn'>, nowMs: () => number): SocketWriter {
  /** Since when packets wait; what is written before has left. */
  let waitingSinceMs = nowMs();
  const flushed = () => {
    waitingSinceMs = nowMs();
  };
  const joinWrites = (packets: readonly unknown[]) => {
    const wire = packets.length > 1 ? wireOf(conn) : undefined;
    if (wire !== undefined) holdUntilTick(wire);
  };
  conn.on('drain', flushed);
  conn.on('flush', joinWrites);
  let answeredMs = nowMs();
  let putOffMs = Number.NEGATIVE_INFINITY;
  const answered = () => {
    answeredMs = nowMs();
  };
  conn.on('heartbeat', answered);
  /** Of the tick in which this connection was written to. */
  let writtenIn = 0;
  let heldIn = 0;

  /** What the libraries would do at once, without their queues, events and callbacks. False: it is theirs to do. */
  function writeAtOnce(frame: Buffer): boolean {
    if (conn.readyState !== 'open' || waitingPackets(conn) > 0 || !conn.transport.writable) return false;
    const wire = wireOf(conn);
    if (wire === undefined || !wire.writable) return false;
    const tick = thisTick();
    if (heldIn !== tick) {
      if (wire.writableLength > 0) return false;
      if (writtenIn === tick) {
        holdUntilTick(wire);
        heldIn = tick;
      }
    }
    writtenIn = tick;
    wire.write(frame);
    putOffHeartbeat();
    return true;
  }

  /** Whoever gets messages sees that the link stands: a ping each second and its answer cost as much as two of them. */
  function putOffHeartbeat(): void {
    const atMs = nowMs();
    if (atMs - putOffMs < putOffEveryMs || atMs - answeredMs > putOffForMs) return;
    putOffMs = atMs;
    // Engine.IO does the same with each answer; private in the types only.
    const timer: unknown = Reflect.get(conn, 'pingIntervalTimer');
    if (timer instanceof Object && 'refresh' in timer && typeof timer.refresh === 'function') timer.refresh();
  }
  return {
    write({ text, frame, options }) {
      if (writeAtOnce(frame)) return;
      if (waitingPackets(conn) === 0) waitingSinceMs = nowMs();
      conn.write(text, options);
    },
    isSlow() {
      const waiting = waitingPackets(conn);
      if (waiting <= slowAfterPackets) return false;
      return waiting > burstPackets || nowMs() - waitingSinceMs > slowAfterMs;
    },
    close() {
      conn.off('drain', flushed);
      conn.off('flush', joinWrites);
      conn.off('heartbeat', answered);
    },
  };
}

/** The number of the present tick of those in which it was asked for. */
let tick = 1;
let isTickAsked = false;

function thisTick(): number {
  if (!isTickAsked) process.nextTick(endTick);
  isTickAsked = true;
  return tick;
}

function endTick(): void {
  tick++;
  isTickAsked = false;
}

function waitingPackets(conn: Socket['conn']): number {
  // Engine.IO keeps its queue private in the types only; it is documented as `writeBuffer`.
  const waiting: unknown = Reflect.get(conn, 'writeBuffer');
  return Array.isArray(waiting) ? waiting.length : 0;
}

/** What is written in this tick from now on becomes one write to the system instead of one each. */
function holdUntilTick(wire: Wire): void {
  wire.cork();
  process.nextTick(() => wire.uncork());
}

/** The connection under a WebSocket; undefined while there is another transport, or should the libraries keep it elsewhere. */
function wireOf({ transport }: Socket['conn']): Wire | undefined {
  const webSocket: unknown = Reflect.get(transport, 'socket');
  if (typeof webSocket !== 'object' || webSocket === null) return undefined;
  const wire: unknown = Reflect.get(webSocket, '_socket');
  return wire instanceof Wire ? wire : undefined;
}
