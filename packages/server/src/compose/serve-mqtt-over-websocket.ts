import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { createWebSocketStream, WebSocketServer } from 'ws';

/** Bytes; the largest WebSocket message taken from a device, above the broker's own packet bound. */
const maxMessageBytes = 256 * 1024;

/** MQTT over WebSocket at `/mqtt`, beside Socket.IO on the same origin. */
export function serveMqttOverWebSocket(server: Server, attach: (stream: Duplex) => void): void {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: maxMessageBytes,
    handleProtocols: (offered) => (offered.has('mqtt') ? 'mqtt' : false),
  });
  server.on('upgrade', (request, socket, head) => {
    if (new URL(request.url ?? '/', 'http://localhost').pathname !== '/mqtt') return;
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      const stream = createWebSocketStream(webSocket);
      stream.on('error', () => stream.destroy());
      attach(stream);
    });
  });
  server.on('close', () => sockets.close());
}
