import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export interface CuttingProxy {
  readonly url: string;
  /** How many connections were cut so far. */
  readonly cuts: () => number;
  /** Where the server is now; it has another port after each start. */
  leadTo(port: number): void;
  /** Nothing is cut any more. */
  heal(): void;
  close(): Promise<void>;
}

/**
 * A link that breaks: each connection, after a number of bytes in either direction that `draw` chooses below `mostBytes`. Bytes
 * that were on their way are lost.
 */
export async function cutConnections(draw: () => number, mostBytes: number): Promise<CuttingProxy> {
  let [target, cuts, isHealed] = [0, 0, false];
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1');
    let left = Math.ceil(draw() * mostBytes);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from);
      from.on('error', () => {});
      from.on('close', () => {
        open.delete(from);
        to.destroy();
      });
      from.on('data', (bytes: Buffer) => {
        if (isHealed || bytes.length < left) {
          left -= bytes.length;
          to.write(bytes);
          return;
        }
        cuts += 1;
        to.write(bytes.subarray(0, left));
        left = 0;
        near.destroy();
        far.destroy();
      });
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    cuts: () => cuts,
    leadTo(port) {
      target = port;
    },
    heal() {
      isHealed = true;
    },
    async close() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
