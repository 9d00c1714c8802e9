import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { nextRequest, type Operation, type SiegeRequest } from './http-requests.ts';
import type { Chance } from './seeded-random.ts';

const atOnce = 24;
/** ms; longer than any answer of a hub that is well, shorter than its own patience with slow bodies. */
const answerWithinMs = 3000;
const dripBytes = 40;

interface Target {
  readonly port: number;
  readonly operations: readonly [Operation, ...Operation[]];
  /** Values of `Authorization`. */
  readonly credentials: readonly string[];
  readonly chance: Chance;
}

/** Sends generated requests, each on a connection of its own; answers how many, and which were answered 5xx. */
export async function sendRequests(target: Target, count: number): Promise<{ sent: number; wrong: string[] }> {
  const wrong: string[] = [];
  let sent = 0;
  async function sendSome(): Promise<void> {
    while (sent < count) {
      sent++;
      const request = nextRequest(target.operations, target.credentials, target.chance);
      const status = await send(target.port, request);
      if (status === 500 || status === 502) wrong.push(`${status} to ${request.what}`);
    }
  }
  await Promise.all(Array.from({ length: atOnce }, sendSome));
  return { sent, wrong };
}

/** The status of the first answer; undefined where none came. */
async function send(port: number, { bytes, manner }: SiegeRequest): Promise<number | undefined> {
  const socket = connect({ port, host: '127.0.0.1' });
  socket.on('error', () => undefined);
  const answered = statusOf(socket);
  await Promise.race([once(socket, 'connect').catch(() => undefined), delay(answerWithinMs)]);
  try {
    switch (manner) {
      case 'wait':
        socket.write(bytes);
        return await Promise.race([answered, delay(answerWithinMs, undefined)]);
      case 'drip':
        for (let at = 0; at < Math.min(bytes.length, dripBytes); at++) {
          socket.write(bytes.subarray(at, at + 1));
          await delay(2);
        }
        socket.write(bytes.subarray(dripBytes));
        return await Promise.race([answered, delay(answerWithinMs, undefined)]);
      case 'leave':
        socket.end(bytes.subarray(0, Math.ceil(bytes.length / 2)));
        return undefined;
      case 'reset':
        socket.write(bytes);
        await delay(1);
        socket.resetAndDestroy();
        return undefined;
    }
  } finally {
    if (manner !== 'leave') socket.destroy();
    else socket.setTimeout(answerWithinMs, () => socket.destroy());
  }
}

function statusOf(socket: Socket): Promise<number | undefined> {
  return new Promise((resolve) => {
    let head = '';
    socket.on('data', (piece: Buffer) => {
      if (head.length < 20) head += piece.toString('latin1', 0, 20);
      const status = /^HTTP\/1\.1 (\d{3})/.exec(head)?.[1];
      if (status !== undefined) resolve(Number(status));
    });
    socket.on('close', () => resolve(undefined));
  });
}
