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
    from.on('error', () => {});
    from.on('data', (bytes: Buffer) => {
      carried[direction] += bytes.length;
      const now = performance.now();
      freeAt[direction] = Math.max(now, freeAt[direction]) + (1000 * bytes.length) / bytesPerSecond;
      const left = freeAt[direction] - now;
      setTimeout(() => to.write(bytes), left + delayMs);
      // What waits at the entrance of the link is no more than a router would keep.
      if (left < mostQueuedMs) return;
      from.pause();
      setTimeout(() => from.resume(), left - mostQueuedMs);
    });
    from.on('close', () => {
      open.delete(from);
      setTimeout(() => to.destroy(), Math.max(0, freeAt[direction] - performance.now()) + delayMs);
    });
  }

  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
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
