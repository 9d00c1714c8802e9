import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A link that is slow and far: so many bytes a second in each direction for all connections together, each so many ms late. */
export async function throttleLink(
  port: number,
  { bytesPerSecond, delayMs }: { bytesPerSecond: number; delayMs: number },
) {
  const freeAt = { up: 0, down: 0 };
  const carried = { up: 0, down: 0 };
  const open = new Set<Socket>();

  function carry(from: Socket, to: Socket, direction: 'up' | 'down'): void {
    open.add(from);
    // Timers of about the same time may fire in another order than they were set: each carries what waits longest.
    const waiting: (() => void)[] = [];
    const carryLater = (what: () => void) => {
      waiting.push(what);
      const left = Math.max(0, freeAt[direction] - performance.now());
      setTimeout(() => waiting.shift()?.(), left + delayMs);
      return left;
    };
    from.on('error', () => {});
    from.on('data', (bytes: Buffer) => {
      carried[direction] += bytes.length;
      freeAt[direction] = Math.max(performance.now(), freeAt[direction]) + (1000 * bytes.length) / bytesPerSecond;
      const left = carryLater(() => to.write(bytes));
      // What waits at the entrance of the link is no more than a router would keep.
      if (left < mostQueuedMs) return;
      from.pause();
      setTimeout(() => from.resume(), left - mostQueuedMs);
    });
    from.on('end', () => carryLater(() => to.end()));
    from.on('close', (isBroken) => {
      open.delete(from);
      if (isBroken) carryLater(() => to.destroy());
    });
  }

  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    carry(near, far, 'up');
    carry(far, near, 'down');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    port: address.port,
    /** Bytes that went up so far. */
    upBytes: () => carried.up,
    async close() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

const mostQueuedMs = 50;
