import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { receiveInTurns } from '../clock/index.ts';

/** Takes a connection that asked to become something else, by the exact path of its request. */
export type TakeUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

export interface Upgrades {
  on(path: string, take: TakeUpgrade): void;
}

/** What Socket.IO takes with a listener of its own, by the same comparison. */
const socketIoPrefix = '/socket.io/';

/**
 * Hands upgrade requests to who takes their path; others are answered 404 and cut at once. Node has no listener for
 * errors on such a connection any more, so each gets one here: a reset would end the program. Many of them send at once:
 * they share the event loop.
 */
export function routeUpgrades(server: Server): Upgrades {
  const takers = new Map<string, TakeUpgrade>();
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    receiveInTurns(socket);
    const target = request.url ?? '';
    if (target.startsWith(socketIoPrefix)) return;
    const take = takers.get(target.split('?', 1)[0] ?? '');
    if (take === undefined) return refuseUpgrade(socket, 404);
    take(request, socket, head);
  });
  return { on: (path, take) => void takers.set(path, take) };
}

/** Answers a connection that becomes nothing, and cuts it. */
export function refuseUpgrade(socket: Duplex, status: 404 | 429): void {
  const text = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`;
  socket.end(text, () => socket.destroy());
}
