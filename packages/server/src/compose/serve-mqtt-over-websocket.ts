import type { Duplex } from 'node:stream';
import { createWebSocketStream, WebSocketServer } from 'ws';
import type { Http } from '../platform/http/index.ts';

/** Bytes; the largest WebSocket message taken from a device, above the broker's own packet bound. */
const maxMessageBytes = 256 * 1024;

/** MQTT over WebSocket at `/mqtt`, beside Socket.IO on the same origin. */
export function serveMqttOverWebSocket(
  { app, upgrades }: Pick<Http, 'app' | 'upgrades'>,
  attach: (stream: Duplex) => void,
): void {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: maxMessageBytes,
    handleProtocols: (offered) => (offered.has('mqtt') ? 'mqtt' : false),
  });
  upgrades.on('/mqtt', (request, socket, head) => {
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      const stream = createWebSocketStream(webSocket);
      stream.on('error', () => stream.destroy());
      attach(stream);
    });
  });
  app.server.on('close', () => sockets.close());
}
