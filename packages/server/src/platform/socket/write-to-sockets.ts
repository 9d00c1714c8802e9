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

export function createSocketWriter({ conn }: Pick<Socket, 'conn'>, nowMs: () => number): SocketWriter {
  /** Since when packets wait; what is written before has left. */
  let waitingSinceMs = nowMs();
  const flushed = () => {
    waitingSinceMs = nowMs();
  };
  const joinWrites = (packets: readonly unknown[]) => {
    if (packets.length > 1) holdUntilTick(wireOf(conn));
  };
  conn.on('drain', flushed);
  conn.on('flush', joinWrites);
  return {
    write({ text, options }) {
      const { transport } = conn;
      const isFree = conn.readyState === 'open' && transport.name === 'websocket' && transport.writable;
      if (isFree && waitingPackets(conn) === 0) {
        // What Engine.IO's queue would do at once, without its events and debug lines: a tenth of what a message costs.
        transport.send([{ type: 'message', data: text, options }]);
        waitingSinceMs = nowMs();
      } else conn.write(text, options);
    },
    isSlow() {
      const waiting = waitingPackets(conn);
      if (waiting <= slowAfterPackets) return false;
      return waiting > burstPackets || nowMs() - waitingSinceMs > slowAfterMs;
    },
    close() {
      conn.off('drain', flushed);
      conn.off('flush', joinWrites);
    },
  };
}

function waitingPackets(conn: Socket['conn']): number {
  // Engine.IO keeps its queue private in the types only; it is documented as `writeBuffer`.
  const waiting: unknown = Reflect.get(conn, 'writeBuffer');
  return Array.isArray(waiting) ? waiting.length : 0;
}

/** The packets of a queue that leaves become one write to the system instead of one each. */
function holdUntilTick(wire: Wire | undefined): void {
  if (wire === undefined) return;
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
