import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { goesToDisk } from './bound-bodies.ts';

interface Transfer {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly socket: Socket;
  readonly isFile: boolean;
  windows: number;
  readBytes: number;
  sentBytes: number;
  stuckWindows: number;
}

/** ms; how often it is looked whether bodies and answers move. */
const usualWindowMs = 30_000;
/** What a sender brings in a window at least: a thousandth of a bad mobile network. */
const leastBytes = 4096;
/** JSON is 1 MB at most: after so many windows it is there, or its sender plays for time. */
const jsonWindows = 4;
/** A reader who takes nothing for so many windows is gone. */
const readerWindows = 10;

/**
 * Ends connections whose request never comes whole, or whose reader takes nothing: each costs memory and a descriptor. A
 * body that waits here, for a disk or a database, is not its sender's fault.
 */
export function endIdleTransfers(app: FastifyInstance, refused: () => void, windowMs = usualWindowMs): void {
  const transfers = new Set<Transfer>();

  function look(): void {
    for (const one of transfers) {
      const isOver = one.request.complete && (one.response.writableFinished || one.response.destroyed);
      if (isOver || one.socket.destroyed) transfers.delete(one);
      else if (isIdle(one)) end(one);
    }
  }

  function isIdle(one: Transfer): boolean {
    const { request, socket } = one;
    const sentBytes = socket.bytesWritten - socket.writableLength;
    const read = socket.bytesRead - one.readBytes;
    const isStuck = socket.writableLength > 0 && sentBytes === one.sentBytes;
    one.windows += 1;
    one.readBytes = socket.bytesRead;
    one.sentBytes = sentBytes;
    one.stuckWindows = isStuck ? one.stuckWindows + 1 : 0;
    if (one.stuckWindows >= readerWindows) return true;
    // Of its first window it may have seen a moment only.
    if (request.complete || one.windows < 2) return false;
    return (request.readableLength === 0 && read < leastBytes) || (!one.isFile && one.windows > jsonWindows);
  }

  function end({ response, socket, stuckWindows }: Transfer): void {
    refused();
    // Whoever takes nothing will not take what is left, either: a gentle end would wait for it for ever.
    if (stuckWindows >= readerWindows) return void socket.destroy();
    if (!response.headersSent) socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n');
    socket.destroySoon();
  }

  const timer = setInterval(look, windowMs).unref();
  app.addHook('onClose', async () => clearInterval(timer));
  app.addHook('onRequest', async ({ raw: request, headers }, { raw: response }) => {
    const { socket } = request;
    // Requests that were not sent over a network (`inject`) have nothing to end.
    if (!(socket instanceof Socket)) return;
    const isFile = goesToDisk(headers);
    const begun = { readBytes: socket.bytesRead, sentBytes: socket.bytesWritten, windows: 0, stuckWindows: 0 };
    const one = { request, response, socket, isFile, ...begun };
    transfers.add(one);
    // Most are over long before it is looked; kept until then, a busy minute of them would fill the memory.
    response.once('close', () => request.complete && transfers.delete(one));
  });
}
