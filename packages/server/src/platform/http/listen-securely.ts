import type { RequestListener, Server } from 'node:http';
import { createServer, type Server as SecureServer } from 'node:https';
import { refuseUnreadable } from './refuse-unreadable.ts';

interface Dependencies {
  /** The server whose requests and upgrades it brings. */
  readonly plain: Server;
  readonly cert: string;
  readonly key: string;
  readonly headersTimeoutMs: number;
  readonly headersCheckMs: number;
}

/** A second door of the same server, by https: what comes in there is answered by whoever answers at the first one. */
export function secureDoor({ plain, cert, key, headersTimeoutMs, headersCheckMs }: Dependencies): SecureServer {
  const onRequest: RequestListener = (request, response) => void plain.emit('request', request, response);
  const secure = createServer(
    {
      cert,
      key,
      minVersion: 'TLSv1.2',
      handshakeTimeout: headersTimeoutMs,
      headersTimeout: headersTimeoutMs,
      connectionsCheckingInterval: headersCheckMs,
    },
    onRequest,
  );
  // As patient as the first door: Node's own would cut an upload that lasts for more than five minutes.
  secure.requestTimeout = plain.requestTimeout;
  secure.keepAliveTimeout = plain.keepAliveTimeout;
  secure.on('upgrade', (request, socket, head) => plain.emit('upgrade', request, socket, head));
  secure.on('clientError', refuseUnreadable);
  // Phones that do not trust the certificate yet hang up in the middle of the handshake.
  secure.on('tlsClientError', (_error, socket) => socket.destroy());
  return secure;
}
