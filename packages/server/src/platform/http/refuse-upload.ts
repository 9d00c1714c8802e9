import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { Refusal } from '@sillage/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** What a sender may still send after it was told to stop, before it is cut off. */
const drainMs = 15_000;
const drainLeastBytes = 64 * 1024 ** 2;
const drainLimits = 3;

/**
 * Answers a request whose body is not wanted any more, and ends its connection. The answer goes out at once; what is still
 * on its way is read and forgotten, within bounds: closing on a sender makes it see a broken connection, not the answer.
 */
export function refuseUpload(
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: Refusal,
  maxUploadBytes: number,
): FastifyReply {
  const body = Buffer.from(JSON.stringify(refusal.body()));
  async function* bodyThenSilence() {
    yield body;
    await drain(request.raw, Math.max(drainLeastBytes, drainLimits * maxUploadBytes));
  }
  return reply
    .code(refusal.status)
    .headers({ connection: 'close', 'content-length': String(body.length) })
    .type('application/json; charset=utf-8')
    .send(Readable.from(bodyThenSilence(), { objectMode: false }));
}

/** Resolves when the request has ended or has sent more than it may. */
function drain(request: IncomingMessage, mostBytes: number): Promise<void> {
  if (request.complete || request.readableEnded || request.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    let leftBytes = mostBytes;
    const late = setTimeout(stop, drainMs);
    function stop(): void {
      clearTimeout(late);
      request.off('data', count).off('end', stop).off('close', stop).off('error', stop);
      // What comes after this stays unread: no parser of a form takes it up again.
      request.pause();
      resolve();
    }
    function count(piece: Buffer): void {
      leftBytes -= piece.length;
      if (leftBytes < 0) stop();
    }
    request.unpipe();
    request.on('data', count).once('end', stop).once('close', stop).once('error', stop);
    request.resume();
  });
}
