import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export interface CuttingProxy {
  readonly url: string;
  /** How many connections were cut so far. */
  readonly cuts: () => number;
  /** Bytes that went up in files so far: without what belongs to rows. */
  readonly fileBytes: () => number;
  /** Where the server is now; it has another port after each start. */
  leadTo(port: number): void;
  /** Nobody gets through until it is let go. */
  hold(): void;
  letGo(): void;
  /** Nothing is cut, late or wrong any more. */
  heal(): void;
  close(): Promise<void>;
}

/** ms that bytes are late at most: of two connections the later one may be the first. */
const mostLateMs = 8;
/** Of pieces of files, how many have a wrong byte. */
const wrongShare = 0.004;
/** Rows are JSON; what this link carries of files has no quotes but those of a header. */
const isOfFile = (bytes: Buffer) => bytes.length > 1000 && countQuotes(bytes) < bytes.length / 500;
const countQuotes = (bytes: Buffer) => bytes.reduce((count, byte) => count + (byte === quote ? 1 : 0), 0);
const quote = '"'.charCodeAt(0);

/**
 * A link that breaks: each connection, after a number of bytes in either direction that `draw` chooses below `mostBytes`. Bytes
 * that were on their way are lost; others are late, and bytes of files are sometimes wrong. Those of rows never are: TLS sees
 * to that, which this link does without.
 */
export async function cutConnections(draw: () => number, mostBytes: number): Promise<CuttingProxy> {
  let [target, cuts, fileBytes, isHealed, isHeld] = [0, 0, 0, false, false];
  const open = new Set<Socket>();

  function carry(from: Socket, to: Socket, isUp: boolean, cutAfter: (bytes: number) => number | undefined): void {
    let turn: Promise<unknown> = Promise.resolve();
    open.add(from);
    from.on('error', () => {});
    from.on('close', () => {
      open.delete(from);
      void turn.then(() => to.destroy());
    });
    from.on('data', (bytes: Buffer) => {
      const isFile = isUp && isOfFile(bytes);
      const kept = isHealed ? undefined : cutAfter(bytes.length);
      if (isFile) fileBytes += kept ?? bytes.length;
      if (kept !== undefined) {
        cuts += 1;
        to.write(bytes.subarray(0, kept));
        from.destroy();
        to.destroy();
        return;
      }
      // Not in a header, of which TLS would tell.
      const mayBeWrong = !isHealed && isFile && !bytes.includes(quote);
      const carried = mayBeWrong && draw() < wrongShare ? withWrongByte(bytes, draw()) : bytes;
      const lateMs = isHealed ? 0 : draw() * mostLateMs;
      from.pause();
      turn = turn
        .then(() => new Promise((resolve) => setTimeout(resolve, lateMs)))
        .then(() => {
          to.write(carried);
          from.resume();
        });
    });
  }

  const server = createServer((near) => {
    if (isHeld) {
      near.destroy();
      return;
    }
    const far = connect(target, '127.0.0.1');
    let left = Math.ceil(draw() * mostBytes);
    const cutAfter = (bytes: number) => {
      const before = left;
      left -= bytes;
      return left <= 0 ? before : undefined;
    };
    carry(near, far, true, cutAfter);
    carry(far, near, false, cutAfter);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    cuts: () => cuts,
    fileBytes: () => fileBytes,
    leadTo(port) {
      target = port;
    },
    hold() {
      isHeld = true;
      for (const socket of open) socket.destroy();
    },
    letGo() {
      isHeld = false;
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

function withWrongByte(bytes: Buffer, where: number): Buffer {
  const wrong = Buffer.from(bytes);
  const at = Math.floor(where * wrong.length);
  wrong[at] = (wrong[at] ?? 0) ^ 1;
  return wrong;
}
